/// Breaks lines at spaces before they are wider than the terminal, for text that comes in pieces. Line ends and spaces at
/// a line's beginning stay as they are; a word that is wider than a line is left to the terminal.
struct WordWrap {
  /// Nil where lines are left as they are.
  let columns: Int?
  private var column = 0
  private var spaces = ""
  private var word = ""

  init(columns: Int?) {
    self.columns = columns
  }

  /// What can be written of it; a word waits until it is known to have ended.
  mutating func take(_ piece: String) -> String {
    guard columns != nil else { return piece }
    var out = ""
    for character in piece {
      if character.isNewline {
        out += end() + String(character)
        column = 0
      } else if character == " " {
        out += endWord()
        spaces.append(character)
      } else {
        word.append(character)
      }
    }
    return out
  }

  /// The rest; nothing more comes on this line.
  mutating func end() -> String {
    let rest = endWord()
    spaces = ""
    return rest
  }

  private mutating func endWord() -> String {
    guard let columns, !word.isEmpty else { return "" }
    let width = Cells.width(of: word)
    var out = ""
    if column > 0, column + spaces.count + width > columns {
      out = "\n"
      column = 0
      spaces = ""
    }
    out += spaces + word
    column += spaces.count + width
    spaces = ""
    word = ""
    return out
  }
}
