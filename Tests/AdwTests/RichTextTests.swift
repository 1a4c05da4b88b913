import Adw
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// How rich text takes room, grows, and lets go of what nobody sees.
  @Suite struct RichTextTests {
    @Test func `after it was resized it lies as one that was made in that width`() async throws {
      let text = RichText()
      text.show(Sample.everything + Sample.prose(6))
      try await WindowFixture.show(Scroller(text), width: 500) { window in
        for width in [900, 320, 500] {
          window.size = (width, 500)
          #expect(await WindowFixture.wait { abs(text.width - width) < 60 })
          #expect(await WindowFixture.frames(2, of: window))
          let places = text.places
          let fresh = RichText()
          fresh.show(Sample.everything + Sample.prose(6))
          try await WindowFixture.show(Scroller(fresh), width: width) { other in
            #expect(await WindowFixture.wait { fresh.width == text.width })
            #expect(await WindowFixture.frames(2, of: other))
            #expect(fresh.places == places, "in \(width) pixels")
          }
        }
      }
    }

    @Test func `a text that grew block by block lies as one that was there at once`() async throws {
      let all = Sample.everything + Sample.prose(6)
      let text = RichText()
      let whole = RichText()
      whole.show(all)
      try await WindowFixture.show(
        Scroller(
          Box(.vertical) {
            text
            whole
          })
      ) { window in
        for count in 1...all.count { text.show(keep: count - 1, [all[count - 1]]) }
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.places == whole.places)
        #expect(text.height == whole.height)
      }
    }

    @Test func `only what changed is measured while a text grows`() async throws {
      let text = RichText()
      text.show(Sample.prose(60))
      try await WindowFixture.show(Scroller(text)) { window in
        #expect(await WindowFixture.frames(2, of: window))
        for number in 1...20 {
          let before = RichText.work.measured
          text.show(keep: 60, [Sample.paragraph(String(repeating: "and more ", count: number))])
          #expect(await WindowFixture.frames(2, of: window))
          #expect(RichText.work.measured - before <= 2)
        }
      }
    }

    @Test func `an answer that comes letter by letter ends as one that was there at once`() async throws {
      let answer = """
        # Title

        Some *words* and a [link](https://example.org) in a line that is long enough to be broken once or twice.

        - one
        - two
          1. three

        | a | b |
        |---|--:|
        | 1 | two |

        ```swift
        let answer = 42
        ```

        > The end.
        """
      let text = RichText()
      let whole = RichText()
      whole.show(Document.blocks(of: answer))
      let both = Box(.vertical) {
        text
        whole
      }
      try await WindowFixture.show(Scroller(both)) { window in
        var stream = MarkdownStream()
        for letter in answer {
          let change = stream.append(String(letter))
          text.show(keep: change.keep, change.blocks)
          #expect(await WindowFixture.frames(1, of: window))
        }
        let change = stream.end()
        text.show(keep: change.keep, change.blocks)
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.places == whole.places)
        #expect(text.blocks == whole.blocks)
      }
    }

    @Test func `only what is near the view is laid out`() async throws {
      let before = RichText.work.layouts
      let text = RichText()
      text.show(Sample.prose(800))
      let scroller = Scroller(text)
      try await WindowFixture.show(scroller, height: 400) { window in
        #expect(await WindowFixture.frames(3, of: window))
        #expect((5...40).contains(RichText.work.layouts - before), "\(RichText.work.layouts - before)")
        scroller.offset = 1_000_000_000
        #expect(await WindowFixture.frames(3, of: window))
        #expect((5...40).contains(RichText.work.layouts - before), "\(RichText.work.layouts - before)")
      }
      WindowFixture.settle()
      #expect(RichText.work.layouts <= before)
    }

    @Test func `in a bubble it is as wide as its words, and no wider than the room`() async throws {
      let short = RichText()
      short.show([Sample.paragraph("short")])
      let long = RichText()
      long.show(Sample.prose(2))
      let column = BubbleColumn(free: 60, spacing: 4) {
        BubbleColumn.Part(Box(.vertical) { short }, .end)
        BubbleColumn.Part(Box(.vertical) { long }, .start)
      }
      try await WindowFixture.show(Scroller(column), width: 420) { window in
        #expect(await WindowFixture.frames(2, of: window))
        #expect(short.width > 10 && short.width < 80)
        #expect(long.width > 300 && long.width <= column.width - 60)
        #expect(long.height > short.height * 3)
      }
    }

    @Test func `what runs from right to left is mirrored whole`() async throws {
      let text = RichText()
      text.show([
        Sample.item("ראשון"), Sample.item("with Latin letters"), Sample.paragraph("Latin"),
        Sample.item("an item"),
      ])
      try await WindowFixture.show(Scroller(text)) { window in
        #expect(await WindowFixture.frames(2, of: window))
        let places = text.places
        #expect(places.map(\.x) == [0, 0, 0, places[3].x])
        #expect(places[3].x > 10)
        #expect(places[0].width == places[3].width)
        #expect(places[1].right < places[2].right)
      }
    }

    @Test func `an emoji that is the whole text is large, and no longer when more is said`() async throws {
      let text = RichText()
      let small = RichText()
      text.show([Block(.typed(Inline("🎉"), isContinued: false))])
      small.show([Sample.paragraph("x")])
      let both = Box(.vertical) {
        text
        small
      }
      try await WindowFixture.show(Scroller(both)) { window in
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.height > small.height * 2)
        text.show([Block(.typed(Inline("🎉 hurrah"), isContinued: false))])
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.height < small.height * 3 / 2)
      }
    }

    @Test func `code scrolls sideways, and the wheel goes on to what is around where it cannot`() async throws {
      let text = RichText()
      text.show([Block(.code(CodeBlock(String(repeating: "word ", count: 60)))), Sample.paragraph("below")])
      try await WindowFixture.show(Scroller(text)) { window in
        #expect(await WindowFixture.frames(2, of: window))
        let code = Point(x: 50, y: text.places[0].y + 10)
        #expect(text.scroll(sideways: 100, at: code))
        #expect(text.scroll(sideways: 10_000, at: code))
        #expect(!text.scroll(sideways: 100, at: code))
        #expect(text.scroll(sideways: -50, at: code))
        #expect(!text.scroll(sideways: 100, at: Point(x: 50, y: text.places[1].y + 5)))
      }
    }

    @Test func `hostile texts are shown, and never all at once`() async throws {
      let deep = (0..<30).map { Container($0.isMultiple(of: 2) ? .quotation : .item(.bullet), isFirst: true) }
      let row = (0..<8).map { Inline("cell \($0) with some words in it") }
      let typed = (0..<1_300).map { number in
        Block(.typed(Inline(String(repeating: "\(number) words ", count: 400)), isContinued: true))
      }
      let texts: [[Block]] = [
        typed,
        [Sample.paragraph("deep", in: deep)],
        [Block(.table(Table(alignments: [], head: row, rows: [[Inline]](repeating: row, count: 200))))],
        [Sample.paragraph(String(repeating: "x", count: 100_000))],
        [Block(.code(CodeBlock(String(repeating: "y", count: 100_000))))],
        [Block(.code(CodeBlock(String(repeating: "a line of code\n", count: 20_000))))],
        [Sample.paragraph(String(repeating: "👩‍👩‍👧‍👦", count: 4_000))],
        [Sample.paragraph("")], [Block(.code(CodeBlock("")))], [],
        [Block(.table(Table(alignments: [], head: [], rows: [])))],
      ]
      for blocks in texts {
        let text = RichText()
        text.show(blocks)
        let scroller = Scroller(text)
        try await WindowFixture.show(scroller) { window in
          let before = RichText.work.measured
          #expect(await WindowFixture.frames(2, of: window))
          #expect(RichText.work.measured - before < 4_000)
          #expect(RichText.work.layouts < 2_500)
          scroller.offset = 1_000_000_000
          #expect(await WindowFixture.frames(2, of: window))
          text.selectAll()
          #expect(await WindowFixture.frames(1, of: window))
          text.show([Sample.paragraph("after")])
          #expect(await WindowFixture.frames(1, of: window))
        }
      }
    }
  }
}
