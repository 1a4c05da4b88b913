import Markdown
import Testing

@Suite struct TypedTests {
  private func inlines(_ text: String) -> [(inline: Inline, isContinued: Bool)] {
    Document.typed(text).compactMap { block in
      guard case .typed(let inline, let isContinued) = block.content else { return nil }
      return (inline, isContinued)
    }
  }

  private func links(_ text: String) -> [String] {
    inlines(text).flatMap { piece, _ in
      piece.spans.map { span in
        guard case .link(let address) = span.style else { return "?" }
        return String(decoding: Array(piece.text.utf8)[span.range], as: UTF8.self) + " → " + address
      }
    }
  }

  @Test(arguments: ["", "a", "a\n", "\n", "\n\n", "a\r\nb\r\n", "**a** `b`\n\n    c"])
  func `is one piece, as it was typed`(text: String) {
    #expect(inlines(text).map(\.inline.text) == (text.isEmpty ? [] : [text]))
  }

  @Test(arguments: [
    String(repeating: "word ", count: 5_000), String(repeating: "x", count: 20_001),
    String(repeating: "line\n", count: 1_000), String(repeating: "日本", count: 9_000),
    String(repeating: "👩‍👩‍👧‍👦", count: 3_000), String(repeating: "a\r\n", count: 500),
    String(repeating: String(repeating: "y", count: 3_999) + "\n", count: 5),
    "\n" + String(repeating: "z", count: 4_001),
    "a" + String(repeating: "\u{301}", count: 10_000),
  ])
  func `is cut into pieces that are the whole`(text: String) {
    let pieces = inlines(text)
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.inline.text.unicodeScalars.count <= 4_000 })
    #expect(pieces.allSatisfy { $0.inline.text.utf8.count { $0 == UInt8(ascii: "\n") } <= 120 })
    let isPair = text.utf8.contains(UInt8(ascii: "\r"))
    var whole = ""
    for (index, piece) in pieces.enumerated() {
      whole += piece.inline.text
      if index + 1 < pieces.count, !piece.isContinued { whole += isPair ? "\r\n" : "\n" }
    }
    #expect(whole.utf8.elementsEqual(text.utf8))
    #expect(
      Block.plainText(of: Document.typed(text)).utf8.elementsEqual(text.replacing("\r\n", with: "\n").utf8) || isPair)
    let lines = Document.typed(text).map(\.lines)
    #expect(
      zip(lines, lines.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound || $0.upperBound == $1.lowerBound + 1 })
  }

  @Test func `no letter is cut`() {
    for piece in inlines(String(repeating: "👩‍👩‍👧‍👦", count: 3_000)) {
      #expect(piece.inline.text.allSatisfy { $0 == "👩‍👩‍👧‍👦" })
    }
  }

  @Test(
    arguments: [
      ("see https://example.org/a_(b).", ["https://example.org/a_(b) → https://example.org/a_(b)"]),
      ("(http://example.org)", ["http://example.org → http://example.org"]),
      (
        "www.example.org, and Mail@Example.org!",
        [
          "www.example.org → http://www.example.org", "Mail@Example.org → mailto:Mail@Example.org",
        ]
      ),
      ("mailto:a@example.org", ["mailto:a@example.org → mailto:a@example.org"]),
      ("HTTPS://Example.org", ["HTTPS://Example.org → HTTPS://Example.org"]),
      (
        "https://de.wikipedia.org/wiki/Käse。",
        ["https://de.wikipedia.org/wiki/Käse → https://de.wikipedia.org/wiki/Käse"]
      ),
      ("xhttp://a.example file:///etc javascript:a http:// a@b @ example.org a@.", []),
      (
        "\"https://a.example\" <https://b.example>",
        ["https://a.example → https://a.example", "https://b.example → https://b.example"]
      ),
    ] as [(String, [String])])
  func `has the links that are in it`(text: String, found: [String]) {
    #expect(links(text) == found)
  }

  @Test func `a link that was cut is none`() {
    #expect(links("https://example.org/" + String(repeating: "a", count: 9_000)) == [])
  }

  @Test func `a text that is too long for Markdown is shown as it was typed`() {
    let text = "**a**\n" + String(repeating: "b ", count: 100_000)
    #expect(Document.blocks(of: text) == Document.typed(text))
  }
}
