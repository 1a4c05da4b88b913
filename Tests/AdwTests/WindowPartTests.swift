import CAdw
import Testing
import WindowSupport

@testable import Adw

extension WindowFixtureTests {
  @Suite struct WindowPartTests {
    /// A row in a list, as rows are.
    private func list(of row: ListRow) -> PagedList<Int> {
      let list = PagedList<Int>()
      list.update(ids: [1]) { _ in row }
      return list
    }

    @Test func `the entries of a context menu are actions of its widget`() async throws {
      var done: [String] = []
      let row = ListRow(Label("Row")).contextMenu {
        MenuAction("Copy Text…", name: "copy-text") { done.append("copy") }
        MenuAction("Delete", name: "delete", isEnabled: false, section: 1) { done.append("delete") }
      }
      try await WindowFixture.show(list(of: row)) { window in
        #expect(row.perform("ctx.copy-text"))
        row.perform("ctx.delete")
        #expect(done == ["copy"])
        row.contextMenu { MenuAction("Delete", name: "delete") { done.append("delete") } }
        #expect(row.perform("ctx.delete"))
        #expect(!row.perform("ctx.copy-text"))
        #expect(done == ["copy", "delete"])
        row.openContextMenu()
        #expect(await WindowFixture.wait { row.children.count == 2 && row.children[1].isMapped })
        row.openContextMenu(at: Point(x: 5, y: 5))
        #expect(await WindowFixture.frames(3, of: window))
      }
    }

    @Test func `a closed context menu leaves nothing in its widget`() async throws {
      let row = ListRow(Label("Row")).contextMenu { MenuAction("Copy", name: "copy") {} }
      try await WindowFixture.show(list(of: row)) { _ in
        #expect(!hearsOfItsEnd(row))
        row.openContextMenu()
        #expect(await WindowFixture.wait { row.children.count == 2 })
        #expect(hearsOfItsEnd(row))
        row.closeContextMenu()
        #expect(await WindowFixture.wait { row.children.count == 1 })
        #expect(!hearsOfItsEnd(row))
      }
    }

    /// Whether a handler waits for a widget's end.
    private func hearsOfItsEnd(_ row: ListRow) -> Bool {
      let signal = g_signal_lookup("destroy", gtk_widget_get_type())
      return g_signal_handler_find(row.handle.raw, G_SIGNAL_MATCH_ID, signal, 0, nil, nil, nil) != 0
    }

    @Test func `a menu that closes together with its window leaves nothing to do for a button that is gone`()
      async throws
    {
      _ = Criticals.take()
      var popover: Popover?
      let button = MenuButton("Menu", make())
      func make() -> Popover {
        let made = Popover(Label("Entry"))
        popover = made
        return made
      }
      try await WindowFixture.show(Box(.vertical) { button }) { _ in
        button.open()
        #expect(await WindowFixture.wait { popover?.isMapped ?? false })
        popover?.close()
      }
      #expect(Criticals.take() == [])
    }

    @Test func `a question gives the answer that was chosen`() async throws {
      try await WindowFixture.show(Label("Below")) { window in
        let dialog = MessageDialog(over: window, heading: "Delete?", body: "It cannot be undone.")
          .answer("cancel", "_Cancel").answer("delete", "_Delete", .destructive)
        var answer: String?
        Task { answer = await dialog.ask() }
        #expect(await WindowFixture.wait { dialog.window.isMapped })
        dialog.respond("delete")
        #expect(await WindowFixture.wait { answer != nil })
        #expect(answer == "delete")
        #expect(await WindowFixture.wait { window.isActive })
      }
    }

    @Test func `a question that is closed is cancelled, and goes`() async throws {
      weak var gone: MessageDialog?
      try await WindowFixture.show(Label("Below")) { window in
        var answer: String?
        do {
          let dialog = MessageDialog(over: window, heading: "Sure?").answer("cancel", "_Cancel").answer("yes", "_Yes")
          gone = dialog
          Task { answer = await dialog.ask() }
          #expect(await WindowFixture.wait { dialog.window.isMapped })
          dialog.window.close()
        }
        #expect(await WindowFixture.wait { answer != nil })
        #expect(answer == "cancel")
        #expect(await WindowFixture.wait { gone == nil })
      }
    }

    @Test func `a narrow split view shows one pane, a wide one both`() async throws {
      let sidebar = HeaderBar()
      let content = HeaderBar()
      let split = SplitView(
        sidebar: Box(.vertical) { sidebar }, content: Box(.vertical) { content }.minimum(width: 300), sidebarWidth: 250
      ).headerBars(sidebar: sidebar, content: content)
      var collapsed: [Bool] = []
      var shown: [Bool] = []
      split.onCollapse { collapsed.append($0) }.onShowContent { shown.append($0) }
      try await WindowFixture.show(split, width: 900) { window in
        #expect(!split.isCollapsed)
        window.size = (400, 500)
        #expect(await WindowFixture.wait { collapsed == [true] })
        #expect(split.isCollapsed && !split.showsContent)
        split.showsContent = true
        #expect(await WindowFixture.wait { content.isMapped && shown == [true] })
        split.showsContent = false
        #expect(shown == [true, false])
        window.size = (900, 500)
        #expect(await WindowFixture.wait { collapsed == [true, false] })
        #expect(sidebar.isMapped && content.isMapped)
      }
    }

