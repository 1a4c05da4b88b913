import Markdown
import Testing

@Suite struct BlockTests {
  private func blocks(_ text: String) -> [Block] { Document.blocks(of: text) }

  private func inline(_ text: String) -> Inline? {
    switch blocks(text).first?.content {
    case .paragraph(let inline), .heading(_, let inline): inline
    default: nil
    }
  }

  /// The styled parts of a paragraph's text.
  private func styled(_ text: String) -> [String] {
    guard let inline = inline(text) else { return [] }
    return inline.spans.map { span in
      String(decoding: Array(inline.text.utf8)[span.range], as: UTF8.self) + " \(span.style)"
    }
  }

  @Test func `a list's items say what they stand in, and where it begins`() {
    let items = blocks("1. one\n2. two\n   - three\n\n     > four\n3) five\n")
    #expect(items.map(\.containers.count) == [1, 1, 2, 3, 1])
    #expect(items[0].containers == [Container(.item(.number(1, hasParenthesis: false)), isFirst: true, isTight: true)])
    #expect(items[1].containers[0].kind == .item(.number(2, hasParenthesis: false)))
    #expect(!items[2].containers[0].isFirst && items[2].containers[1].isFirst)
    #expect(!items[2].containers[1].isTight)
    #expect(items[3].containers[2] == Container(.quotation, isFirst: true))
    #expect(items[4].containers[0].kind == .item(.number(3, hasParenthesis: true)))
    #expect(
      blocks("- [x] a\n- [ ] b\n- c").map(\.containers[0].kind) == [
        .item(.task(isDone: true)), .item(.task(isDone: false)), .item(.bullet),
      ])
    #expect(blocks("-\n- a").map(\.containers[0].isFirst) == [true, true])
  }

  @Test func `blocks know their lines`() {
    let text = "# A\n\ntext\nmore\n\n- one\n- two\n\n```\ncode\n```\n\nabove\n| a |\n|---|\n| b |\n"
    #expect(blocks(text).map(\.lines) == [0..<1, 2..<4, 5..<6, 6..<7, 8..<11, 12..<13, 13..<16])
    #expect(blocks(text.replacing("\n", with: "\r\n")).map(\.lines) == blocks(text).map(\.lines))
  }

  @Test func `code has its language and knows whether it was closed`() {
    #expect(blocks("```swift {1,2}\na\n\nb\n```")[0].content == .code(CodeBlock("a\n\nb", language: "swift")))
    #expect(blocks("```swift\na")[0].content == .code(CodeBlock("a", language: "swift", isClosed: false)))
    #expect(blocks("> ~~~\n> a\n> ~~~")[0].content == .code(CodeBlock("a")))
    #expect(blocks("````\n```\n")[0].content == .code(CodeBlock("```", isClosed: false)))
    #expect(blocks("    a\n      b")[0].content == .code(CodeBlock("a\n  b")))
    #expect(blocks("```\n```")[0].content == .code(CodeBlock("")))
  }

  @Test func `a table has rows as long as its head`() {
    let table = blocks("| a | **b** |\n|:-:|--:|\n| 1 |\n| 1 | 2 | 3 |\n")[0]
    #expect(
      table.content
        == .table(
          Table(
            alignments: [.centre, .end], head: [Inline("a"), Inline("b", spans: [Span(0..<1, .strong)])],
            rows: [[Inline("1"), Inline("")], [Inline("1"), Inline("2")]])))
  }

  @Test func `spans lie in one another`() {
    #expect(
      styled("**a *b* c** `d` ~~e~~") == [
        "a b c strong", "b emphasis", "d code", "e strikethrough",
      ])
    #expect(inline("***both***")?.spans.map(\.range) == [0..<4, 0..<4])
  }

  @Test func `only places in the web and mail addresses are links`() {
    #expect(
      styled("[a](https://example.org) <mailto:a@example.org>") == [
        #"a link("https://example.org")"#, #"mailto:a@example.org link("mailto:a@example.org")"#,
      ])
    #expect(
      styled("www.example.org and a@example.org") == [
        #"www.example.org link("http://www.example.org")"#, #"a@example.org link("mailto:a@example.org")"#,
      ])
    for address in [
      "javascript:alert(1)", "file:///etc/passwd", "data:text/html,a", "/a", "#a", "ftp://a.example", "vbscript:a",
      "sotto:chat/018f3a5e-7c21-7000-8000-0123456789ab", "https://evil.example\\\\@good.example", "https:///a",
    ] {
      #expect(inline("[text](<\(address)>)") == Inline("text"), "\(address)")
    }
    #expect(styled("[a](HTTPS://EXAMPLE.ORG)") == [#"a link("HTTPS://EXAMPLE.ORG")"#])
  }

  @Test func `a picture is a link with its words, or its address`() {
    #expect(
      styled("![a *cat*](https://example.org/a.png)") == [
        #"a cat link("https://example.org/a.png")"#, "cat emphasis",
      ])
    #expect(inline("![](https://example.org/a.png)")?.text == "https://example.org/a.png")
    #expect(styled("[![in](https://a.example)](https://b.example)") == [#"in link("https://b.example")"#])
    #expect(inline("![gone](cat.png)") == Inline("gone"))
  }

  @Test(arguments: [
    #"$x_1*y*$"#, #"$$a_b$$"#, #"\(a * b\)"#, #"\[ x_{1} \]"#, #"$\alpha$"#, "$$\na\nb\n$$", #"\(\{a\}\)"#, "$a$",
  ])
  func `a formula stays as it was typed`(formula: String) {
    let expected = formula.replacing("\n", with: "\u{2028}")
    #expect(
      inline("so \(formula) *is*")
        == Inline(
          "so \(expected) is",
          spans: [
            Span(3..<3 + expected.utf8.count, .math),
            Span(expected.utf8.count + 4..<expected.utf8.count + 6, .emphasis),
          ]))
  }

  @Test(arguments: [
    ("$5 and $6", "$5 and $6"), (#"\$a$"#, "$a$"), (#"\[not a link\](/a)"#, "[not a link](/a)"), (#"a \( b"#, "a ( b"),
    ("$ a $", "$ a $"), ("$`code`$", "$code$"), (#"\(\)"#, "()"), ("`$a`b$", "$ab$"), (#"\\(a\\)"#, #"\(a\)"#),
  ])
  func `what is no formula is read as all else`(text: String, shown: String) {
    #expect(inline(text)?.text == shown)
    #expect(inline(text)?.spans.contains { $0.style == .math } == false)
  }

  @Test func `line breaks: a space, nothing between Chinese letters, and those that were asked for`() {
    #expect(inline("a\nb")?.text == "a b")
    #expect(inline("日\n本")?.text == "日本")
    #expect(inline("日\n*本*")?.text == "日本")
    #expect(inline("日\na")?.text == "日 a")
    #expect(inline("안녕\n하세요")?.text == "안녕 하세요")
    #expect(inline("a  \nb\\\nc<br>d<br />e")?.text == "a\u{2028}b\u{2028}c\u{2028}d\u{2028}e")
  }

  @Test func `entities are decoded, HTML is text, and nothing is zero`() {
    #expect(inline("&copy; &amp;lt; &nope; a\u{0}b &#0;")?.text == "© &lt; &nope; a\u{FFFD}b \u{FFFD}")
    #expect(inline("a <b>c</b>")?.text == "a <b>c</b>")
    #expect(inline("<div>\n*a*\n</div>")?.text == "<div>\u{2028}*a*\u{2028}</div>")
  }

  @Test func `footnotes have numbers, and their text stands at the end`() {
    let all = blocks("a[^x] b[^y]\n\n[^y]: second\n\n[^x]: first\n")
    #expect(Block.plainText(of: all) == "a[1] b[2]\n\n[1] first\n\n[2] second")
    #expect(all[1].containers == [Container(.footnote(1), isFirst: true)])
    #expect(styled("a[^x]\n\n[^x]: b") == ["1 footnote"])
    #expect(inline("a[^x]")?.text == "a[^x]")
  }

  @Test func `a footnote that nothing refers to is shown as it was written`() {
    let all = blocks("Text[^a].\n\n[^1]: A *note*.\n> [^2]: B\n\n```\n[^3]: C\n```\n\n[^A]: D\n\n[^4]: E")
    #expect(
      Block.plainText(of: all)
        == "Text[1].\n\n[^1]: A note.\n\n> [^2]: B\n\n[^3]: C\n\n[^4]: E\n\n[1] D")
  }

  @Test func `a footnote of which only code speaks is shown as it was written, and one that stands twice`() {
    #expect(Block.plainText(of: blocks("Write `[^1]`.\n\n[^1]: A *note*.")) == "Write [^1].\n\n[^1]: A note.")
    #expect(Block.plainText(of: blocks("```\na[^1]\n```\n\n[^1]: A note.")) == "a[^1]\n\n[^1]: A note.")
    #expect(
      Block.plainText(of: blocks("Text[^2], `[^1]`.\n\n[^1]: A.\n\n[^2]: B."))
        == "Text[1], [^1].\n\n[^1]: A.\n\n[1] B.")
    #expect(
      Block.plainText(of: blocks("Text[^1].\n\n[^1]: A.\n\n[^1]: B.")) == "Text[1].\n\n[^1]: B.\n\n[1] A.")
    #expect(
      Block.plainText(of: blocks("Text[^1].\n\n```\n[^1]: C\n```\n\n[^1]: A.")) == "Text[1].\n\n[^1]: C\n\n[1] A.")
  }

  @Test func `what is copied has marks, indents, tabs and empty lines`() {
    let text =
      "# T\n\ntext  \nmore\n\n- a\n- b\n  1. c\n\n> q\n> r\n\n- x\n\n- y\n\n```\nd\n\ne\n```\n\n|a|b|\n|-|-|\n|c|d|\n\n---\n"
    #expect(
      Block.plainText(of: blocks(text))
        == "T\n\ntext\nmore\n\n• a\n• b\n  1. c\n\n> q r\n\n• x\n\n• y\n\nd\n\ne\n\na\tb\nc\td\n\n---")
    #expect(Block.plainText(of: blocks("- a\n\n  b\n- c")) == "• a\n\n  b\n\n• c")
    #expect(Block.plainText(of: blocks("> ```\n> a\n>\n> b\n> ```")) == "> a\n>\n> b")
  }
}
