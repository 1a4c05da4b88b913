import Domain
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct TitleFilterTests {
  let fixture = FolderFixture()

  @Test func `Of several words each has to be in the title, wherever it stands`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1, title: "Plans for autumn"))
      try store.insert(newChat(2, title: "Autumn"))
    }
    func found(_ part: String, _ others: String...) async throws -> [ChatID] {
      var title = titled(part)
      title.others = others
      return try await store.chats(ChatQuery(title: title, limit: 9)).map(\.id)
    }
    #expect(try await found("autumn", "PLAN") == [chatID(1)])
    #expect(try await found("autumn", "spring") == [])
    #expect(try await Set(found("autumn", "")) == [chatID(1), chatID(2)])
  }
}
