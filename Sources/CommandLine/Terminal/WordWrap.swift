/// Breaks lines at spaces, and between wide letters, before they are wider than the terminal, for text that comes in
/// chunks. Line ends and spaces at a line's beginning stay as they are; a word that is wider than a line is left to the
/// terminal.
struct WordWrap {
  /// A word that has this much room is written as it comes; it will hardly be longer.
  private static let usualWord = 16

  /// Nil where lines are left as they are.
  let columns: Int?
  private var column = 0
  private var spaces = ""
  private var word = ""
  /// The beginning of the word is written, so that it cannot go to the next line any more.
  private var hasBegun = false

  init(columns: Int?) {
    self.columns = columns.map { max($0, 1) }
  }

  /// What can be written of it. Only a word that begins so near the edge that it may have to go to the next line waits
  /// until that is known.
  mutating func take(_ chunk: String) -> String {
    guard let columns else { return chunk }
    var out = ""
    for character in chunk {
      if character.isNewline {
        out += end() + String(character)
        column = 0
      } else if character == " " {
        out += endWord()
        spaces.append(character)
      } else if Cells.width(of: character) > 1 {
        out += endWord()
        word.append(character)
        out += endWord()
      } else {
        word.append(character)
      }
    }
    let start = column + spaces.count
    let isKnown = hasBegun || column == 0 || start + Self.usualWord <= columns
    if isKnown || start + Cells.width(of: word) > columns { out += writeWord(within: columns) }
    return out
  }

  /// The rest; nothing more comes on this line.
  mutating func end() -> String {
    let rest = endWord()
    spaces = ""
    return rest
  }

  private mutating func endWord() -> String {
    defer { hasBegun = false }
    return columns.map { writeWord(within: $0) } ?? ""
  }

  private mutating func writeWord(within columns: Int) -> String {
    guard !word.isEmpty else { return "" }
    let width = Cells.width(of: word)
    var out = ""
    if !hasBegun, column > 0, column + spaces.count + width > columns {
      out = "\n"
      column = 0
      spaces = ""
    }
    out += spaces + word
    column += spaces.count + width
    // The terminal goes on in its next line.
    if column > columns { column = (column - 1) % columns + 1 }
    spaces = ""
    word = ""
    hasBegun = true
    return out
  }
}
