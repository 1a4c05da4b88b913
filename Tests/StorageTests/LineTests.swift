import Domain
import Testing
import TestSupport

@testable import Storage

/// Which of a chat's messages are shown, beyond what `TreeTests` plays through.
@Suite(.timeLimit(.minutes(1)))
struct LineTests {
  let fixture = FolderFixture()

  /// Chat 1: messages 1 to 5 in a row, 6 and 7 follow 2, and 8 begins the chat anew; shown are 1, 2, 6, 7.
  private func forked() async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.fill(chat: 2, messages: 0)
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(6), after: messageID(2))
      try store.append(newMessage(7), after: messageID(6))
      try store.append(newMessage(8), after: nil)
      try store.choose(messageID(6))
      try store.append(newMessage(21, in: 2))
    }
    return store
  }

  private func shown(_ store: SQLiteStore, _ page: MessagePage = .newest(limit: 99)) async throws -> [Int] {
    try await store.messages(page).map { Int($0.id.low & 0xFFFF) }
  }

  @Test func `The line goes where it was asked to, and remembers where it went`() async throws {
    let store = try await forked()
    #expect(try await shown(store) == [1, 2, 6, 7])
    #expect(try await shown(store, .around(messageID(4), before: 1, after: 5)) == [3, 4, 5])
    #expect(try await shown(store, .around(messageID(21), before: 1, after: 5)) == [])
    #expect(try await store.write { store throws(StoreError) in try store.choose(messageID(3)) })
    #expect(try await shown(store) == [1, 2, 3, 4, 5])
    #expect(try await !store.write { store throws(StoreError) in try store.choose(messageID(4)) })
    try await store.write { store throws(StoreError) in try store.choose(messageID(8)) }
    #expect(try await shown(store) == [8])
    try await store.write { store throws(StoreError) in try store.choose(messageID(1)) }
    #expect(try await shown(store) == [1, 2, 3, 4, 5])
    #expect(
      try await store.read { store throws(StoreError) in try store.siblings(of: messageID(6)) }
        == Siblings(messages: [messageID(3), messageID(6)], index: 1))
    #expect(try await store.verify() == [])
  }

  @Test func `A parent that is gone or in another chat is refused, and numbers are the store's`() async throws {
    let store = try await forked()
    for (parent, expected) in [(21, StoreError.messageOfAnotherChat), (99, .noSuchMessage)] {
      let thrown = await error {
        try await store.write { store throws(StoreError) in try store.append(newMessage(9), after: messageID(parent)) }
      }
      #expect(thrown == expected)
    }
    let made = try await store.write { store throws(StoreError) in
      try store.append(newMessage(9, sequence: 3), after: messageID(1))
    }
    #expect((made.sequence, made.parent) == (9, messageID(1)))
    #expect(try await store.message(9) == made)
  }

  @Test func `Another process hears that the line has changed, and of two that fork at once both stay`() async throws {
    let one = try await forked()
    let other = try await fixture.open()
    let heard = other.changesByOtherProcesses()
    try await one.write { store throws(StoreError) in try store.choose(messageID(3)) }
    for await change in heard where !change.lines.isEmpty {
      #expect(change.lines == [chatID(1)])
      break
    }
    async let first = one.write { store throws(StoreError) in try store.append(newMessage(31), after: messageID(4)) }
    async let second = other.write { store throws(StoreError) in try store.append(newMessage(32), after: messageID(4)) }
    _ = try await (first, second)
    let siblings = try await one.read { store throws(StoreError) in try store.siblings(of: messageID(31)).messages }
    #expect(Set(siblings) == Set([5, 31, 32].map(messageID)))
    #expect(try await shown(one).last == Int((siblings.last?.low ?? 0) & 0xFFFF))
    #expect(try await one.verify() == [])
  }

  @Test func `A chat with branches is deleted bit by bit, and is sound in between`() async throws {
    let store = try await forked()
    var left = 8
    while try await store.write({ store throws(StoreError) in try store.shorten(chatID(1), by: 1) }) {
      left -= 1
      #expect(try await store.verify() == [], "\(left) left")
      #expect(try await store.chat(1)?.messageCount == left)
    }
    #expect(left == 1)
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try await store.verify() == [])
  }

  @Test func `What a model thinks aloud is kept apart from what it says`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    try await store.write { store throws(StoreError) in
      try store.append(newMessage(2, sender: .agent, text: "", state: .streaming))
      try store.appendReasoning("Hm, ", to: messageID(2))
      try store.appendText("It is ", to: messageID(2))
      try store.appendReasoning("four.", to: messageID(2))
      try store.appendText("four.", to: messageID(2))
    }
    var message = try #require(try await store.message(2))
    #expect((message.text, message.reasoning) == ("It is four.", "Hm, four."))
    message.state = .complete
    let ended = message
    try await store.write { store throws(StoreError) in try store.update(ended) }
    #expect(try await store.message(2) == ended)
    #expect(try await store.message(1)?.reasoning == nil)
  }

  @Test(arguments: [
    "UPDATE choice SET child_id = 4 WHERE parent_id = 2", "UPDATE choice SET child_id = 9 WHERE parent_id = 2",
    "UPDATE choice SET child_id = 999 WHERE parent_id = 2", "UPDATE choice SET parent_id = 7 WHERE parent_id = 2",
    "UPDATE choice SET chat_id = 2 WHERE parent_id = 2", "UPDATE choice SET chat_id = -5 WHERE parent_id = 2",
    "DELETE FROM choice", "UPDATE choice SET child_id = 3 WHERE parent_id = 2",
    "UPDATE branch SET tip_id = 1", "UPDATE branch SET tip_id = 999",
    "UPDATE branch SET head_id = 77 WHERE head_id = 3",
    "UPDATE message SET parent_id = 5 WHERE id = 3", "UPDATE chat SET tip = 5 WHERE id = 1",
    "UPDATE message SET sequence = 1 WHERE id IN (6, 7)",
  ])
  func `Wrong choices end no walk and lose nothing, and are found and mended`(damage: String) async throws {
    let store = try await forked()
    await store.close()
    try fixture.connection().script(damage)
    let damaged = try await fixture.open()
    for number in 1...8 {
      for page in [
        MessagePage.newest(limit: 50), .before(messageID(number), limit: 50), .after(messageID(number), limit: 50),
      ] {
        let page = try await damaged.messages(page)
        #expect(Set(page.map(\.id)).count == page.count && page.allSatisfy { $0.chat == chatID(1) })
      }
    }
    #expect(try await damaged.verify().contains(where: \.isDamage))
    try await damaged.write { store throws(StoreError) in
      try store.choose(messageID(4))
      try store.append(newMessage(10))
      try store.remove(messageID(6))
    }
    await damaged.close()
    _ = try await fixture.library().repair()
    let mended = try await fixture.open()
    #expect(try await mended.findingsNow() == [])
    for number in [1, 2, 3, 4, 5, 7, 8, 10] { #expect(try await mended.message(number) != nil) }
  }
}
