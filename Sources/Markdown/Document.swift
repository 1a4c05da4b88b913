/// A whole text.
public enum Document {
  /// A longer text, in letters, is shown as it was typed.
  public static let mostLetters = 200_000

  /// What a text in Markdown shows.
  public static func blocks(of text: String) -> [Block] {
    guard !isTooLong(text.utf8) else { return typed(text) }
    var text = text
    return text.withUTF8 { Reading(of: $0).blocks }
  }

  /// A text as somebody typed it: pieces of at most 4,000 letters and 120 lines, with the links that are in it.
  public static func typed(_ text: String) -> [Block] {
    var text = text
    return text.withUTF8 { TypedText.pieces(of: $0).map(\.block) }
  }

  /// Counts no further than it must.
  static func isTooLong(_ text: some Collection<UInt8>) -> Bool {
    text.count > mostLetters && text.count { $0 & 0xC0 != 0x80 } > mostLetters
  }
}

/// A text that was parsed whole, or the part of it behind what is final.
struct Reading {
  private(set) var blocks: [Block] = []
  /// How many blocks stand before the last part of the text, and the line in which that begins.
  private(set) var finished = (count: 0, line: 0)
  /// What was written in the last paragraph, heading or cell; nil where the text ends with something else.
  private(set) var lastWords: [UInt8]?

  init() {}

  var endsWithParagraph: Bool { if case .paragraph = blocks.last?.content { true } else { false } }

  /// `isContinued` says that something stood before the text.
  init(of text: UnsafeBufferPointer<UInt8>, isContinued: Bool = false) {
    var defused = Defused(text)
    let firstLine = isContinued ? 2 : 1
    if !defused.footnoteLines.isEmpty {
      let tree = defused.withText(or: text) { SyntaxTree(of: $0, isContinued: isContinued) }
      let lost = Set(defused.footnoteLines).subtracting(tree.footnoteLines(from: firstLine))
      guard !lost.isEmpty else {
        take(tree, text, defused, firstLine)
        return
      }
      defused = Defused(text, lost: lost)
    }
    take(defused.withText(or: text) { SyntaxTree(of: $0, isContinued: isContinued) }, text, defused, firstLine)
  }

  private mutating func take(
    _ tree: borrowing SyntaxTree, _ text: UnsafeBufferPointer<UInt8>, _ defused: Defused, _ firstLine: Int
  ) {
    var reader = BlockReader(text, defused: defused, firstLine: firstLine)
    reader.read(tree.root)
    (blocks, finished) = (reader.blocks, reader.finished)
    lastWords = tree.lastWords
  }

  /// Leaves what is final out.
  mutating func dropFinished() {
    blocks = Array(blocks[finished.count...]).moved(by: -finished.line)
    finished = (0, 0)
  }
}
