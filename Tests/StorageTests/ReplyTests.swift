import Domain
import Testing
import TestSupport

@testable import Storage

/// Replies that are due or streaming, and who makes them.
@Suite(.timeLimit(.minutes(1)))
struct ReplyTests {
  let fixture = FolderFixture()

  /// A user's message 1 and a reply 2 in the given state.
  private func open(_ state: MessageState) async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(newMessage(1))
      try store.append(newMessage(2, sender: .agent, text: "", state: state))
    }
    return store
  }

  private func unfinished(_ store: SQLiteStore, in chat: ChatID? = nil) async throws -> [UnfinishedReply] {
    try await store.read { store throws(StoreError) in try store.unfinishedReplies(in: chat) }
  }

  @Test func `A reply that is moved keeps its owner and the stop that was asked for`() async throws {
    let store = try await open(.queued)
    let found = try await store.write { store throws(StoreError) in
      try store.append(newMessage(3))
      try store.append(newMessage(4, sender: .agent))
      _ = try store.claim(messageID(2))
      try store.requestStop(messageID(2))
      try store.move(messageID(2), after: messageID(3))
      return try store.unfinishedReplies(in: chatID(1))
    }
    #expect(found.map(\.message.parent) == [messageID(3)])
    #expect(found.first?.owner == .thisProcess && found.first?.stopRequested == true)
    #expect(try await store.messages().map(\.id) == [1, 3, 2, 4].map(messageID))
  }

  @Test func `A streaming reply is read with all pieces in order, in every kind of read`() async throws {
    let store = try await open(.streaming)
    var text = ""
    for number in 0..<300 {
      let chunk = "\(number) é東"
      text += chunk
      try await store.write { store throws(StoreError) in try store.appendText(chunk, to: messageID(2)) }
    }
    #expect(try await store.message(2)?.text == text)
    #expect(try await store.messages().last?.text == text)
    #expect(try await unfinished(store).first?.message.text == text)
    #expect(try await store.read { store throws(StoreError) in try store.tip(of: chatID(1))?.text } == text)
  }

  @Test func `A piece writes no more in a long reply than in a short one`() async throws {
    let store = try await open(.streaming)
    func pages(for chunk: String) async throws -> Int {
      let before = Files.size(fixture.folder.database + "-wal") ?? 0
      try await store.write { store throws(StoreError) in try store.appendText(chunk, to: messageID(2)) }
      return Int((Files.size(fixture.folder.database + "-wal") ?? 0) - before) / 4_096
    }
    let chunk = String(repeating: "word ", count: 20)
    let atStart = try await pages(for: chunk)
    // As one update, so that the log stays short and its size can be compared.
    try await store.write { store throws(StoreError) in
      try store.appendText(String(repeating: "long ", count: 100_000), to: messageID(2))
    }
    #expect(try await pages(for: chunk) <= atStart + 1)
  }

  @Test func `A finished reply keeps its final text and no pieces`() async throws {
    let store = try await open(.streaming)
    try await store.write { store throws(StoreError) in
      try store.appendText("checkpointed ", to: messageID(2))
      try store.update(newMessage(2, sender: .agent, text: "checkpointed and whole", state: .complete))
    }
    #expect(try await store.message(2)?.text == "checkpointed and whole")
    #expect(try fixture.connection(.reading).number("SELECT count(*) FROM reply_chunk") == 0)
    let refused = await error {
      try await store.write { store throws(StoreError) in try store.appendText("late", to: messageID(2)) }
    }
    guard case .refused = refused else { return #expect(refused == nil) }
    #expect(try await store.message(2)?.text == "checkpointed and whole")
  }

  @Test func `A reply saved again while it grows has just the text that was saved`() async throws {
    let store = try await open(.queued)
    try await store.write { store throws(StoreError) in
      try store.appendText("one ", to: messageID(2))
      try store.update(newMessage(2, sender: .agent, text: "one two ", state: .streaming))
      try store.appendText("three", to: messageID(2))
    }
    #expect(try await store.message(2)?.text == "one two three")
  }

  @Test func `Unfinished replies are listed oldest first, without those of the Trash`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      for chat in 1...3 {
        try store.insert(newChat(chat))
        for number in 1...3 {
          let state: MessageState = number == 1 ? .complete : number == 2 ? .queued : .streaming
          try store.append(newMessage(chat * 10 + number, in: chat, sender: .agent, state: state))
        }
      }
      var trashed = newChat(2)
      trashed.trashedAt = time(5)
      try store.update(trashed)
    }
    #expect(try await unfinished(store).map(\.message.id) == [12, 13, 32, 33].map(messageID))
    #expect(try await unfinished(store, in: chatID(2)).map(\.message.id) == [22, 23].map(messageID))
    #expect(try await unfinished(store, in: chatID(9)) == [])
  }

  @Test func `A claimed reply is this process's, stays so when moved, and is nobody's when released`() async throws {
    let store = try await open(.queued)
    #expect(try await unfinished(store).map(\.owner) == [.nobody])
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(2)) })
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(2)) })
    #expect(try await unfinished(store).map(\.owner) == [.thisProcess])
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(3))
      try store.moveToEnd(messageID(2))
    }
    #expect(try await store.messages().map(\.id) == [1, 3, 2].map(messageID))
    #expect(try await unfinished(store).map(\.owner) == [.thisProcess])
    try await store.write { store throws(StoreError) in try store.release(messageID(2)) }
    #expect(try await unfinished(store).map(\.owner) == [.nobody])
  }

  @Test func `A finished or missing reply cannot be claimed, and finishing ends claim and stop request`() async throws {
    let store = try await open(.streaming)
    try await store.write { store throws(StoreError) in
      _ = try store.claim(messageID(2))
      try store.requestStop(messageID(2))
    }
    #expect(try await unfinished(store).map(\.stopRequested) == [true])
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(2, sender: .agent, state: .streaming))
    }
    #expect(try await unfinished(store).map(\.stopRequested) == [true])
    #expect(try await unfinished(store).map(\.owner) == [.thisProcess])
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(2, sender: .agent, state: .stopped))
    }
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(2)) } == false)
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(9)) } == false)
    // Retried: due again, with neither owner nor stop request left over.
    try await store.write { store throws(StoreError) in
      try store.requestStop(messageID(2))
      try store.update(newMessage(2, sender: .agent, text: "", state: .queued))
    }
    #expect(try await unfinished(store).map(\.owner) == [.nobody])
    #expect(try await unfinished(store).map(\.stopRequested) == [false])
  }

  @Test func `Another living store's reply cannot be claimed, until it closes`() async throws {
    let one = try await open(.queued)
    let other = try await fixture.open()
    #expect(try await one.write { store throws(StoreError) in try store.claim(messageID(2)) })
    #expect(try await unfinished(other).map(\.owner) == [.another])
    #expect(try await other.write { store throws(StoreError) in try store.claim(messageID(2)) } == false)
    // Only the owner can give it back.
    try await other.write { store throws(StoreError) in try store.release(messageID(2)) }
    #expect(try await unfinished(one).map(\.owner) == [.thisProcess])
    await one.close()
    #expect(try await unfinished(other).map(\.owner) == [.nobody])
    #expect(try await other.write { store throws(StoreError) in try store.claim(messageID(2)) })
  }
}