    @Test func `actions are done by name, switched off, and switched over`() async throws {
      try await WindowFixture.show(Label("Inside")) { window in
        var done: [String] = []
        let label = Button("Press").action("sheet.hello")
        window.show(label)
        var hello: Action?
        var mode: Action?
        label.actions("sheet") { group in
          hello = group.action("hello") { done.append("hello") }
          group.action("say") { (word: String) in done.append(word) }
          mode = group.toggle("loud", isOn: false) { done.append("loud \($0)") }
        }
        #expect(label.perform("sheet.hello"))
        #expect(label.perform("sheet.say", "word"))
        #expect(label.perform("sheet.loud"))
        #expect(mode?.isOn == true)
        hello?.isEnabled = false
        #expect(!label.isEnabled)
        #expect(done == ["hello", "word", "loud true"])
      }
    }

    @Test func `a row that is pushed past its middle does its thing, and comes back`() async throws {
      Appearance.reducesMotion = true
      defer { Appearance.reducesMotion = false }
      var swipes = 0
      let row = SwipeRow(Label("Chat"), actionLabel: "Trash", icon: "user-trash-symbolic") { swipes += 1 }
      try await WindowFixture.show(Box(.vertical) { row }) { window in
        row.swipe(by: Double(row.width) / 3)
        #expect(swipes == 0 && row.offset == 0)
        row.swipe(by: Double(row.width) * 0.6)
        #expect(swipes == 1 && row.offset == 0)
        Appearance.reducesMotion = false
        row.swipe(by: Double(row.width) * 0.6)
        #expect(row.offset > 0)
        #expect(await WindowFixture.wait { swipes == 2 && row.offset == 0 })
        _ = window
      }
    }

    @Test func `bubbles lie at their sides and leave the far side free`() async throws {
      let long = Label(String(repeating: "words and ", count: 40)).wrapping()
      let short = Label("short")
      let full = Label("full")
      let column = BubbleColumn(free: 60, spacing: 4) {
        BubbleColumn.Part(long, .end)
        BubbleColumn.Part(short, .end)
        BubbleColumn.Part(full, .fill)
      }
      try await WindowFixture.show(Box(.vertical) { column }) { window in
        #expect(long.width == column.width - 60)
        #expect(long.frame(in: column)?.right == Double(column.width))
        #expect(short.frame(in: column)?.right == Double(column.width))
        #expect(short.width < 100)
        #expect(full.width == column.width)
        column.isRightToLeft = true
        #expect(await WindowFixture.frames(2, of: window))
        #expect(short.frame(in: column)?.x == 0)
      }
    }

    @Test func `a picture has the size that was said, and keeps its shape in less room`() async throws {
      let texture = Texture(width: 8, height: 4, pixels: Array(repeating: 99, count: 128))
      let picture = Picture(texture, alternative: "Nothing").sized(width: 200, height: 100)
      let column = BubbleColumn(free: 60) { BubbleColumn.Part(picture, .start) }
      try await WindowFixture.show(Box(.vertical) { column }, width: 400) { window in
        #expect(picture.width == 200 && picture.height == 100)
        window.size = (200, 500)
        #expect(await WindowFixture.wait { column.width < 220 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(picture.width == column.width - 60)
        #expect(abs(picture.height * 2 - picture.width) <= 1)
      }
    }

    @Test func `a picture is read on another thread`() async throws {
      let drawn = try #require(Texture(width: 2, height: 3, pixels: Array(repeating: 200, count: 24)))
      let bytes = drawn.png
      var read: Texture?
      var isRead = false
      Task {
        read = await Texture.decode(bytes)
        isRead = true
      }
      #expect(await WindowFixture.wait { isRead })
      #expect(read?.width == 2 && read?.height == 3)
      #expect(Texture(encoded: [1, 2, 3]) == nil)
    }

    @Test func `a field may be named by a label that goes before it, or after`() {
      for isFirst in [true, false] {
        var label: Strong<Label>? = Strong(Label("Title"))
        var field: Strong<Entry>? = label.map { Strong(Entry().named(by: $0.object)) }
        if isFirst { label = nil } else { field = nil }
        #expect((label == nil) != (field == nil))
      }
    }

    @Test func `a thousand rows made and dropped leave nothing`() {
      final class Probe {}
      weak var last: Probe?
      for _ in 0..<1000 {
        let probe = Probe()
        last = probe
        let row = ListRow(BubbleColumn { BubbleColumn.Part(Label("Text").wrapping().observe { _ = ($0, probe) }) })
        row.contextMenu { MenuAction("Copy", name: "copy") { _ = probe } }
        _ = Strong(row)
      }
      #expect(last == nil)
    }
  }
}
