import Markdown
import Testing

@Suite struct StreamTests {
  @Test(arguments: Example.all) func `an example that comes letter by letter is at its end what it is whole`(
    example: Example
  ) {
    for size in [1, 3, 7, 13] { expectSound(example.text, pieces: size) }
  }

  @Test(arguments: Example.all) func `what is finished does not change when something follows`(example: Example) {
    expectSound(example.text + "\n\nA paragraph after it, [with a link](https://example.org).\n", pieces: 1)
  }

  @Test(arguments: TypicalText.all) func `a typical answer that comes letter by letter does not flicker`(
    answer: TypicalText
  ) {
    let text = answer.text
    for size in [1, 3, 10] {
      expectSound(text, pieces: size)
      #expect(Flickers(of: text, pieces: size).found == [])
    }
  }

  @Test func `what is open at the end is shown as it will most probably be`() {
    #expect(shown("see **bo") == "see bo" && styles("see **bo") == [.strong])
    #expect(shown("see *em") == "see em" && styles("see *em") == [.emphasis])
    #expect(shown("see `x * y") == "see x * y" && styles("see `x * y") == [.code])
    #expect(shown("see ~~gone") == "see gone" && styles("see ~~gone") == [.strikethrough])
    #expect(shown("see [the te") == "see the te")
    #expect(shown("see [the text]") == "see the text")
    #expect(shown("see [the text](https://exa") == "see the text")
    #expect(shown("so $x_1 + y") == "so $x_1 + y" && styles("so $x_1 + y") == [.math])
    #expect(shown(#"so \(x_1"#) == #"so \(x_1"# && styles(#"so \(x_1"#) == [.math])
    #expect(shown("a **b *c") == "a b c")
    #expect(shown("> - a **b") == "• b".replacing("• ", with: "> • a "))
  }

  @Test(arguments: ["see *", "see **", "see `", "see [", "see ~~", "see &am", "see <htt", "see \\"])
  func `a mark that has just begun is not shown`(text: String) {
    #expect(shown(text) == "see")
  }

  @Test(arguments: ["see *\n", "see **\n", "see &am\n", "see <htt\n", "see !\n"])
  func `a mark at the end of a complete line begins nothing`(text: String) {
    #expect(shown(text) == text.filter { $0 != "\n" })
  }

  @Test(arguments: ["5*3", "$5 and", "snake_case", "a * b", "array[0", "AT&T & Co", "a < b"])
  func `what only looks like a mark is shown`(text: String) {
    #expect(shown(text) == text)
  }

  @Test(arguments: ["-", "--", "===", "#", ">", "```sw", "| a", "1", "1.", "- [", "- [x", "[^1", "[a]: htt", "**"])
  func `a last line that may be anything waits`(line: String) {
    #expect(shown("Words\n" + line) == "Words")
    #expect(shown("- item\n\n" + line) == "• item")
  }

  @Test func `a line that may be a table's head waits for the line below`() {
    #expect(shown("Words\n\n| a | b |\n") == "Words")
    #expect(shown("Words\n\n| a | b |\n|--") == "Words")
    #expect(shown("Words\n\n| a | b |\n|--|--|\n") == "Words\n\na\tb")
    #expect(shown("Words\n\n| a | b |\nno table") == "Words\n\n| a | b | no table")
  }

  @Test func `a change keeps what is as it was`() {
    var stream = MarkdownStream()
    var blocks: [Block] = []
    for piece in TypicalText.all.map(\.text).joined(separator: "\n\n").pieces(of: 5) {
      let change = stream.append(piece)
      #expect(change.keep <= blocks.count)
      blocks = blocks[..<change.keep] + change.blocks
      #expect(blocks == stream.blocks)
    }
  }

  @Test func `definitions that come late reach back, and footnotes`() {
    let text = "See [x] and a note[^n].\n\nMore.\n\n[x]: https://example.org\n[^n]: The note.\n"
    expectSound(text, pieces: 1)
    var stream = MarkdownStream()
    for piece in text.pieces(of: 1) { _ = stream.append(piece) }
    #expect(stream.blocks == Document.blocks(of: text))
  }

