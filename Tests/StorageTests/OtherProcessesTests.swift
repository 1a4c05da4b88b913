import Domain
import Testing
import TestSupport

@testable import Storage

/// Two stores on one library, as two processes have it.
@Suite(.timeLimit(.minutes(1)))
struct OtherProcessesTests {
  let fixture = FolderFixture()

  /// Collects changes until `isEnough`.
  private func changes(
    _ stream: AsyncStream<StoreChange>, until isEnough: (StoreChange) -> Bool
  ) async -> StoreChange {
    var all = StoreChange()
    for await change in stream {
      all.chats.formUnion(change.chats)
      all.messages.formUnion(change.messages)
      all.removedChats.formUnion(change.removedChats)
      all.removedMessages.merge(change.removedMessages) { $1 }
      all.settingsChanged = all.settingsChanged || change.settingsChanged
      all.everything = all.everything || change.everything
      if isEnough(all) { break }
    }
    return all
  }

  @Test func `Each store hears of the other's commits and not of its own`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    let heardByOne = one.changesByOtherProcesses()
    let heardByOther = other.changesByOtherProcesses()
    try await one.fill(messages: 2)
    try await other.write { store throws(StoreError) in try store.insert(newChat(7)) }
    let atOther = await changes(heardByOther) { $0.messages.count == 2 }
    #expect(atOther == StoreChange(chats: [chatID(1)], messages: [messageID(1), messageID(2)]))
    let atOne = await changes(heardByOne) { !$0.chats.isEmpty }
    #expect(atOne == StoreChange(chats: [chatID(7)]))
    #expect(try await other.messages().count == 2)
  }

  @Test func `Removals, settings, drafts, pieces and stop requests are heard`() async throws {
    let one = try await fixture.open()
    try await one.fill(messages: 3)
    try await one.fill(chat: 2, messages: 0)
    try await one.write { store throws(StoreError) in
      try store.append(newMessage(4, sender: .agent, state: .streaming))
    }
    let other = try await fixture.open()
    let first = other.changesByOtherProcesses()
    let second = other.changesByOtherProcesses()
    try await one.write { store throws(StoreError) in
      try store.remove(chatID(2))
      try store.remove(messageID(2))
      try store.setSetting("a", to: "1")
      try store.setDraft(Draft(text: "x"), in: chatID(1))
      try store.appendText("x", to: messageID(4))
      try store.requestStop(messageID(4))
    }
    let expected = StoreChange(
      chats: [chatID(1)], removedChats: [chatID(2)], messages: [messageID(3), messageID(4)],
      removedMessages: [messageID(2): chatID(1)], settingsChanged: true)
    for stream in [first, second] {
      #expect(await changes(stream) { $0.settingsChanged } == expected)
    }
  }

  @Test func `A chat that was saved and then removed is only heard of as removed`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    let heard = other.changesByOtherProcesses()
    try await one.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.remove(chatID(1))
    }
    #expect(await changes(heard) { !$0.removedChats.isEmpty } == StoreChange(removedChats: [chatID(1)]))
  }

  @Test func `What was committed before anybody listened is heard by the first who does`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    try await one.fill(messages: 2)
    await other.look()
    let heard = await changes(other.changesByOtherProcesses()) { $0.messages.count == 2 }
    #expect(heard == StoreChange(chats: [chatID(1)], messages: [messageID(1), messageID(2)]))
  }

  @Test func `Many changes before anybody listened are told as everything`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    for number in 1...70 {
      try await one.write { store throws(StoreError) in try store.insert(newChat(number)) }
      await other.look()
    }
    #expect(await changes(other.changesByOtherProcesses()) { $0.everything }.everything)
  }

  @Test func `A write that changes nothing wakes nobody`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    let heard = other.changesByOtherProcesses()
    _ = try await one.write { store throws(StoreError) in try store.chat(chatID(1)) }
    try await one.write { store throws(StoreError) in try store.setSetting("b", to: "1") }
    var first: StoreChange?
    for await change in heard {
      first = change
      break
    }
    #expect(first == StoreChange(settingsChanged: true))
  }

  @Test func `Many changes at once are heard of as everything`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    let heard = other.changesByOtherProcesses()
    try await one.fill(messages: 1_500)
    #expect(await changes(heard) { $0.everything } == StoreChange(everything: true))
  }

  @Test func `The log stays short, and who slept through more than it holds hears of everything`() async throws {
    var library = fixture.library()
    library.options.log = ChangeLog(keeps: 40, listsAtMost: 1_000)
    let one = try await library.open()
    try await one.fill(messages: 0)
    for number in 1...200 {
      try await one.write { store throws(StoreError) in try store.append(newMessage(number)) }
    }
    let connection = try fixture.connection(.reading)
    #expect((40...42).contains(try connection.number("SELECT count(*) FROM change")))
    var last: Int64 = 3
    let process = ProcessID(high: 0, low: 0)
    let change = try library.options.log.changes(after: &last, notBy: process, in: connection)
    #expect(change == StoreChange(everything: true))
    #expect(try last == connection.number("SELECT max(seq) FROM change"))
    #expect(try library.options.log.changes(after: &last, notBy: process, in: connection) == nil)
  }

  @Test func `The log stays short whatever a transaction writes into it`() async throws {
    var library = fixture.library()
    library.options.log = ChangeLog(keeps: 40, listsAtMost: 1_000)
    let store = try await library.open()
    try await store.fill(messages: 0)
    for round in 0..<30 {
      try await store.write { store throws(StoreError) in
        for number in 1...7 { try store.append(newMessage(round * 7 + number)) }
      }
    }
    let connection = try fixture.connection(.reading)
    #expect((40...46).contains(try connection.number("SELECT count(*) FROM change")))
  }

  @Test func `Where folders cannot be watched, changes are heard within about a second`() async throws {
    let one = try await fixture.open()
    var library = fixture.library()
    library.options.watching = .clock
    let other = try await library.open()
    let heard = other.changesByOtherProcesses()
    try await one.fill(messages: 1)
    #expect(await changes(heard) { !$0.messages.isEmpty }.messages == [messageID(1)])
  }

  @Test func `A change whose touch was lost is heard with the next look`() async throws {
    var library = fixture.library()
    library.options.watchInterval = .milliseconds(100)
    let one = try await fixture.open()
    try await one.fill(messages: 1)
    await one.close()
    let store = try await library.open()
    let heard = store.changesByOtherProcesses()
    // Another process commits, and is killed before it touches the folder.
    let connection = try fixture.connection(.writing)
    try connection.write { () throws(StoreError) in
      try connection.run("UPDATE chat SET title = 'Elsewhere'")
      var changes = ChangeSet()
      changes.saved(chatID(1))
      try library.options.log.write(changes, at: time(1), by: ProcessID(high: 0, low: 0), to: connection)
    }
    #expect(await changes(heard) { !$0.chats.isEmpty }.chats == [chatID(1)])
    await store.close()
  }

  @Test func `Closing ends the streams, also of those who ask later`() async throws {
    let store = try await fixture.open()
    let early = store.changesByOtherProcesses()
    await store.close()
    for await _ in early { Issue.record("nothing happened elsewhere") }
    for await _ in store.changesByOtherProcesses() { Issue.record("nothing happened elsewhere") }
  }

  @Test func `Two stores that write without pause never meet a lock and lose nothing`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    try await one.fill(chat: 1, messages: 0)
    try await one.fill(chat: 2, messages: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (chat, store) in [(1, one), (2, other)] {
        group.addTask {
          for number in 1...1_000 {
            try await store.write { store throws(StoreError) in
              try store.append(newMessage(chat * 10_000 + number, in: chat, sequence: number))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for chat in 1...2 {
      #expect(try await one.messages(in: chat).map(\.sequence) == (1...1_000).map(Int64.init))
      #expect(try await other.chat(chat)?.messageCount == 1_000)
    }
  }

  @Test func `A read does not wait for a write that takes its time, and sees the state before it`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let lock = Latch()
    async let writing: Void = store.write { store throws(StoreError) in
      try store.append(newMessage(2))
      begin.finish()
      lock.wait()
    }
    for await _ in begun {}
    for _ in 0..<10 { #expect(try await store.messages().count == 1) }
    lock.open()
    try await writing
    #expect(try await store.messages().count == 2)
  }
}
