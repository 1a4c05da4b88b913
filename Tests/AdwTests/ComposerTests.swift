import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct ComposerTests {
    private func open(_ field: some Widget, _ body: (Window) async throws -> Void) async throws {
      let page = Box(.vertical) {
        Label("Above").expanding(vertically: true)
        field
      }
      try await WindowFixture.show(page) { window in
        #expect(await WindowFixture.frames(2, of: window))
        try await body(window)
      }
    }

    @Test func `it grows by a line at a time, up to five, and shrinks again`() async throws {
      let field = ComposerField(placeholder: "Message")
      try await open(field) { window in
        var heights: [Int] = []
        for count in 1...7 {
          field.text = Array(repeating: "line", count: count).joined(separator: "\n")
          #expect(await WindowFixture.frames(4, of: window))
          heights.append(field.height)
        }
        let line = field.textView.lineHeight
        #expect(heights[0] == line + 16)
        #expect(zip(heights.dropFirst(), heights).map { $0 - $1 } == [line, line, line, line, 0, 0])
        field.text = ""
        #expect(await WindowFixture.frames(4, of: window))
        #expect(field.height == heights[0])
      }
    }

    @Test func `while all lines have room, none of them is out of sight`() async throws {
      let field = ComposerField(placeholder: "Message")
      try await open(field) { window in
        field.grabFocus()
        field.insert("one")
        for count in 2...5 {
          field.insert("\n")
          field.insert("more")
          // The view begins to scroll before the field has grown, and comes back.
          let height = count * field.textView.lineHeight + 16
          #expect(await WindowFixture.wait { field.height == height && field.offset == 0 })
          #expect(await WindowFixture.frames(4, of: window))
          #expect(field.offset == 0)
        }
        field.insert("\nsix")
        // The view goes there smoothly.
        #expect(await WindowFixture.frames(40, of: window))
        #expect(field.offset == Double(field.textView.lineHeight))
      }
    }

    @Test func `the cursor stays in sight when the field becomes narrower`() async throws {
      let field = ComposerField(placeholder: "Message")
      let beside = Button("A button that takes some of its room").aligned(vertically: .end)
      beside.isVisible = false
      let line = Box(.horizontal) {
        field.expanding(horizontally: true)
        beside
      }
      try await open(line) { window in
        field.grabFocus()
        field.insert(String(repeating: "word ", count: 120))
        #expect(await WindowFixture.wait { field.offset > 0 })
        #expect(await WindowFixture.frames(40, of: window))
        let before = field.offset
        beside.isVisible = true
        // The same text has at least one line more.
        let line = Double(field.textView.lineHeight)
        #expect(await WindowFixture.wait { field.offset >= before + line })
      }
    }

    @Test func `each text keeps to itself what is written and undone in it`() async throws {
      let field = ComposerField(placeholder: "Message")
      let (one, two) = (field.newText("from before"), field.newText(""))
      var told: [String] = []
      two.onEdit { told.append($0) }
      try await open(field) { _ in
        field.grabFocus()
        field.show(one)
        field.insert(" and more")
        field.show(two)
        #expect(field.hasFocus && field.isEmpty)
        field.undo()
        #expect(field.isEmpty)
        field.insert("two")
        one.text = "set elsewhere"
        #expect(field.text == "two")
        two.text = ""
        field.undo()
        #expect(field.isEmpty)
        field.show(one)
        #expect(field.text == "set elsewhere")
        #expect(told == ["two"])
      }
    }

    @Test func `a long line wraps and grows it, too`() async throws {
      let field = ComposerField(placeholder: "Message")
      try await open(field) { window in
        let one = field.height
        field.text = String(repeating: "word ", count: 30)
        #expect(await WindowFixture.wait { field.height > one })
        _ = window
      }
    }

    @Test func `it grows with the size of text`() async throws {
      let field = ComposerField(placeholder: "Message")
      defer { Appearance.textScale = 1 }
      try await open(field) { window in
        let plain = field.height
        Appearance.textScale = 1.5
        #expect(await WindowFixture.wait { field.height > plain })
        Appearance.textScale = 1
        #expect(await WindowFixture.wait { field.height == plain })
        _ = window
      }
    }

    @Test func `it tells of each change, and what was set cannot be undone`() async throws {
      let field = ComposerField(placeholder: "Message")
      var told: [String] = []
      field.onTextChange { told.append($0) }
      try await open(field) { _ in
        field.text = "a draft"
        #expect(!field.textView.canUndo)
        field.insert(" and more")
        #expect(field.text == "a draft and more")
        #expect(field.textView.canUndo)
        field.undo()
        #expect(field.text == "a draft")
        #expect(told.last == "a draft")
        field.text = "a draft"
        #expect(told.count == 3)
      }
    }

    @Test func `it takes the keyboard`() async throws {
      let field = ComposerField(placeholder: "Message")
      try await open(field) { _ in
        #expect(field.grabFocus())
        #expect(field.hasFocus)
      }
    }
  }
}
