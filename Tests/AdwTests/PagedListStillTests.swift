import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// A list that does not follow its end for a while.
  @Suite struct PagedListStillTests {
    @Test func `what is being selected stays where it is while a reply grows, until the end is wanted`() async throws {
      let talk = Conversation(Array(0..<60))
      try await talk.open { window in
        let label = try #require(talk.labels[59])
        @MainActor func grow() async {
          label.text += String(repeating: " some words that need a line", count: 4)
          #expect(await WindowFixture.frames(2, of: window))
        }
        talk.list.stayStill(true)
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.list.isPinnedToEnd)
        let top = talk.top(58)
        for _ in 0..<3 { await grow() }
        #expect(talk.top(58) == top && !talk.list.isPinnedToEnd)
        talk.list.scrollToEnd()
        await grow()
        #expect(talk.below(59) == 0 && talk.list.isPinnedToEnd, "the end was wanted")
        talk.list.stayStill(true)
        let next = talk.top(58)
        await grow()
        #expect(talk.top(58) == next)
        talk.list.stayStill(false)
        talk.list.scrollToEnd()
        await grow()
        #expect(talk.below(59) == 0)
      }
    }
  }
}
