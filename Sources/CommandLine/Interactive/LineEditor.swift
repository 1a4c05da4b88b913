/// The line being written in a terminal: its text, the place in it, and the lines before.
struct LineEditor {
  private var characters: [Character] = []
  private var cursor = 0
  private var history: [String] = []
  /// Where in the history the user looks; its end is the line being written.
  private var historyIndex = 0
  private var written = ""

  enum Outcome: Equatable {
    case goesOn
    case line(String)
    /// Ctrl+D on the empty line.
    case end
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func set(_ text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .text(let text): insert(text)
    case .enter: return submit()
    case .end:
      if isEmpty { return .end }
      delete(cursor..<min(cursor + 1, characters.count))
    case .backspace: delete(max(0, cursor - 1)..<cursor)
    case .delete: delete(cursor..<min(cursor + 1, characters.count))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .lineEnd: cursor = characters.count
    case .wordLeft: cursor = wordStart
    case .wordRight:
      while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
      while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
    case .deleteWord: delete(wordStart..<cursor)
    case .deleteToEnd: delete(cursor..<characters.count)
    case .deleteToStart: delete(0..<cursor)
    case .up: look(historyIndex - 1)
    case .down: look(historyIndex + 1)
    case .redraw: break
    }
    return .goesOn
  }

  private mutating func insert(_ text: String) {
    // Put together again, for a mark may join the character before it.
    let before = String(characters[..<cursor]) + text
    let after = String(characters[cursor...])
    characters = Array(before + after)
    cursor = min(before.count, characters.count)
  }

  private mutating func delete(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func submit() -> Outcome {
    let text = text
    characters = []
    cursor = 0
    if !text.allSatisfy(\.isWhitespace), history.last != text { history.append(text) }
    historyIndex = history.count
    return .line(text)
  }

  private mutating func look(_ wanted: Int) {
    guard (0...history.count).contains(wanted), wanted != historyIndex else { return }
    if historyIndex == history.count { written = text }
    historyIndex = wanted
    set(wanted == history.count ? written : history[wanted])
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  /// The line as it is drawn: what fits around the place, with the cursor moved there.
  func drawing(prompt: String, styledPrompt: String, columns: Int) -> String {
    let room = max(4, columns - Cells.width(of: prompt) - 1)
    // Line ends and tabs are one visible sign each, so that the line stays a line.
    let shown = characters.map { character -> Character in
      character.isNewline ? "⏎" : character == "\t" ? "→" : character
    }
    var start = cursor
    var before = 0
    while start > 0 {
      let width = Self.width(shown[start - 1])
      if before + width > room { break }
      before += width
      start -= 1
    }
    var end = cursor
    var after = 0
    while end < shown.count {
      let width = Self.width(shown[end])
      if before + after + width > room { break }
      after += width
      end += 1
    }
    let text = Terminal.harmless(String(shown[start..<end]))
    return styledPrompt + text + (after > 0 ? "\u{1B}[\(after)D" : "")
  }

  private static func width(_ character: Character) -> Int { max(Cells.width(of: character), 1) }
}
