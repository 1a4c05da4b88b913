import Adw
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Selecting, copying and following links, with real keys and a real pointer.
  @Suite struct RichTextSelectionTests {
    /// A text in a window that has the keyboard.
    private static func show(
      _ blocks: [Block], _ body: (RichText, Window) async throws -> Void
    ) async throws {
      let text = RichText()
      text.show(blocks)
      try await WindowFixture.show(Scroller(text), width: 500, height: 700) { window in
        #expect(await WindowFixture.frames(2, of: window))
        try await body(text, window)
      }
    }

    private static func end(of text: RichText, _ block: Int) -> Point {
      Point(x: text.places[block].right - 4, y: text.places[block].bottom - 4)
    }

    private static func start(of text: RichText, _ block: Int) -> Point {
      Point(x: text.places[block].x + 1, y: text.places[block].y + 4)
    }

    private static func drag(from: Point, in one: RichText, to: Point, in other: RichText) async throws {
      try await Pointer.point(at: from, of: one)
      try await Pointer.button(down: true)
      try await Pointer.point(at: Point(x: from.x + 8, y: from.y), of: one)
      try await Pointer.point(at: to, of: other)
      try await Pointer.button(down: false)
    }

    @Test func `all of it is copied as it would be written`() async throws {
      try await Self.show(Sample.everything) { text, _ in
        text.grabFocus()
        #expect(await WindowFixture.wait { text.hasFocus })
        try await Pointer.key("ctrl+a", "ctrl+c")
        #expect(await WindowFixture.wait { text.selectedText != nil })
        #expect(text.selectedText == Sample.everythingCopied)
        try await Pointer.key("Escape")
        #expect(await WindowFixture.wait { text.selectedText == nil })
        // Keys come one after the other: by now the one that copies has come, too.
        let copied = try await WindowFixture.awaiting { await Clipboard.text() }
        #expect(copied == Sample.everythingCopied)
      }
    }

    @Test func `a drag selects across paragraphs, lists, tables and code`() async throws {
      try await Self.show(Sample.everything) { text, window in
        try await Self.drag(from: Self.start(of: text, 2), in: text, to: Self.end(of: text, 12), in: text)
        #expect(await WindowFixture.wait { text.selectedText?.hasSuffix("22") == true }, "\(text.selectedText ?? "")")
        let selected = try #require(text.selectedText)
        #expect(selected.hasPrefix("• first\n• second\n"))
        #expect(selected.contains("let x = 1\nprint(x)\n\nName\tSize"))
        // Growing keeps it.
        text.show(keep: Sample.everything.count, Sample.prose(3))
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.selectedText == selected)
      }
    }

    @Test func `two clicks take a word, three a paragraph, and Shift goes on`() async throws {
      let words = "Some words in a row"
      try await Self.show([Sample.paragraph(words), Sample.paragraph("and more")]) { text, _ in
        try await Pointer.point(at: Point(x: 60, y: 8), of: text)
        try await Pointer.click(times: 2)
        #expect(await WindowFixture.wait { text.selectedText == "words" }, "\(text.selectedText ?? "")")
        try await Pointer.click()
        #expect(await WindowFixture.wait { text.selectedText == words })
        try await Pointer.point(at: Self.end(of: text, 1), of: text)
        try await Pointer.run("xdotool", "keydown", "shift", "click", "1", "keyup", "shift")
        #expect(await WindowFixture.wait { text.selectedText == words + "\n\nand more" }, "\(text.selectedText ?? "")")
      }
    }

    @Test func `three clicks on an item take its words, marks come with several, and numbers of footnotes in brackets`()
      async throws
    {
      let claim = Block(
        .paragraph(Sample.text("A claim1 here.", ("1", .footnote))), in: [Container(.item(.bullet), isFirst: true)])
      let items = [Sample.item("first words"), Sample.item("second"), claim]
      for (block, words) in [(0, "first words"), (2, "A claim[1] here.")] {
        try await Self.show(items) { text, _ in
          try await Pointer.point(at: Point(x: text.places[block].x + 20, y: text.places[block].y + 8), of: text)
          try await Pointer.click(times: 2)
          #expect(await WindowFixture.wait { text.selectedText.map { words.contains($0) } ?? false })
          try await Pointer.click()
          #expect(await WindowFixture.wait { text.selectedText == words }, "\(text.selectedText ?? "")")
          #expect(text.selection.text == words)
        }
      }
      try await Self.show(items) { text, _ in
        try await Self.drag(from: Self.start(of: text, 0), in: text, to: Self.end(of: text, 1), in: text)
        #expect(
          await WindowFixture.wait { text.selectedText == "• first words\n• second" }, "\(text.selectedText ?? "")")
        text.selectAll()
        #expect(text.selectedText == "• first words\n• second\n\n• A claim[1] here.")
      }
    }

    @Test func `the keyboard selects by letters, words, lines and to the ends`() async throws {
      try await Self.show([Sample.paragraph("Some words here"), Sample.paragraph("and there")]) { text, _ in
        text.grabFocus()
        #expect(await WindowFixture.wait { text.hasFocus })
        try await Pointer.key("shift+Right", "shift+Right")
        #expect(await WindowFixture.wait { text.selectedText == "So" }, "\(text.selectedText ?? "")")
        try await Pointer.key("ctrl+shift+Right")
        #expect(await WindowFixture.wait { text.selectedText == "Some" }, "\(text.selectedText ?? "")")
        try await Pointer.key("shift+End")
        #expect(await WindowFixture.wait { text.selectedText == "Some words here" }, "\(text.selectedText ?? "")")
        try await Pointer.key("shift+Right", "ctrl+shift+Right")
        #expect(
          await WindowFixture.wait { text.selectedText == "Some words here\n\nand" }, "\(text.selectedText ?? "")")
        try await Pointer.key("shift+Home", "shift+Up")
        #expect(await WindowFixture.wait { text.selectedText == nil }, "\(text.selectedText ?? "")")
        try await Pointer.key("shift+Down", "ctrl+shift+End")
        #expect(await WindowFixture.wait { text.selectedText == "Some words here\n\nand there" })
      }
    }

    @Test func `where the beginning is out of view the keyboard selects from the first line in view`() async throws {
      let text = RichText()
      text.show(Sample.prose(40))
      let scroller = Scroller(text)
      try await WindowFixture.show(scroller, width: 500, height: 400) { window in
        #expect(await WindowFixture.frames(2, of: window))
        scroller.offset = text.places[14].y + 3
        #expect(await WindowFixture.frames(2, of: window))
        let offset = scroller.offset
        #expect(text.press(KeyStroke(.end, .shift)))
        let line = try #require(text.selectedText)
        #expect(!line.hasPrefix("14.") && line.count < 90 && !line.contains("\n"), "\(line)")
        #expect(text.press(KeyStroke(.up, [.shift, .control])))
        #expect(text.selectedText?.hasPrefix("14. Some words") == true)
        #expect(await WindowFixture.frames(2, of: window))
        #expect(scroller.offset < offset && scroller.offset > offset - 60, "what it comes to is brought into view")
        #expect(text.press(KeyStroke(.escape)))
        scroller.offset = 0
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.press(KeyStroke(.right, .shift)))
        #expect(text.selectedText == "0")
      }
    }

    @Test func `what is around a text may hand keys on to it`() async throws {
      try await Self.show([Sample.paragraph("Some words"), Sample.paragraph("and more")]) { text, _ in
        #expect(!text.press(KeyStroke(.right)))
        #expect(!text.press(KeyStroke(Key("c"), .control)))
        #expect(text.press(KeyStroke(.right, [.shift, .control])))
        #expect(text.selectedText == "Some")
        #expect(text.press(KeyStroke(.down, [.shift, .control])))
        #expect(text.selectedText == "Some words")
        #expect(text.press(KeyStroke(Key("a"), .control)))
        #expect(text.selectedText == "Some words\n\nand more")
        #expect(text.press(KeyStroke(Key("c"), .control)))
        let copied = try await WindowFixture.awaiting { await Clipboard.text() }
        #expect(copied == "Some words\n\nand more")
        #expect(text.press(KeyStroke(.escape)))
        #expect(text.selectedText == nil)
      }
    }

    @Test func `a drag beyond the edge scrolls on and selects what comes`() async throws {
      let text = RichText()
      text.show(Sample.prose(60))
      let scroller = Scroller(text)
      try await WindowFixture.show(scroller, width: 500, height: 400) { window in
        #expect(await WindowFixture.frames(2, of: window))
        try await Pointer.point(at: Point(x: 2, y: 30), of: text)
        try await Pointer.button(down: true)
        try await Pointer.point(at: Point(x: 20, y: 100), of: text)
        try await Pointer.point(at: Point(x: 200, y: 440), of: text)
        #expect(await WindowFixture.wait { scroller.offset > 600 })
        try await Pointer.button(down: false)
        #expect(text.selectedText?.contains("3. Some") == true)
      }
    }

    @Test func `a selection goes on from one text to the next`() async throws {
      let texts = (0..<3).map { _ in RichText() }
      let group = SelectionGroup(TextsOfTest((0..<3).map { [Sample.paragraph("Text number \($0).")] }))
      for (number, text) in texts.enumerated() {
        text.show([Sample.paragraph("Text number \(number).")])
        group.join(text, as: number)
      }
      let column = Box(.vertical, spacing: 12) { texts }
      try await WindowFixture.show(Scroller(column), width: 400) { window in
        #expect(await WindowFixture.frames(2, of: window))
        try await Self.drag(
          from: Point(x: 1, y: 8), in: texts[0], to: Point(x: texts[2].width.double - 4, y: 8), in: texts[2])
        let all = "Text number 0.\n\nText number 1.\n\nText number 2."
        #expect(await WindowFixture.wait { group.text == all }, "\(group.text ?? "")")
        texts[1].selectAll()
        #expect(group.text == "Text number 1.")
      }
    }

    @Test func `links are walked with Tab, entered and clicked, and say where they lead`() async throws {
      let blocks = [
        Block(
          .paragraph(
            Sample.text(
              "See one and two.", ("one", .link("https://one.example/path")), ("two", .link("mailto:two@example.org"))))
        ),
        Block(
          .typed(
            Sample.text("https://three.example", ("https://three.example", .link("https://three.example"))),
            isContinued: false)),
      ]
      let text = RichText()
      text.show(blocks)
      var opened: [String] = []
      text.onLink { opened.append($0) }
      let before = Button("Before")
      let after = Button("After")
      let column = Box(.vertical) {
        before
        text
        after
      }
      try await WindowFixture.show(column, width: 500) { window in
        before.grabFocus()
        #expect(await WindowFixture.wait { before.hasFocus })
        try await Pointer.key("Tab")
        #expect(await WindowFixture.wait { text.linkAtHand == "https://one.example/path" })
        try await Pointer.key("Tab", "Return")
        #expect(await WindowFixture.wait { opened == ["mailto:two@example.org"] })
        try await Pointer.key("Tab", "Tab")
        #expect(await WindowFixture.wait { after.hasFocus })
        try await Pointer.key("shift+Tab")
        #expect(await WindowFixture.wait { text.linkAtHand == "https://three.example" })
        let place = Point(x: 20, y: text.places[1].y + 8)
        #expect(text.link(at: place) == "https://three.example")
        #expect(text.link(at: Point(x: 400, y: text.places[1].y + 8)) == nil)
        try await Pointer.point(at: place, of: text)
        try await Pointer.click()
        #expect(await WindowFixture.wait { opened.last == "https://three.example" })
      }
    }

    @Test func `screen readers find each block, and links in them`() async throws {
      try await Self.show(Sample.everything) { text, window in
        try #require(await WindowFixture.wait { AssistiveTechnology.isOn })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(text.spoken.map(\.role).prefix(5) == [.heading, .label, .link, .listItem, .listItem])
        #expect(
          text.spoken.map(\.text).prefix(3) == ["A heading", "Some strong words and a link to a page.", "a link"])
        text.show(keep: 1, [Sample.paragraph("other")])
        #expect(text.spoken.map(\.text) == ["A heading", "other"])
        text.show(keep: 1, [Sample.paragraph("other words")])
        #expect(text.spoken.map(\.text) == ["A heading", "other words"])
      }
    }
  }
}

extension Int {
  fileprivate var double: Double { Double(self) }
}