  @Test func `a text that becomes too long is shown as it came, and each piece is as cheap as the last`() {
    var stream = MarkdownStream()
    let line = String(repeating: "word ", count: 200) + "\n\n"
    for _ in 0..<220 { _ = stream.append(line) }
    let whole = String(repeating: line, count: 220)
    #expect(stream.blocks == Document.typed(whole))
    #expect(stream.finished == stream.blocks.count - 1)
    let change = stream.append("end")
    #expect(change.keep >= stream.blocks.count - 2)
    _ = stream.end()
    #expect(stream.blocks == Document.blocks(of: whole + "end"))
  }

  private func shown(_ text: String) -> String {
    var stream = MarkdownStream()
    _ = stream.append(text)
    return Block.plainText(of: stream.blocks)
  }

  private func styles(_ text: String) -> [Span.Style] {
    var stream = MarkdownStream()
    _ = stream.append(text)
    guard case .paragraph(let inline) = stream.blocks.last?.content else { return [] }
    return inline.spans.map(\.style)
  }
}

/// Looks at each state that what is finished is so in the whole, and at the end that all is.
func expectSound(_ text: String, pieces size: Int, sourceLocation: SourceLocation = #_sourceLocation) {
  var stream = MarkdownStream()
  var written = ""
  for piece in text.pieces(of: size) {
    _ = stream.append(piece)
    written += piece
    var whole = Document.blocks(of: written)
    if !whole.starts(with: stream.blocks.prefix(stream.finished)), let end = written.utf8.lastIndex(of: 10) {
      // A definition that is half written holds only in a parse of what is there.
      whole = Document.blocks(of: String(written[...end]))
    }
    guard whole.starts(with: stream.blocks.prefix(stream.finished)) else {
      Issue.record(
        "“\(written)” shows \(stream.blocks), \(stream.finished) finished, not \(whole)", sourceLocation: sourceLocation
      )
      return
    }
  }
  _ = stream.end()
  #expect(stream.blocks == Document.blocks(of: text), "\(text)", sourceLocation: sourceLocation)
}

extension String {
  /// Parts of so many bytes, or a little more, that end where a scalar ends.
  func pieces(of size: Int) -> [String] {
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      piece.append(scalar)
      count += UTF8.width(scalar)
      if count >= size {
        pieces.append(String(piece))
        (piece, count) = (String.UnicodeScalarView(), 0)
      }
    }
    return piece.isEmpty ? pieces : pieces + [String(piece)]
  }
}

/// Moments at which a reader would have seen something change and change back, or go away.
struct Flickers {
  private(set) var found: [String] = []

  init(of text: String, pieces size: Int) {
    var stream = MarkdownStream()
    var kinds: [[String]] = []
    var last: [Character] = []
    var written = ""
    for piece in text.pieces(of: size) {
      _ = stream.append(piece)
      written += piece
      let letters = Block.plainText(of: stream.blocks).filter { !$0.isWhitespace && !"•>".contains($0) }
      let now = Array(letters)
      if !now.contains(inOrder: last) { found.append("gone: …\(written.suffix(60))") }
      last = now
      for (index, block) in stream.blocks.enumerated() {
        let kind = block.kindName
        if index == kinds.count { kinds.append([]) }
        if kinds[index].last != kind {
          if kinds[index].contains(kind) { found.append("back to \(kind): …\(written.suffix(60))") }
          kinds[index].append(kind)
        }
      }
    }
  }
}

extension Block {
  fileprivate var kindName: String {
    switch content {
    case .paragraph: "paragraph in \(containers.count)"
    case .heading(let level, _): "heading \(level)"
    case .code: "code"
    case .table: "table"
    case .rule: "rule"
    case .typed: "typed"
    }
  }
}

extension [Character] {
  fileprivate func contains(inOrder other: [Character]) -> Bool {
    var index = startIndex
    for one in other {
      guard let found = self[index...].firstIndex(of: one) else { return false }
      index = found + 1
    }
    return true
  }
}
