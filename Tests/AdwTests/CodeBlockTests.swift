import Adw
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Long code folds, and is shown as its reader wants it.
  @Suite struct CodeBlockTests {
    private static func code(_ lines: Int, isClosed: Bool = true, _ end: String = "") -> Block {
      let text = (1...lines).map { "let line\($0) = \($0)" }.joined(separator: "\n") + end
      return Block(.code(CodeBlock(text, language: "swift", isClosed: isClosed)))
    }

    private static func show(_ blocks: [Block], _ body: (RichText, Window) async throws -> Void) async throws {
      let text = RichText()
      text.show(blocks)
      try await WindowFixture.show(Scroller(text), width: 500, height: 700) { window in
        #expect(await WindowFixture.frames(2, of: window))
        try await body(text, window)
      }
    }

    /// In the middle of the line that folds a block.
    private static func foot(of text: RichText, _ block: Int) -> Point {
      Point(x: text.places[block].x + text.places[block].width / 2, y: text.places[block].bottom - 10)
    }

    /// Opens the menu of the first block by keys and takes its entry of this number. What was pressed last has the keyboard.
    private static func choose(_ entry: Int, of text: RichText, again: Bool = false) async throws {
      text.grabFocus()
      #expect(await WindowFixture.wait { text.hasFocus })
      if !again { try await Pointer.key("Tab") }
      try await Pointer.key("Return")
      #expect(await WindowFixture.wait { !text.hasFocus })
      for _ in 0..<entry { try await Pointer.key("Down") }
      try await Pointer.key("Return")
      #expect(await WindowFixture.wait { text.hasFocus })
    }

    @Test func `code of more than forty lines is folded, and unfolds in its place by pointer and keys`() async throws {
      try await Self.show([Self.code(60), Self.code(40), Sample.paragraph("below")]) { text, window in
        let places = text.places
        #expect(places[0].height < places[1].height * 0.7)
        try await Pointer.point(at: Self.foot(of: text, 0), of: text)
        try await Pointer.click()
        #expect(await WindowFixture.wait { text.places[0].height > places[1].height * 1.4 })
        #expect(text.places[0].y == places[0].y)
        // The keyboard goes on where the pointer was.
        try await Pointer.key("Return")
        #expect(await WindowFixture.wait { text.places == places })
        try await Pointer.key("space")
        #expect(await WindowFixture.wait { text.places[0].height > places[1].height * 1.4 })
        #expect(await WindowFixture.frames(1, of: window))
      }
    }

    @Test func `the menu of code that was out of view a moment before opens in view`() async throws {
      let text = RichText()
      text.show([Self.code(40)] + Sample.prose(60))
      let scroller = Scroller(text)
      try await WindowFixture.show(scroller, width: 500, height: 700) { window in
        #expect(await WindowFixture.frames(2, of: window))
        // Higher than any monitor lies the code now.
        scroller.offset = 4_000
        #expect(await WindowFixture.frames(2, of: window))
        _ = Criticals.take()
        // No frame comes between: the text scrolls to the button, and nothing is laid out anew before Enter.
        text.grabFocus()
        #expect(text.press(KeyStroke(.enter)))
        #expect(await WindowFixture.wait { !text.hasFocus })
        #expect(scroller.offset < 100)
        #expect(await WindowFixture.frames(3, of: window))
        try await Pointer.key("Escape")
        #expect(await WindowFixture.wait { text.hasFocus })
        #expect(Criticals.take() == [])
      }
    }

    @Test func `code that grows is not folded under its reader's eyes, and can be once it has ended`() async throws {
      try await Self.show([Self.code(5, isClosed: false)]) { text, window in
        var last = 0.0
        for lines in [39, 41, 60, 90] {
          text.show([Self.code(lines, isClosed: false, "\nhalf a l")])
          #expect(await WindowFixture.frames(1, of: window))
          #expect(text.places[0].height > last)
          last = text.places[0].height
        }
        text.show([Self.code(90), Sample.paragraph("below")])
        #expect(await WindowFixture.frames(1, of: window))
        #expect(text.places[0].height > last)
      }
    }

    @Test func `what is copied over folded code takes along what is folded away`() async throws {
      try await Self.show([Sample.paragraph("above"), Self.code(60), Sample.paragraph("below")]) { text, _ in
        text.selectAll()
        #expect(text.selectedText?.contains("let line60 = 60\n\nbelow") == true)
        try await Pointer.point(at: Point(x: text.places[1].x + 20, y: text.places[1].y + 60), of: text)
        try await Pointer.click()
        try await Pointer.key("ctrl+shift+End")
        #expect(await WindowFixture.wait { text.selectedText?.hasSuffix("let line60 = 60\n\nbelow") == true })
        #expect(text.selectedText?.hasPrefix("above") == false)
      }
    }

    @Test func `wrapped code is higher and no longer scrolls, and all of it is there`() async throws {
      let long = Block(.code(CodeBlock((0..<30).map { "word\($0)" }.joined(separator: " ") + "\nlast")))
      try await Self.show([long, Sample.paragraph("below")]) { text, window in
        let before = text.places[0].height
        let inCode = Point(x: 50, y: text.places[0].y + 20)
        #expect(text.scroll(sideways: 100, at: inCode))
        try await Self.choose(1, of: text)
        #expect(await WindowFixture.wait { text.places[0].height > before * 1.5 })
        #expect(!text.scroll(sideways: 100, at: inCode))
        #expect(text.selectedText == nil)
        text.selectAll()
        #expect(text.selectedText?.hasSuffix("word29\nlast\n\nbelow") == true)
        window.size = (900, 700)
        #expect(await WindowFixture.wait { text.places[0].height < before * 1.5 })
      }
    }

    @Test func `line numbers stand beside the code, and are never copied`() async throws {
      try await Self.show([Self.code(3)]) { text, _ in
        try await Self.choose(2, of: text)
        text.selectAll()
        #expect(text.selectedText == "let line1 = 1\nlet line2 = 2\nlet line3 = 3")
        // Beside them a drag begins with the first letter.
        try await Pointer.point(at: Point(x: 14, y: text.places[0].y + 45), of: text)
        try await Pointer.click(times: 3)
        #expect(await WindowFixture.wait { text.selectedText == "let line1 = 1\nlet line2 = 2\nlet line3 = 3" })
      }
    }

    @Test func `a choice lasts while the code grows`() async throws {
      try await Self.show([Block(.code(CodeBlock(String(repeating: "word ", count: 60), isClosed: false)))]) {
        text, window in
        try await Self.choose(1, of: text)
        #expect(!text.scroll(sideways: 100, at: Point(x: 50, y: 20)))
        text.show([Block(.code(CodeBlock(String(repeating: "word ", count: 90) + "\nmore")))])
        #expect(await WindowFixture.frames(1, of: window))
        #expect(!text.scroll(sideways: 100, at: Point(x: 50, y: 20)))
      }
    }

    @Test func `a choice lasts while the widget of its text is away, and goes with the letters`() async throws {
      let kept = CodeViews()
      let texts = [1, 1, 2].map { id in
        let text = RichText()
        kept.join(text, as: id)
        return text
      }
      let long = Block(.code(CodeBlock(String(repeating: "word ", count: 60))))
      try await WindowFixture.show(Scroller(Box(.vertical) { texts }), width: 500, height: 900) { window in
        texts[0].show([long, Self.code(60)])
        #expect(await WindowFixture.frames(2, of: window))
        let folded = texts[0].places[1].height
        try await Self.choose(1, of: texts[0])
        try await Pointer.point(at: Self.foot(of: texts[0], 1), of: texts[0])
        try await Pointer.click()
        #expect(await WindowFixture.wait { texts[0].places[1].height > folded * 1.4 })
        texts[1].show([long, Self.code(60)])
        texts[2].show([long, Self.code(60)])
        #expect(await WindowFixture.frames(2, of: window))
        #expect(texts[1].places.map(\.height) == texts[0].places.map(\.height))
        #expect(!texts[1].scroll(sideways: 100, at: Point(x: 50, y: 20)))
        #expect(texts[2].places[1].height == folded)
        texts[2].show([long])
        texts[1].show([Self.code(60, "0"), Self.code(60, "0")])
        #expect(await WindowFixture.frames(2, of: window))
        #expect(texts[1].places[0].height == folded, "other code in the place of what was wrapped")
        #expect(texts[1].places[1].height > folded * 1.4, "the code has grown")
      }
    }

    @Test func `a table is copied as Markdown and as cells from its menu`() async throws {
      let table = Table(
        alignments: [.start, .end], head: [Inline("Name"), Inline("Size")],
        rows: [[Inline("a"), Inline("1")], [Inline("b"), Inline("22")]])
      try await Self.show([Block(.table(table))]) { text, _ in
        try await Self.choose(1, of: text)
        let markdown = try await WindowFixture.awaiting { await Clipboard.text() }
        #expect(markdown == "| Name | Size |\n| :--- | ---: |\n| a    |    1 |\n| b    |   22 |")
        try await Self.choose(0, of: text, again: true)
        let cells = try await WindowFixture.awaiting { await Clipboard.text() }
        #expect(cells == "Name\tSize\na\t1\nb\t22")
      }
    }

    @Test func `in a list that follows its end, what is unfolded keeps its place, and so does what folds it`()
      async throws
    {
      let text = RichText()
      text.show([Self.code(80)])
      let list = PagedList<Int>(followsEnd: true)
      list.update(ids: [0, 1, 2]) { id in
        guard id == 1 else { return ListRow(Label("Row \(id)").margins(20)) }
        return ListRow(text)
      }
      try await WindowFixture.show(list, width: 500, height: 500) { window in
        #expect(await WindowFixture.frames(3, of: window))
        let top = try #require(text.frame(in: window)?.y)
        try await Pointer.point(at: Self.foot(of: text, 0), of: text)
        try await Pointer.click()
        #expect(await WindowFixture.wait { text.height > 1_000 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(abs(try #require(text.frame(in: window)?.y) - top) < 2)
        list.scrollToEnd()
        #expect(await WindowFixture.frames(2, of: window))
        let bottom = try #require(text.frame(in: window)?.bottom)
        try await Pointer.point(at: Self.foot(of: text, 0), of: text)
        try await Pointer.click()
        #expect(await WindowFixture.wait { text.height < 1_000 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(abs(try #require(text.frame(in: window)?.bottom) - bottom) < 2)
      }
    }
  }
}
