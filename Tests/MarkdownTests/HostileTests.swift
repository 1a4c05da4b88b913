import CMarkdown
import Testing

@testable import Markdown

@Suite(.serialized) struct HostileTests {
  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  struct Bomb: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
  }

  private static let bombs: [Bomb] = [
    Bomb(
      testDescription: "a table of 300 columns",
      text: times(300, "|x") + "|\n" + times(300, "|-") + "|\n" + times(10_000, "|x|\n")),
    Bomb(
      testDescription: "a table of 100 columns",
      text: times(100, "|x") + "|\n" + times(100, "|-") + "|\n" + times(10_000, "|x|\n")),
    Bomb(
      testDescription: "many small bombs",
      text: times(300, times(30, "|") + "\n" + times(30, "|-") + "|\n" + times(30, "|\n") + "\n")),
    Bomb(testDescription: "pipes in head and delimiter", text: times(30_000, "|") + "\n" + times(30_000, "|-") + "\n"),
    Bomb(testDescription: "addresses", text: times(15_000, "a@a.")),
    Bomb(testDescription: "definitions", text: times(5_000, "[a]: /b\n") + times(5_000, "[a] ")),
    Bomb(testDescription: "quotations", text: times(50_000, ">")),
    Bomb(testDescription: "lists", text: times(20_000, "* ")),
    Bomb(testDescription: "both", text: times(10_000, "> - ")),
    Bomb(testDescription: "addresses deep down", text: times(20_000, ">") + times(10_000, "a@a.bc ")),
    Bomb(testDescription: "emphasis", text: times(20_000, "**a *a")),
    Bomb(testDescription: "brackets", text: times(50_000, "[")),
    Bomb(testDescription: "links", text: times(30_000, "[](")),
    Bomb(testDescription: "images", text: times(30_000, "![")),
    Bomb(testDescription: "backticks", text: (1...400).map { times($0, "`") + " " }.joined()),
    Bomb(testDescription: "comments", text: times(20_000, "<!--")),
    Bomb(testDescription: "entities", text: times(50_000, "&")),
    Bomb(testDescription: "tildes", text: times(50_000, "~~a")),
    Bomb(testDescription: "underscores", text: times(50_000, "_a ")),
    Bomb(testDescription: "dollars", text: times(50_000, "$a ")),
    Bomb(testDescription: "formulas", text: times(40_000, #"\[a"#)),
    Bomb(testDescription: "round formulas", text: times(40_000, #"\(a "#)),
    Bomb(testDescription: "double dollars", text: times(40_000, "$$a ")),
    Bomb(testDescription: "numbers", text: times(20_000, "1. ")),
    Bomb(testDescription: "angles", text: times(50_000, "<")),
    Bomb(testDescription: "footnotes", text: times(10_000, "[^a]") + "\n\n[^a]: b"),
    Bomb(testDescription: "one word", text: times(190_000, "x")),
    Bomb(testDescription: "lines", text: times(60_000, "a\n")),
    Bomb(testDescription: "empty lines", text: times(100_000, "\n")),
    Bomb(testDescription: "fences", text: times(20_000, "```\n")),
    Bomb(testDescription: "tables", text: times(5_000, "|a|\n|-|\n\n")),
    Bomb(testDescription: "definitions of notes", text: times(5_000, "[^a]: b\n\n")),
    Bomb(testDescription: "items deeper and deeper", text: (0..<400).map { times($0, " ") + "- a\n" }.joined()),
  ]

  @Test(arguments: bombs) func `makes no more of a text than it is long`(bomb: Bomb) {
    let text = bomb.text
    let blocks = Document.blocks(of: text)
    let nodes = blocks.reduce(0) { $0 + Self.parts(of: $1) }
    #expect(nodes <= 40_000 + 6 * text.utf8.count)
    #expect(blocks.allSatisfy { $0.containers.count <= 30 })
    // Asked once: an expectation for each of 100,000 blocks takes a minute.
    let deepest = blocks.compactMap { block -> Int? in
      guard case .paragraph(let inline) = block.content else { return nil }
      return Self.depth(of: inline.spans)
    }.max()
    #expect(deepest ?? 0 <= 40)
  }

  @Test(arguments: bombs) func `the parser makes no more nodes than the text is long`(bomb: Bomb) {
    var text = bomb.text
    let (count, length) = text.withUTF8 { bytes -> (Int, Int) in
      (Defused(bytes).withText(or: bytes) { Self.nodes(SyntaxTree(of: $0, isContinued: false)) }, bytes.count)
    }
    #expect(count <= 40_000 + 8 * length)
  }

  @Test func `what makes a bomb harmless is not shown`() {
    let head = Self.times(300, "|x") + "|\n"
    let row = Self.times(300, "|-") + "|"
    #expect(Block.plainText(of: Document.blocks(of: head + row)) == (head + row).replacing("\n", with: " "))
    let code = "```\n" + head + row + "\n\n" + Self.times(150, ">") + " a\n```"
    #expect(Document.blocks(of: code)[0].content == .code(CodeBlock(head + row + "\n\n" + Self.times(150, ">") + " a")))
    #expect(Document.blocks(of: Self.times(150, "- "))[0].content == .rule)
  }

  @Test func `a large table that was written in full is one`() {
    let table = "|a|b|c|d|\n|-|-|-|-|\n" + Self.times(3_000, "|1|2|3|4|\n")
    guard case .table(let made) = Document.blocks(of: table).first?.content else {
      Issue.record("no table")
      return
    }
    #expect(made.rows.count == 3_000)
  }

  @Test func `five megabytes are taken as they were typed`() {
    let text = Self.times(1_000_000, "**a** ")
    #expect(Document.blocks(of: text).count < 2_000)
  }

  @Test(arguments: bombs) func `may come in pieces`(bomb: Bomb) {
    expectSound(String(bomb.text.prefix(4_000)), pieces: 401)
  }

  private static func nodes(_ tree: borrowing SyntaxTree) -> Int {
    let walk = cmark_iter_new(tree.root)
    defer { cmark_iter_free(walk) }
    var count = 0
    while cmark_iter_next(walk) != CMARK_EVENT_DONE { count += 1 }
    return count
  }

  private static func parts(of block: Block) -> Int {
    switch block.content {
    case .paragraph(let inline), .heading(_, let inline), .typed(let inline, _): 1 + inline.spans.count
    case .table(let table): 1 + (table.rows.count + 1) * table.head.count
    case .code, .rule: 1
    }
  }

  /// How many spans lie in one another at most.
  private static func depth(of spans: [Span]) -> Int {
    var (deepest, ends) = (0, [Int]())
    for span in spans {
      while let end = ends.last, end <= span.range.lowerBound { ends.removeLast() }
      ends.append(span.range.upperBound)
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}
