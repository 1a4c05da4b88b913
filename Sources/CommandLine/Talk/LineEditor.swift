/// The line being written in a terminal: its text, the place in it, and the lines before.
struct LineEditor {
  private var characters: [Character] = []
  private var place = 0
  private var history: [String] = []
  /// Where in the history the user looks; its end is the line being written.
  private var historyPlace = 0
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
    place = characters.count
  }

  mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .text(let text): insert(text)
    case .enter: return submit()
    case .end:
      if isEmpty { return .end }
      delete(place..<min(place + 1, characters.count))
    case .backspace: delete(max(0, place - 1)..<place)
    case .delete: delete(place..<min(place + 1, characters.count))
    case .left: place = max(0, place - 1)
    case .right: place = min(characters.count, place + 1)
    case .home: place = 0
    case .lineEnd: place = characters.count
    case .wordLeft: place = wordStart
    case .wordRight:
      while place < characters.count, characters[place].isWhitespace { place += 1 }
      while place < characters.count, !characters[place].isWhitespace { place += 1 }
    case .deleteWord: delete(wordStart..<place)
    case .deleteToEnd: delete(place..<characters.count)
    case .deleteToStart: delete(0..<place)
    case .up: look(historyPlace - 1)
    case .down: look(historyPlace + 1)
    case .redraw: break
    }
    return .goesOn
  }

  private mutating func insert(_ text: String) {
    // Put together anew, for a mark may join the character before it.
    let before = String(characters[..<place]) + text
    let after = String(characters[place...])
    characters = Array(before + after)
    place = min(before.count, characters.count)
  }

  private mutating func delete(_ range: Range<Int>) {
    characters.removeSubrange(range)
    place = range.lowerBound
  }

  private mutating func submit() -> Outcome {
    let text = text
    characters = []
    place = 0
    if !text.allSatisfy(\.isWhitespace), history.last != text { history.append(text) }
    historyPlace = history.count
    return .line(text)
  }

  private mutating func look(_ wanted: Int) {
    guard (0...history.count).contains(wanted), wanted != historyPlace else { return }
    if historyPlace == history.count { written = text }
    historyPlace = wanted
    set(wanted == history.count ? written : history[wanted])
  }

  private var wordStart: Int {
    var start = place
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
    var start = place
    var before = 0
    while start > 0 {
      let width = Self.width(shown[start - 1])
      if before + width > room { break }
      before += width
      start -= 1
    }
    var end = place
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
