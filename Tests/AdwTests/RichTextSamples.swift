import Adw
import Glibc
import Markdown

/// Blocks for tests, written without Markdown.
enum Sample {
  static func text(_ text: String, _ styles: (String, Span.Style)...) -> Inline {
    var spans: [Span] = []
    for (part, style) in styles {
      guard let range = text.range(of: part) else { continue }
      spans.append(Span(range, style))
    }
    return Inline(text, spans: spans)
  }

  static func paragraph(_ text: String, in containers: [Container] = []) -> Block {
    Block(.paragraph(Inline(text)), in: containers)
  }

  static func item(_ text: String, _ marker: Marker = .bullet, outer: [Container] = []) -> Block {
    Block(.paragraph(Inline(text)), in: outer + [Container(.item(marker), isFirst: true, isTight: true)])
  }

  static let open = Container(.item(.bullet), isFirst: false, isTight: true)

  /// One of each kind.
  static let everything: [Block] = [
    Block(.heading(level: 1, Inline("A heading"))),
    Block(
      .paragraph(
        text(
          "Some strong words and a link to a page.", ("strong", .strong), ("a link", .link("https://example.org/page")))
      )),
    item("first"), item("second"), item("below it", .bullet, outer: [open]), item("third"),
    item("one", .number(1, hasParenthesis: false)), item("two", .number(2, hasParenthesis: false)),
    item("done", .task(isDone: true)), item("open", .task(isDone: false)),
    paragraph("Said by somebody.", in: [Container(.quotation, isFirst: true)]),
    Block(.code(CodeBlock("let x = 1\nprint(x)", language: "swift"))),
    Block(
      .table(
        Table(
          alignments: [.start, .end], head: [Inline("Name"), Inline("Size")],
          rows: [[Inline("a"), Inline("1")], [Inline("b"), Inline("22")]]))),
    Block(.rule),
    paragraph("The end."),
  ]

  static let everythingCopied = """
    A heading

    Some strong words and a link to a page.

    • first
    • second
      • below it
    • third
    1. one
    2. two
    [x] done
    [ ] open

    > Said by somebody.

    let x = 1
    print(x)

    Name\tSize
    a\t1
    b\t22

    ---

    The end.
    """

  /// Words in paragraphs, `count` of them.
  static func prose(_ count: Int) -> [Block] {
    (0..<count).map { number in
      paragraph("\(number). " + String(repeating: "Some words that need room. ", count: 3 + number * 7 % 9))
    }
  }
}

extension String {
  /// Where a part of it is, in bytes.
  fileprivate func range(of part: String) -> Range<Int>? {
    let (all, wanted) = (Array(utf8), Array(part.utf8))
    guard wanted.count <= all.count else { return nil }
    return (0...(all.count - wanted.count)).first { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
      .map { $0..<($0 + wanted.count) }
  }
}
