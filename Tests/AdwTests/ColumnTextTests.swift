import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct ColumnTextTests {
    private static let texts = [
      "", "short", "two\nlines", "a line that is a little longer than the column it stands in",
      String(repeating: "words and ", count: 40), String(repeating: "x", count: 300), "ends with spaces      ",
      "שלום", String(repeating: "مرحبا بالعالم ", count: 20), "mixed שלום\nand a second line", "👩‍👩‍👧‍👦 and a family",
    ]

    /// A column with each text in a bubble and by itself, and the labels in it.
    private static func column(
      of texts: [String], _ make: () -> Label
    ) -> (column: BubbleColumn, labels: [Label], bubbles: [Box]) {
      let column = BubbleColumn(free: 60, spacing: 4)
      var labels: [Label] = []
      var bubbles: [Box] = []
      for (index, text) in texts.enumerated() {
        let side: BubbleColumn.Side = index.isMultiple(of: 2) ? .start : .end
        let label = make().wrapping().aligned(0).margins(start: 3)
        label.show(text)
        let bubble = Box(.vertical) { label }.styled("card", "toolbar")
        column.add(bubble, side)
        let sender = make().ellipsized().margins(top: 4, start: 14)
        sender.text = text.split(separator: "\n").first.map(String.init) ?? ""
        column.add(sender, side)
        labels += [label, sender]
        bubbles.append(bubble)
      }
      return (column, labels, bubbles)
    }

    private static func frames(_ made: (column: BubbleColumn, labels: [Label], bubbles: [Box])) -> [Rectangle?] {
      made.labels.map { $0.frame(in: made.column) } + made.bubbles.map { $0.frame(in: made.column) }
    }

    @Test(arguments: [false, true])
    func `a text in a column has the place and the size of any other label`(isMirrored: Bool) async throws {
      let plain = Self.column(of: Self.texts) { Label() }
      let quick = Self.column(of: Self.texts) { Label.inColumn() }
      for made in [plain, quick] { made.column.isRightToLeft = isMirrored }
      let both = Box(.vertical) {
        plain.column
        quick.column
      }
      try await WindowFixture.show(Scroller(both), width: 420) { window in
        #expect(Self.frames(plain) == Self.frames(quick))
        #expect(quick.labels.contains { $0.height > 60 })
        for width in [900, 360, 500] {
          window.size = (width, 500)
          #expect(await WindowFixture.wait { abs(both.width - width) < 100 })
          #expect(await WindowFixture.frames(2, of: window))
          #expect(Self.frames(plain) == Self.frames(quick), "in \(width) pixels")
        }
      }
    }

    @Test func `a text that grows, or becomes short again, changes its bubble`() async throws {
      let plain = Self.column(of: ["a", "b"]) { Label() }
      let quick = Self.column(of: ["a", "b"]) { Label.inColumn() }
      let both = Box(.vertical) {
        plain.column
        quick.column
      }
      try await WindowFixture.show(Scroller(both)) { window in
        for text in ["some words", String(repeating: "more and more ", count: 30), "few", ""] {
          for made in [plain, quick] { for label in made.labels { label.text = text } }
          #expect(await WindowFixture.frames(2, of: window))
          #expect(Self.frames(plain) == Self.frames(quick), "\(text.prefix(20))")
        }
      }
    }
  }
}
