import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// How long the lines of a text are, and how they end.
  @Suite struct LineLengthTests {
    /// A label with letters of one width, without places to break.
    private static func letters(_ count: Int) -> Label {
      let label = Label.inColumn().wrapping().aligned(0)
      label.text = String(repeating: "w", count: count)
      return label
    }

    @Test func `a word that is broken gets no hyphen`() async throws {
      let (measure, label) = (Self.letters(20), Self.letters(120))
      let column = BubbleColumn { BubbleColumn.Part(measure, .start) }
      column.add(label)
      try await WindowFixture.show(Box(.vertical) { column }, width: 600) { _ in
        column.place(label, .fill, maximum: measure.width + 3)
        #expect(await WindowFixture.wait { label.width == measure.width + 3 })
        // A hyphen would take a letter's room in each line, and so make one line more.
        #expect((measure.height * 11 / 2..<measure.height * 13 / 2).contains(label.height), "\(label.height)")
      }
    }

    @Test func `a line has room for so many letters, whatever their size and the width of the window`() async throws {
      let text = String(repeating: "the quick brown fox jumps over it ", count: 20)
      let (wide, bubble) = (Label.inColumn().wrapping().aligned(0), Label.inColumn().wrapping().aligned(0))
      let column = BubbleColumn()
      for label in [wide, bubble] {
        label.text = text
        column.add(label)
      }
      column.place(wide, .fill, letters: 40)
      column.place(bubble, .end, letters: 40)
      let sheet = StyleSheet("")
      defer { sheet.remove() }
      try await WindowFixture.show(Box(.vertical) { column }.styled("sized"), width: 1_400) { window in
        let plain = wide.width
        #expect(plain == bubble.width && plain < 600)
        #expect(wide.frame(in: column)?.x == 0 && bubble.frame(in: column)?.right == Double(column.width))
        let lines = wide.height
        sheet.css = ".sized { font-size: 2em; }"
        #expect(await WindowFixture.wait { wide.width > plain * 3 / 2 })
        #expect(abs(wide.width - 2 * plain) < plain / 5)
        #expect(abs(wide.height - 2 * lines) < lines / 2, "as many lines as before, twice as high")
        window.size = (300, 500)
        #expect(await WindowFixture.wait { wide.width < 300 })
      }
    }

    @Test func `a field grows with the size that a style sheet gives to its text`() async throws {
      let field = ComposerField(placeholder: "Message")
      let sheet = StyleSheet("")
      defer { sheet.remove() }
      try await WindowFixture.show(Box(.vertical) { field }) { window in
        let plain = field.height
        sheet.css = ".composer-field { font-size: 2em; }"
        field.takeNewFont()
        #expect(await WindowFixture.wait { field.height > plain + plain / 3 })
        sheet.css = ""
        field.takeNewFont()
        #expect(await WindowFixture.wait { field.height == plain })
        _ = window
      }
    }
  }
}
