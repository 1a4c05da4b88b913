import Domain
import Testing
import TestSupport

@testable import Storage

/// What a stranger has changed in a library's file, by hand or by a tool.
@Suite(.timeLimit(.minutes(1)))
struct StrangerTests {
  private let fixture = FolderFixture()

  @Test(arguments: [0, -5])
  func `A library whose format's number was lost is damaged, and is left as it is`(number: Int) async throws {
    await (try await fixture.open()).close()
    try fixture.connection().script("PRAGMA user_version = \(number)")
    let before = bytes(of: fixture.folder.database)
    #expect(
      await error { try await fixture.library().open() } == .corrupt(path: fixture.folder.database, reason: .noFormat))
    #expect(bytes(of: fixture.folder.database) == before)
  }

  @Test func `Triggers that a stranger put into the file change nothing that is saved`() async throws {
    let first = try await fixture.open()
    try await first.fill(messages: 3)
    await first.close()
    try fixture.connection().script(
      "CREATE TRIGGER planted AFTER UPDATE ON chat BEGIN DELETE FROM message; END")
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      var chat = newChat(1)
      chat.isPinned = true
      try store.update(chat)
    }
    #expect(try await store.messages().count == 3)
    #expect(try await store.chats(ChatQuery(limit: 5)).map(\.isPinned) == [true])
  }
}
