import Adw
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// A selection across messages, whose rows come and go.
  @Suite struct SelectionGroupTests {
    /// A list of messages, each of some lines, in a window.
    private final class Thread {
      let list = PagedList<Int>(reserve: 1)
      let texts: TextsOfTest
      let group: SelectionGroup
      private(set) var views: [Int: RichText] = [:]

      init(_ count: Int) {
        texts = TextsOfTest(
          (0..<count).map { number in
            [Sample.paragraph("Message \(number) begins."), Sample.paragraph("Message \(number) ends.")]
          })
        group = SelectionGroup(texts)
        group.takeClicks(beside: list)
      }

      /// Has rows for these, as a thread has for the part that was read.
      func show(_ ids: Range<Int>) {
        list.update(ids: Array(ids)) { [unowned self] id in
          let text = RichText()
          text.show(texts.blocks[id])
          group.join(text, as: id)
          views[id] = text
          let row = ListRow(text).margins(top: 6, bottom: 6)
          row.onKey { row.hasFocus && text.press($0) }
          return row
        }
      }

      func copied(_ ids: ClosedRange<Int>) -> String {
        ids.map { "Message \($0) begins.\n\nMessage \($0) ends." }.joined(separator: "\n\n")
      }
    }

    private static func show(_ count: Int, _ body: (Thread, Window) async throws -> Void) async throws {
      let thread = Thread(count)
      try await WindowFixture.show(thread.list, width: 400, height: 500) { window in
        thread.show(0..<count)
        try #require(await WindowFixture.wait { thread.list.visibleIDs.count > 3 })
        #expect(await WindowFixture.frames(2, of: window))
        try await body(thread, window)
      }
    }

    @Test func `a drag beyond the edge goes on through messages, quicker further away, and back`() async throws {
      try await Self.show(120) { thread, window in
        let first = try #require(thread.views[1])
        try await Pointer.point(at: Point(x: 2, y: 8), of: first)
        try await Pointer.button(down: true)
        try await Pointer.point(at: Point(x: 60, y: 8), of: first)
        try await Pointer.point(at: Point(x: 200, y: 540), of: thread.list)
        #expect(await WindowFixture.wait { thread.list.offset > 2_000 })
        let seen = try #require(thread.list.visibleIDs.first)
        #expect(thread.group.text?.contains("Message \(seen) ends.") == true, "what scrolled in is selected")
        #expect(thread.group.text?.hasPrefix("Message 1 begins.\n\nMessage 1 ends.\n\nMessage 2 begins.") == true)
        try await Pointer.point(at: Point(x: 200, y: -40), of: thread.list)
        #expect(await WindowFixture.wait { thread.list.offset == 0 })
        try await Pointer.point(at: Point(x: 2, y: 8), of: try #require(thread.views[0]))
        #expect(await WindowFixture.wait { thread.group.text == "Message 0 begins.\n\nMessage 0 ends." })
        try await Pointer.button(down: false)
        #expect(await WindowFixture.frames(3, of: window))
        try await Pointer.point(at: Point(x: 60, y: 8), of: try #require(thread.views[3]))
        #expect(await WindowFixture.frames(3, of: window))
        #expect(thread.group.text == "Message 0 begins.\n\nMessage 0 ends.", "the button is up")
      }
    }

    @Test func `a drag goes on when the row in which it began goes`() async throws {
      try await Self.show(80) { thread, _ in
        try await Pointer.point(at: Point(x: 2, y: 8), of: try #require(thread.views[0]))
        try await Pointer.button(down: true)
        try await Pointer.point(at: Point(x: 60, y: 8), of: try #require(thread.views[1]))
        try await Pointer.point(at: Point(x: 200, y: 530), of: thread.list)
        #expect(await WindowFixture.wait { (thread.list.visibleIDs.first ?? 0) > 15 })
        thread.show(8..<80)
        #expect(await WindowFixture.wait { (thread.list.visibleIDs.first ?? 0) > 40 })
        let seen = try #require(thread.list.visibleIDs.first)
        try await Pointer.button(down: false)
        let text = try #require(thread.group.text)
        #expect(text.hasPrefix(thread.copied(0...seen)), "all of it is selected, also what has no row any more")
      }
    }

    @Test func `what is selected is kept while its rows go, and is shown again when they come back`() async throws {
      try await Self.show(60) { thread, window in
        thread.list.focusRow(2)
        try await Pointer.key("ctrl+a", "shift+Down", "shift+Down", "shift+End")
        let all = thread.copied(2...2) + "\n\n" + thread.copied(3...3)
        #expect(await WindowFixture.wait { thread.group.text == all }, "\(thread.group.text ?? "")")
        thread.show(30..<60)
        #expect(await WindowFixture.wait { thread.list.visibleIDs.first == 30 })
        #expect(thread.group.text == all)
        let focused = try #require(thread.views[30])
        thread.texts.isOnDisk = true
        #expect(thread.group.text == nil)
        var isCopied = false
        #expect(thread.group.copy { isCopied = true })
        #expect(!isCopied, "it is read first")
        #expect(await WindowFixture.wait { isCopied })
        let copied = try await WindowFixture.awaiting { await Clipboard.text() }
        #expect(copied == all)
        #expect(focused.press(KeyStroke(.down, .shift)))
        #expect(thread.texts.revealed == [3], "where it ends is brought back, not selected anew")
        thread.texts.isOnDisk = false
        thread.show(0..<60)
        thread.list.scrollToStart()
        #expect(await WindowFixture.wait { thread.list.visibleIDs.contains(3) })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(thread.views[2]?.selectedText == thread.copied(2...2))
        #expect(thread.views[3]?.selectedText == thread.copied(3...3))
        // What lies between and grows is selected as far as it has come.
        thread.texts.blocks[2].append(Sample.paragraph("And more."))
        #expect(thread.group.text?.contains("And more.\n\nMessage 3 begins.") == true)
        // Of one that is gone there is nothing left to copy.
        thread.texts.blocks[3] = []
        #expect(thread.group.text == thread.copied(2...2) + "\n\nAnd more.")
      }
    }

    @Test func `Shift and the arrows go on into the next message and the one before`() async throws {
      try await Self.show(20) { thread, _ in
        thread.list.focusRow(1)
        let group = thread.group
        try await Pointer.key("ctrl+shift+Right", "shift+Down")
        #expect(await WindowFixture.wait { group.text == "Message 1 begins.\n\nMessage" }, "\(group.text ?? "")")
        try await Pointer.key("shift+Down")
        let crossed = thread.copied(1...1) + "\n\nMessage"
        #expect(await WindowFixture.wait { group.text == crossed }, "\(group.text ?? "")")
        try await Pointer.key("shift+Home", "shift+Left")
        #expect(await WindowFixture.wait { group.text == thread.copied(1...1) }, "\(group.text ?? "")")
        try await Pointer.key("ctrl+shift+Down")
        #expect(
          await WindowFixture.wait { group.text == thread.copied(1...1) + "\n\nMessage 2 begins." },
          "\(group.text ?? "")")
        try await Pointer.key("shift+Up", "shift+Up", "shift+Up", "shift+Up")
        #expect(await WindowFixture.wait { group.text?.hasPrefix("Message 0") != true })
        try await Pointer.key("shift+Up")
        #expect(await WindowFixture.wait { group.text?.hasSuffix("Message 0 ends.") == true }, "\(group.text ?? "")")
        try await Pointer.key("shift+Page_Down")
        #expect(await WindowFixture.wait { group.text?.contains("Message 6 begins.") == true }, "\(group.text ?? "")")
        try await Pointer.key("Escape")
        #expect(await WindowFixture.wait { group.isEmpty })
      }
    }

    @Test func `a drag after two clicks takes whole words, also of the next message`() async throws {
      try await Self.show(6) { thread, _ in
        let (first, second) = (try #require(thread.views[0]), try #require(thread.views[1]))
        try await Pointer.point(at: Point(x: 100, y: 8), of: first)
        // By one program: two take longer to start on a busy machine than a double click may.
        try await Pointer.run("xdotool", "click", "1", "mousedown", "1")
        try await Pointer.point(at: Point(x: 20, y: 8), of: second)
        #expect(
          await WindowFixture.wait { thread.group.text == "begins.\n\nMessage 0 ends.\n\nMessage" },
          "\(thread.group.text ?? "")")
        try await Pointer.button(down: false)
      }
    }

    @Test func `a click with Shift beside a text goes on to its nearest place`() async throws {
      try await Self.show(6) { thread, _ in
        try await Pointer.point(at: Point(x: 2, y: 8), of: try #require(thread.views[0]))
        try await Pointer.click()
        try await Pointer.point(at: Point(x: 100, y: -3), of: try #require(thread.views[2]))
        try await Pointer.run("xdotool", "keydown", "shift", "click", "1", "keyup", "shift")
        let before = thread.copied(0...1) + "\n\nM"
        #expect(await WindowFixture.wait { thread.group.text?.hasPrefix(before) == true }, "\(thread.group.text ?? "")")
        #expect(thread.group.text?.contains("Message 2 ends") == false)
      }
    }

    @Test func `a selection goes where its end lies in letters that are others now`() async throws {
      try await Self.show(6) { thread, _ in
        thread.list.focusRow(1)
        try await Pointer.key("ctrl+a", "shift+Down", "shift+Down", "shift+End")
        #expect(await WindowFixture.wait { thread.group.text?.hasSuffix("Message 2 ends.") == true })
        thread.group.drop(endIn: 0)
        thread.group.drop(endIn: 3)
        #expect(!thread.group.isEmpty)
        let scratch = try Scratch()
        let path = try scratch.write([], "primary")
        let paste = "timeout 10 xclip -selection primary -o -t UTF8_STRING > $0 || true"
        try await Pointer.run("sh", "-c", paste, path)
        #expect(try String(decoding: Scratch.read(path), as: UTF8.self).hasSuffix("Message 2 ends."))
        thread.group.clear()
        thread.group.drop(endIn: 2)
        #expect(thread.group.isEmpty)
        try await Pointer.run("sh", "-c", paste, path)
        #expect(try Scratch.read(path).isEmpty, "nor can be pasted what was selected there")
      }
    }

    @Test func `the user is told what could not be copied, but not of what others ask for`() async throws {
      try await Self.show(6) { thread, _ in
        thread.list.focusRow(1)
        try await Pointer.key("ctrl+a", "shift+Down", "shift+Down", "shift+End")
        #expect(await WindowFixture.wait { thread.group.text?.hasSuffix("Message 2 ends.") == true })
        thread.texts.isOnDisk = true
        thread.texts.failure = CancellationError()
        try await Pointer.run("sh", "-c", "timeout 10 xclip -selection primary -o -t UTF8_STRING > /dev/null || true")
        #expect(thread.texts.told.isEmpty)
        #expect(thread.group.copy())
        #expect(await WindowFixture.wait { thread.texts.told == ["failed"] })
        thread.texts.failure = nil
        thread.texts.isGone = true
        #expect(thread.group.copy())
        #expect(await WindowFixture.wait { thread.texts.told == ["failed", "gone"] })
        thread.texts.isOnDisk = false
        #expect(thread.group.copy())
        #expect(thread.texts.told == ["failed", "gone", "gone"])
      }
    }

    @Test func `what is selected is pasted by other programs' middle button, as long as it is`() async throws {
      try await Self.show(6) { thread, _ in
        let scratch = try Scratch()
        let long = String(repeating: "many words ", count: 200_000) + "end"
        thread.texts.blocks[1] = [Sample.paragraph(long)]
        thread.views[0]?.selectAll()
        let path = try scratch.write([], "primary")
        try await Pointer.run("sh", "-c", "timeout 10 xclip -selection primary -o -t UTF8_STRING > $0", path)
        #expect(try String(decoding: Scratch.read(path), as: UTF8.self) == thread.copied(0...0))
        thread.views[1]?.selectAll()
        thread.group.clear()
        thread.texts.isOnDisk = true
        try await Pointer.run("sh", "-c", "timeout 10 xclip -selection primary -o -t UTF8_STRING > $0", path)
        #expect(try String(decoding: Scratch.read(path), as: UTF8.self) == long)
      }
    }
  }
}
