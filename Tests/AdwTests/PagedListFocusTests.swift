import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Which row of a list has the keyboard, and which looks pressed.
  @Suite struct PagedListFocusTests {
    @Test func `A row is not drawn as pressed once its menu was opened by the pointer`() async throws {
      let list = PagedList<Int>(selection: .single)
      try await WindowFixture.show(list) { _ in
        list.update(ids: Array(0..<3)) { id in
          ListRow(Label("Row \(id)")).contextMenu { MenuAction("Open", name: "open") {} }
        }
        let row = try #require(list.row(of: 1))
        try #require(await WindowFixture.wait { row.height > 0 })
        try await Pointer.point(at: Point(x: 30, y: 8), of: row)
        try await Pointer.click(3)
        let isOpen = await WindowFixture.wait { row.children.count > 1 }
        #expect(isOpen)
        #expect(!row.isPressed)
        try await Pointer.key("Escape")
        let isClosed = await WindowFixture.wait { row.children.count == 1 }
        #expect(isClosed)
        #expect(!row.isPressed)
        #expect(!list.isPressed)
      }
    }

    @Test func `The arrows pass rows that cannot have the keyboard`() async throws {
      let list = PagedList<Int>()
      try await WindowFixture.show(list) { _ in
        list.update(ids: Array(0..<5)) { id in ListRow(Label("Row \(id)")).focusable(![0, 2, 3].contains(id)) }
        try #require(await WindowFixture.wait { list.visibleIDs.count == 5 })
        #expect(list.grabFocus())
        #expect(list.row(of: 1)?.hasFocus == true)
        for (key, row) in [("Down", 4), ("Up", 1), ("Up", 1), ("Down", 4)] {
          try await Pointer.key(key)
          #expect(await WindowFixture.wait { list.row(of: row)?.hasFocus == true })
        }
      }
    }

    @Test func `Tab enters a list at one row and leaves it from any, through what is in the row`() async throws {
      let first = Button("First")
      let list = PagedList<Int>()
      let last = Button("Last")
      var inside: [Button] = []
      let box = Box(.vertical) {
        first
        list.expanding(vertically: true)
        last
      }
      try await WindowFixture.show(box) { window in
        list.update(ids: Array(0..<3)) { id in
          let button = Button("In row \(id)")
          inside.append(button)
          return ListRow(button)
        }
        // A window that is not yet the active one hears no keys.
        try #require(await WindowFixture.wait { list.visibleIDs.count == 3 && window.isActive })
        first.grabFocus()
        try await Pointer.key("Tab")
        #expect(await WindowFixture.wait { list.row(of: 0)?.hasFocus == true })
        try await Pointer.key("Down")
        #expect(await WindowFixture.wait { list.row(of: 1)?.hasFocus == true })
        try await Pointer.key("Tab")
        #expect(await WindowFixture.wait { inside[1].hasFocus })
        try await Pointer.key("Tab")
        #expect(await WindowFixture.wait { last.hasFocus })
        try await Pointer.key("shift+Tab")
        #expect(await WindowFixture.wait { list.row(of: 1)?.hasFocus == true })
        try await Pointer.key("shift+Tab")
        #expect(await WindowFixture.wait { first.hasFocus })
      }
    }
  }
}
