import Adw
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Where a text ends: what is drawn beyond it, where nothing can be seen of it, and where it goes on elsewhere.
  @Suite struct RichTextEdgeTests {
    /// The strongest alpha in the rows and columns of what a widget draws.
    private static func strongest(
      of widget: some Widget, rows: Range<Int>, columns: Range<Int>? = nil
    ) throws -> UInt8 {
      let picture = try #require(widget.snapshot())
      let pixels = picture.bgra
      var most: UInt8 = 0
      for row in rows.clamped(to: 0..<picture.height) {
        for column in (columns ?? 0..<picture.width).clamped(to: 0..<picture.width) {
          most = max(most, pixels[(row * picture.width + column) * 4 + 3])
        }
      }
      return most
    }

    @Test(
      "nothing is drawn outside of a text, whatever its letters are",
      arguments: [
        "a" + String(repeating: "\u{301}", count: 20_000),
        "a" + String(repeating: "\u{316}", count: 2_000),
        Array(repeating: "👩", count: 400).joined(separator: "\u{200D}"),
        String(repeating: "Z\u{35B}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}", count: 60),
      ])
    func edges(letters: String) async throws {
      for block in [
        Sample.paragraph(letters), Sample.item(letters), Block(.code(CodeBlock(letters))),
        Block(
          .table(Table(alignments: [], head: [Inline("a"), Inline("b")], rows: [[Inline("c"), Inline(letters)]]))),
      ] {
        let text = RichText().margins(80)
        text.show([block])
        let stage = Box(.vertical) { text }
        try await WindowFixture.show(Scroller(stage), width: 500, height: 500) { window in
          #expect(await WindowFixture.frames(3, of: window))
          let drawn = try Self.strongest(of: stage, rows: 80..<(80 + text.height))
          #expect(drawn > 0)
          let above = try Self.strongest(of: stage, rows: 0..<72)
          let below = try Self.strongest(of: stage, rows: (88 + text.height)..<10_000)
          let right = try Self.strongest(of: stage, rows: 0..<10_000, columns: (90 + text.width)..<10_000)
          #expect(above == 0 && below == 0 && right == 0, "\(above) \(below) \(right)")
        }
      }
    }

    @Test func `words stand in for a text of which nothing can be seen, and it is copied as it was written`()
      async throws
    {
      let unseen = ["\u{301}\u{302}", "\u{200B}\u{2060}", " \u{3164} \u{2800}", "\u{E0041}\u{FE0F}\u{AD}"]
      let text = RichText()
      let column = BubbleColumn { BubbleColumn.Part(text, .start) }
      try await WindowFixture.show(Scroller(column), width: 400) { window in
        for letters in unseen {
          for block in [Sample.paragraph(letters), Block(.typed(Inline(letters), isContinued: false))] {
            text.standIn(nil).show([block])
            #expect(await WindowFixture.frames(2, of: window))
            let empty = text.width
            text.standIn("Nothing to be seen")
            #expect(await WindowFixture.frames(2, of: window))
            #expect(text.width > empty + 60)
            text.selectAll()
            #expect(text.selectedText == letters)
          }
        }
        let width = text.width
        for letters in ["x", "1", "。", "😀", "\u{301} é"] {
          text.show([Sample.paragraph(letters)])
          #expect(await WindowFixture.frames(2, of: window))
          #expect(text.width < width, "\(letters)")
        }
        text.show([Sample.paragraph("\u{301}")])
        text.show(keep: 1, [Sample.paragraph("a word")])
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.blocks.count == 2 && text.width < width)
      }
    }

    @Test func `a text that goes on elsewhere fades out at its end`() async throws {
      let text = RichText()
      text.show(Sample.prose(3))
      try await WindowFixture.show(Scroller(text), width: 400, height: 700) { window in
        #expect(await WindowFixture.frames(2, of: window))
        @MainActor func strength(_ rows: Range<Int>) throws -> UInt8 { try Self.strongest(of: text, rows: rows) }
        let bottom = Int(text.places[2].bottom)
        let last = (bottom - 20)..<bottom
        let before = try (strength(0..<20), strength(last))
        #expect(before.0 > 150 && before.1 > 150)
        text.fadesOut(true)
        #expect(await WindowFixture.frames(2, of: window))
        let after = try (strength(0..<20), strength(last))
        #expect(after.0 == before.0 && after.1 < before.1 / 2, "\(after)")
        text.fadesOut(false)
        #expect(await WindowFixture.frames(2, of: window))
        #expect(try strength(last) == before.1)
      }
    }

    @Test func `code and tables end where lines of letters do, unless they need more`() async throws {
      func table(_ words: Int) -> Block {
        let cell = Inline(String(repeating: "word ", count: words))
        return Block(.table(Table(alignments: [], head: [Inline("a"), Inline("b")], rows: [[cell, cell]])))
      }
      let text = RichText().lettersPerLine(40)
      text.show([
        Sample.prose(8)[7], Block(.code(CodeBlock("let x = 1"))), table(1),
        Block(.code(CodeBlock(String(repeating: "x", count: 60)))), table(8),
        Block(.code(CodeBlock("y")), in: [Container(.item(.bullet), isFirst: true)]),
      ])
      try await WindowFixture.show(Scroller(text), width: 1_000) { window in
        #expect(await WindowFixture.frames(2, of: window))
        let rights = text.places.map(\.right)
        #expect(rights[0] < 500)
        #expect(rights[1] == rights[0] && rights[2] == rights[0] && rights[5] == rights[0])
        #expect(rights[3] == Double(text.width) && rights[4] == Double(text.width))
        window.size = (200, 500)
        #expect(await WindowFixture.wait { text.width < 220 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(Set(text.places.map(\.right)) == [Double(text.width)])
      }
    }
  }
}
