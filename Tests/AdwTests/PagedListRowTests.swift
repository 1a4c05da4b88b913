import Adw
import Observation
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// What becomes of rows, of the chosen one and of the one with the keyboard.
  @Suite struct PagedListRowTests {
    @Test func `only rows that came are made, and rows that move stay the same`() async throws {
      let talk = Conversation(Array(0..<20), followsEnd: false, selection: .single)
      try await talk.open { window in
        talk.list.selected = 7
        talk.list.focusRow(7)
        #expect(talk.made == 20)
        let row = try #require(talk.list.row(of: 7))
        talk.ids = [7, 3] + [0, 1, 2, 4, 5, 6] + Array(8..<21)
        talk.show()
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(talk.made == 21)
        #expect(talk.list.row(of: 7)?.handle == row.handle)
        #expect(row.isSelected && row.hasFocus)
        #expect(talk.list.selected == 7)
        #expect(await WindowFixture.frames(2, of: window))
        let tops = talk.ids.compactMap { talk.top($0) }
        #expect(tops == tops.sorted())
        #expect(row.parent?.children.map(\.handle) == talk.ids.compactMap { talk.list.row(of: $0)?.handle })
      }
    }

    @Test func `the choice outlives its row`() async throws {
      let talk = Conversation(Array(0..<10), followsEnd: false, selection: .single)
      try await talk.open { _ in
        talk.list.selected = 4
        talk.ids.removeAll { $0 == 4 }
        talk.show()
        #expect(talk.list.selected == 4)
        talk.ids.append(4)
        talk.show()
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(talk.list.row(of: 4)?.isSelected == true)
      }
    }

    @Test func `the keyboard goes to the next row when the one that has it goes, and the view stays`() async throws {
      let talk = Conversation(Array(0..<60))
      try await talk.open { window in
        talk.list.scroll(to: 30, .offset(20))
        #expect(await WindowFixture.frames(2, of: window))
        talk.list.focusRow(31)
        #expect(await WindowFixture.frames(2, of: window))
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(30) ?? .nan) }
        talk.ids.removeAll { $0 == 31 }
        talk.show()
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.list.focused == 32)
        #expect(tops.filter { $0 != 20 } == [])
      }
    }

    @Test func `what its reader unfolds in the middle of a frame is read from its beginning, not from its end`()
      async throws
    {
      let talk = Conversation([1, 2])
      try await talk.open { window in
        #expect(talk.list.isPinnedToEnd)
        let top = try #require(talk.top(2))
        let label = try #require(talk.labels[2])
        let folded = Folded()
        label.observe { $0.text = String(repeating: "All of it. ", count: folded.isFolded ? 1 : 500) }
        #expect(await WindowFixture.frames(2, of: window))
        // As a key that comes after the effects of its frame and before the layout.
        talk.list.onTick { _ in
          label.holdPlace()
          folded.isFolded = false
          return false
        }
        #expect(await WindowFixture.wait { label.height > 1000 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.top(2) == top)
        #expect(!talk.list.isPinnedToEnd)
      }
    }

    @Test func `at the top of a list that rests there, new rows are seen`() async throws {
      let talk = Conversation(Array(0..<60), followsEnd: false)
      try await talk.open { window in
        talk.ids.insert(99, at: 0)
        talk.show()
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.top(99) == 0)
        Conversation.userScrolls(talk.list, by: 300)
        #expect(await WindowFixture.frames(2, of: window))
        let top = talk.top(20)
        talk.ids.insert(98, at: 0)
        talk.show()
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.top(20) == top)
      }
    }

    @Test func `a list and all that belongs to it is freed with its window`() async throws {
      weak var list: PagedList<Int>?
      do {
        let talk = Conversation(Array(0..<40))
        list = talk.list
        try await talk.open { _ in }
      }
      WindowFixture.settle()
      #expect(list == nil)
    }
  }
}

@Observable private final class Folded {
  var isFolded = true
}
