import Domain
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What is read and written does not grow with the library.
@Suite(.timeLimit(.minutes(1)))
struct CostTests {
  let fixture = FolderFixture()

  /// The plans of all statements that `work` runs, one line each.
  private func plans(_ work: (WriteTransaction) throws -> Void) async throws -> [String] {
    let store = try await fixture.open()
    try await store.fill(messages: 20)
    try await store.fill(chat: 2, messages: 0)
    await store.close()
    let connection = try fixture.connection()
    let locks = try ProcessLocks(in: fixture.folder.run, surroundings: ManualSurroundings()) { _ in false }
    let location = PictureFileStore(folder: fixture.folder, surroundings: ManualSurroundings())
    let before = Set(connection.statements.keys)
    try work(WriteTransaction(connection: connection, locks: locks, pictures: location))
    return try connection.statements.keys.filter { !before.contains($0) }
      .flatMap { sql in try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) } }
  }

  /// A table read from end to end (`near` is one row), or a page sorted after all of it was read.
  private func isCostly(_ step: String) -> Bool {
    step.hasPrefix("SCAN") && !["line", "near", "up", "aside", "below", "CONSTANT ROW"].contains { step.hasSuffix($0) }
  }

  @Test func `Nothing that a chat or a list page asks reads a table from end to end`() async throws {
    let steps = try await plans { store in
      for page in [MessagePage.newest(limit: 5), .before(messageID(9), limit: 5), .after(messageID(9), limit: 5)] {
        _ = try store.messages(in: chatID(1), page)
      }
      for page in [
        PicturePage.all(limit: 5), .before(messageID(9), index: 0, limit: 5), .after(messageID(9), index: 0, limit: 5),
      ] { _ = try store.pictures(in: chatID(1), page) }
      _ = try store.messages(in: chatID(1), .around(messageID(9), before: 2, after: 2))
      _ = try store.siblings(of: messageID(9))
      _ = try store.siblings(of: messageID(1))
      _ = try store.isOnLine(messageID(9))
      _ = try store.message(messageID(3))
      _ = try store.tip(of: chatID(1))
      _ = try store.firstMessage(of: chatID(1))
      for order in [MessageOrder.oldestFirst, .newestFirst] {
        _ = try store.allMessages(in: chatID(1), order, beyond: nil, limit: 5)
        _ = try store.allMessages(in: chatID(1), order, beyond: MessagePlace(id: messageID(9), number: 9), limit: 5)
      }
      _ = try store.unfinishedReplies(in: chatID(1))
      _ = try store.chat(chatID(1))
      _ = try store.chats(from: "demo")
      _ = try store.chats(trashedBefore: time(5), limit: 5)
      _ = try store.draft(in: chatID(1))
      _ = try store.agentState(in: chatID(1))
      _ = try store.setting("a")
    }
    #expect(steps.count > 20)
    #expect(steps.filter(isCostly) == [])
  }

  /// How many thousands of SQLite's steps `work` takes, ten at a time.
  private func effort(_ connection: Connection, _ work: () throws -> Void) rethrows -> Int {
    let asked = Mutex(0)
    connection.giveUp {
      asked.withLock { $0 += 1 }
      return false
    }
    try work()
    return asked.withLock { $0 } * 10
  }

  @Test func `A page costs the same in a chat of twenty thousand messages, wherever in it`() async throws {
    let count = 20_000
    let store = try await fixture.open()
    try await store.fill(messages: count)
    await store.close()
    let connection = try fixture.connection()
    let locks = try ProcessLocks(in: fixture.folder.run, surroundings: ManualSurroundings()) { _ in false }
    let session = ReadTransaction(connection: connection, locks: locks)
    for position in [1, 30, count / 2, count - 30, count] {
      for page in [
        MessagePage.newest(limit: 20), .before(messageID(position), limit: 20), .after(messageID(position), limit: 20),
      ] {
        var found = 0
        let steps = try effort(connection) { found = try session.messages(in: chatID(1), page).count }
        #expect(steps <= 20, "\(page)")
        if position == count / 2 { #expect(found == 20) }
      }
    }
  }

  @Test func `What is verified takes steps in proportion to the messages`() async throws {
    let count = 10_000
    let store = try await fixture.open()
    try await store.fill(messages: count)
    for chat in 2...300 { try await store.fill(chat: chat, messages: 0) }
    await store.close()
    let connection = try fixture.connection()
    try connection.registerPlainness()
    for question in Verification.questions {
      let steps = try effort(connection) { try connection.run(question + " LIMIT 20") }
      #expect(steps * 1_000 <= count * 100, "\(question)")
    }
  }

  @Test func `What is repaired takes steps in proportion to the messages`() async throws {
    let count = 5_000
    let store = try await fixture.open()
    try await store.fill(messages: count)
    await store.close()
    let connection = try fixture.connection()
    try connection.script(
      """
      UPDATE message SET created_at = 9223372036854775807 WHERE id > 1;
      INSERT INTO attachment(message_id, position, drawing, width, height, alternative)
        SELECT id, -7, 'lake', 1, 1, '' FROM message;
      """)
    let repair = Repair(connection: connection, surroundings: ManualSurroundings())
    let steps = try effort(connection) { _ = try repair.mend() }
    #expect(steps * 1_000 <= count * 2_000)
    #expect(try connection.number("SELECT count(*) FROM message WHERE created_at = 1001") == count)
    #expect(try connection.number("SELECT count(*) FROM attachment WHERE position = 0") == count)
  }

  @Test func `Nothing that is written reads a table from end to end`() async throws {
    let steps = try await plans { store in
      try store.append(newMessage(21, sender: .agent, state: .streaming))
      try store.appendText("x", to: messageID(21))
      try store.appendReasoning("x", to: messageID(21))
      try store.update(newMessage(21, sender: .agent))
      let drawing = Attachment(content: .drawing("lake"), width: 1, height: 1, alternative: "")
      try store.update(newMessage(20, showing: [drawing]))
      _ = try store.message(messageID(20))
      _ = try store.unreferenced(of: [hash(1)])
      try store.append(newMessage(22), after: messageID(9))
      try store.append(newMessage(23), after: nil)
      _ = try store.isOnLine(messageID(20))
      _ = try store.pictures(in: chatID(1), .all(limit: 5))
      _ = try store.pictures(in: chatID(1), .before(messageID(9), index: 0, limit: 5))
      _ = try store.pictures(in: chatID(1), .after(messageID(9), index: 0, limit: 5))
      try store.choose(messageID(20))
      try store.removeBranch(from: messageID(22))
      try store.moveToEnd(messageID(4))
      try store.remove(messageID(5))
      _ = try store.shorten(chatID(1), by: 3)
      _ = try store.claim(messageID(21))
      try store.requestStop(messageID(21))
      try store.release(messageID(21))
      try store.update(newChat(1))
      try store.setDraft(Draft(text: "x"), in: chatID(1))
      try store.setDraft(Draft(), in: chatID(1))
      try store.setSetting("a", to: "1")
      try store.setAgentState("a", in: chatID(1))
      try store.remove(chatID(2))
    }
    #expect(steps.count > 20)
    #expect(steps.filter(isCostly) == [])
  }

  @Test(arguments: [ChatLocation.list, .trash])
  func `A page of chats is taken from its index, without sorting`(location: ChatLocation) async throws {
    let position = ChatPosition(isPinned: false, lastActivityAt: time(5), id: chatID(1))
    let steps = try await plans { store in
      for after in [nil, position] {
        _ = try store.chats(ChatQuery(location: location, after: after, limit: 5))
        _ = try store.chats(ChatQuery(location: location, title: titled("x"), after: after, limit: 5))
      }
    }
    let index = location == .list ? "chat_list" : "chat_trash"
    #expect(steps.count { $0.hasSuffix("USING INDEX \(index)") || $0.contains("USING INDEX \(index) (") } == 4)
    #expect(!steps.contains { $0.contains("TEMP B-TREE") })
  }

  @Test func `Unfinished replies are found without reading the finished ones`() async throws {
    let steps = try await plans { store in _ = try store.unfinishedReplies(in: nil) }
    #expect(steps.contains("SCAN message USING INDEX message_unfinished"))
    #expect(!steps.contains("SCAN message"))
  }

  @Test func `The index of unfinished replies holds nothing else`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 100)
    let connection = try fixture.connection(.reading)
    let entries = try connection.number(
      "SELECT coalesce(sum(ncell), 0) FROM dbstat WHERE name = 'message_unfinished'")
    #expect(entries == 0)
  }
}
