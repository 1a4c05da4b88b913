/// How a letter looks in a terminal.
nonisolated struct LetterStyle: OptionSet {
  let rawValue: Int

  static let bold = LetterStyle(rawValue: 1)
  static let dim = LetterStyle(rawValue: 2)
  static let slanted = LetterStyle(rawValue: 4)
  static let underlined = LetterStyle(rawValue: 8)
  static let struck = LetterStyle(rawValue: 16)
  static let code = LetterStyle(rawValue: 32)

  /// What turns it on in a terminal that has nothing on.
  fileprivate var sequence: String {
    let codes = [
      (Self.bold, "1"), (.dim, "2"), (.slanted, "3"), (.underlined, "4"), (.struck, "9"), (.code, "36"),
    ].filter { contains($0.0) }.map(\.1)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

/// A letter with its style.
struct Letter: Equatable {
  var character: Character
  var style: LetterStyle = []

  static func letters(_ text: String, _ style: LetterStyle = []) -> [Letter] {
    text.map { Letter(character: $0, style: style) }
  }
}

/// Breaks styled letters into lines, also while they come. What stands before each line is no part of their style.
struct FlowingText {
  /// A word that has this much room is written as it comes; it will hardly be longer.
  private static let usualWord = 16

  /// Nil where lines are left as they are.
  private let columns: Int?
  /// What stands before the first line, and before those that follow.
  private let first: String
  private let rest: String
  private var column = 0
  private var spaces: [Letter] = []
  private var word: [Letter] = []
  private var width = 0
  /// The beginning of the word is written, so that it cannot go to the next line any more.
  private var hasBegun = false
  private var isBegun = false
  private var style: LetterStyle = []
  private var out = ""

  init(columns: Int?, first: String = "", rest: String = "", indent: Int = 0) {
    self.columns = columns.map { max($0 - indent, 1) }
    self.first = first
    self.rest = rest
  }

  /// What can be written of it.
  mutating func take(_ letters: some Sequence<Letter>) -> String {
    begin()
    for letter in letters {
      if letter.character.isNewline {
        endWord()
        breakLine()
      } else if columns == nil {
        write(letter)
      } else if letter.character == " " {
        endWord()
        spaces.append(letter)
      } else {
        let width = Cells.width(of: letter.character)
        if width > 1 { endWord() }
        word.append(letter)
        self.width += width
        if width > 1 { endWord() }
      }
    }
    if let columns {
      let start = column + spaces.count
      let isKnown = hasBegun || column == 0 || start + Self.usualWord <= columns
      if isKnown || start + width > columns { writeWord() }
    }
    return taken()
  }

  /// The rest, with the end of the line.
  mutating func end() -> String {
    begin()
    endWord()
    set([])
    out += "\n"
    return taken()
  }

  private mutating func begin() {
    if !isBegun { out += first }
    isBegun = true
  }

  private mutating func taken() -> String {
    defer { out = "" }
    return out
  }

  private mutating func endWord() {
    writeWord()
    hasBegun = false
  }

  private mutating func writeWord() {
    guard let columns, !word.isEmpty else { return }
    if !hasBegun, column > 0, column + spaces.count + width > columns { breakLine() }
    for letter in spaces + word { write(letter) }
    column += spaces.count + width
    // The terminal goes on in its next line.
    if column > columns { column = (column - 1) % columns + 1 }
    (spaces, word, width) = ([], [], 0)
    hasBegun = true
  }

  private mutating func breakLine() {
    set([])
    out += "\n" + rest
    (column, spaces) = (0, [])
  }

  private mutating func write(_ letter: Letter) {
    set(letter.style)
    out.append(letter.character)
  }

  private mutating func set(_ new: LetterStyle) {
    guard new != style else { return }
    if style != [] { out += "\u{1B}[0m" }
    if new != [] { out += new.sequence }
    style = new
  }
}
