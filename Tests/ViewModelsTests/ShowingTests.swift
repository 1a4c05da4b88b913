import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Going to a message, wherever in the chat it is.
@Suite(.timeLimit(.minutes(1)))
final class ShowingTests {
  private let windows = Windows()
  private var library: TestLibrary?

  /// A chat of so many messages with a window in front of its end.
  private func open(messages count: Int) async throws -> (TestLibrary, ThreadModel, [MessageID]) {
    let library = try await TestLibrary()
    self.library = library
    let chat = try await library.chat(messages: count)
    let (_, thread) = try await windows.open(chat.id, in: library)
    return (library, thread, try await library.saved(in: chat.id).map(\.id))
  }

  @Test func `A message far above is shown with what stands around it, and the thread goes on both ways from there`()
    async throws
  {
    let (library, thread, ids) = try await open(messages: 5_000)
    #expect(!thread.texts.contains("Message 1234"))
    thread.show(message: ids[1_233])
    #expect(thread.going.requested == .loading(ids[1_233]))
    await until { thread.going.requested == .shown(ids[1_233]) }
    #expect(thread.takeScrollTarget() == .message(ids[1_233]))
    #expect(thread.takeScrollTarget() == nil)
    #expect(thread.texts == (1_204...1_264).map { "Message \($0)" })
    #expect(thread.hasOlder && thread.hasNewer)
    #expect(thread.rows.filter(\.isHighlighted).map(\.text) == ["Message 1234"])
    await thread.loadOlder()
    await thread.loadNewer()
    #expect(thread.texts == (1_174...1_294).map { "Message \($0)" })
    // The highlight is for a moment.
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(2))
    library.surroundings.advance(by: .seconds(2))
    await until { !thread.rows.contains(where: \.isHighlighted) }
    await thread.showEnd()
    #expect(thread.takeScrollTarget() == .end)
    #expect(thread.texts.last == "Message 5000" && thread.going.requested == nil)
  }

  @Test func `The first and the last message have nothing beyond them`() async throws {
    let (_, thread, ids) = try await open(messages: 500)
    thread.show(message: ids[0])
    await until { thread.going.requested == .shown(ids[0]) }
    #expect(thread.texts == (1...31).map { "Message \($0)" })
    #expect(!thread.hasOlder && thread.hasNewer)
    thread.show(message: ids[499])
    await until { thread.going.requested == .shown(ids[499]) }
    #expect(thread.texts == (470...500).map { "Message \($0)" })
    #expect(thread.hasOlder && !thread.hasNewer)
  }

  @Test func `A message that is there already is only scrolled to`() async throws {
    let (library, thread, ids) = try await open(messages: 100)
    let before = thread.texts
    library.failing.failReads(with: .corrupt(path: "/library/sotto.db", reason: .database("page 7")))
    thread.show(message: ids[80])
    await until { thread.going.requested == .shown(ids[80]) }
    #expect(thread.takeScrollTarget() == .message(ids[80]))
    #expect(thread.texts == before)
  }

  @Test func `A message on another branch brings that branch on screen`() async throws {
    let (library, thread, ids) = try await open(messages: 300)
    let (chat, branch) = (thread.chat.id, library.surroundings.newID() as MessageID)
    let now = library.surroundings.now()
    try await library.store.write { store throws(StoreError) in
      try store.append(
        Message(id: branch, chat: chat, sender: .agent, text: "Else", createdAt: now), after: ids[9])
      try store.choose(ids[10])
    }
    thread.show(message: branch)
    await until { thread.going.requested == .shown(branch) }
    #expect(thread.texts == (1...10).map { "Message \($0)" } + ["Else"])
    #expect(!thread.hasNewer)
    // What is told of it afterwards changes nothing.
    await library.log.first { if case .lineChanged(chat) = $0 { true } else { false } }
    thread.show(message: ids[250])
    await until { thread.going.requested == .shown(ids[250]) }
    #expect(thread.texts == (221...281).map { "Message \($0)" })
    await until { thread.texts.contains("Message 251") && !thread.texts.contains("Else") }
    #expect(try await library.saved(in: chat).count == 300)
  }

  @Test func `A message that was deleted meanwhile is said to be, and the reader stays`() async throws {
    let (library, thread, ids) = try await open(messages: 300)
    let before = thread.texts
    let other = try await TestLibrary(in: library.folder)
    try await other.store.write { store throws(StoreError) in try store.remove(ids[100]) }
    thread.show(message: ids[100])
    await until { thread.going.requested == .gone(ids[100]) }
    #expect(thread.texts == before && thread.takeScrollTarget() == nil)
    #expect(windows.notices == ["This message was deleted"])
    // So is one whose deletion can still be undone.
    thread.show(message: ids[299])
    await until { thread.going.requested == .shown(ids[299]) }
    thread.delete(ids[299])
    thread.show(message: ids[299])
    await until { thread.going.requested == .gone(ids[299]) }
  }

  @Test func `A message of another chat is not looked for, and that chat stays on its branch`() async throws {
    let (library, thread, _) = try await open(messages: 10)
    let other = try await library.chat(titled: "Other", messages: 4)
    let line = try await library.saved(in: other.id).map(\.id)
    try await library.store.write { store throws(StoreError) in
      try store.append(
        Message(
          id: library.surroundings.newID(), chat: other.id, sender: .agent, text: "Else",
          createdAt: library.surroundings.now()), after: line[0])
    }
    thread.show(message: line[3])
    await until { thread.going.requested == .gone(line[3]) }
    #expect(try await library.saved(in: other.id).map(\.text) == ["Message 1", "Else"])
  }

  @Test func `While a reply streams a message is gone to, and the reply is there at the end`() async throws {
    let (library, thread, ids) = try await open(messages: 1_000)
    thread.draft = "Question"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("One "))
    await until { thread.texts.last == "One " }
    thread.show(message: ids[100])
    library.puppet.say(.text("two "))
    await until { thread.going.requested == .shown(ids[100]) }
    library.puppet.say(.text("three"))
    library.puppet.end()
    await library.log.first {
      if case .messageSaved(let message) = $0 {
        message.text == "One two three" && message.state == .complete
      } else {
        false
      }
    }
    #expect(thread.texts == (71...131).map { "Message \($0)" })
    await thread.showEnd()
    #expect(thread.texts.suffix(2) == ["Question", "One two three"])
  }

  @Test func `Of two requests in quick succession the last one counts`() async throws {
    let (library, thread, ids) = try await open(messages: 2_000)
    thread.show(message: ids[100])
    thread.show(message: ids[1_000])
    await until { thread.going.requested == .shown(ids[1_000]) }
    await windows.idle()
    #expect(thread.takeScrollTarget() == .message(ids[1_000]))
    #expect(thread.texts == (971...1_031).map { "Message \($0)" })
    #expect(thread.rows.filter(\.isHighlighted).count == 1)
    // So does the end, when it is asked for after that.
    thread.show(message: ids[100])
    await thread.showEnd()
    await windows.idle()
    #expect(thread.takeScrollTarget() == .end)
    #expect(thread.texts.last == "Message 2000")
    // And a message of this branch, after one that would have switched to another.
    let branch: MessageID = library.surroundings.newID()
    let (chat, now) = (thread.chat.id, library.surroundings.now())
    try await library.store.write { store throws(StoreError) in
      try store.append(Message(id: branch, chat: chat, sender: .agent, text: "Else", createdAt: now), after: ids[9])
      try store.choose(ids[10])
    }
    thread.show(message: branch)
    thread.show(message: ids[1_990])
    await until { thread.going.requested == .shown(ids[1_990]) }
    await windows.idle()
    #expect(thread.texts.contains("Message 1991"))
  }

  @Test func `The library opens the chat of a message first`() async throws {
    let library = try await TestLibrary()
    let long = try await library.chat(titled: "Long", messages: 600)
    let other = try await library.chat(titled: "Other", messages: 2)
    let ids = try await library.saved(in: long.id).map(\.id)
    let (model, _) = try await windows.open(other.id, in: library)
    model.show(ids[100], in: long.id)
    await until { model.thread?.going.requested == .shown(ids[100]) }
    let thread = try #require(model.thread)
    #expect(thread.title == "Long" && thread.texts == (71...131).map { "Message \($0)" })
    #expect(thread.takeScrollTarget() == .message(ids[100]))
  }

  /// Puts a sibling of the sixth message on the chat's line, which then is Message 1 to 5 and "Else".
  private func branchOff(_ library: TestLibrary, _ thread: ThreadModel, _ ids: [MessageID]) async throws -> MessageID {
    let branch: MessageID = library.surroundings.newID()
    let (chat, now) = (thread.chat.id, library.surroundings.now())
    try await library.store.write { store throws(StoreError) in
      try store.append(Message(id: branch, chat: chat, sender: .agent, text: "Else", createdAt: now), after: ids[4])
    }
    return branch
  }

  @Test func `Going to a message in sight leaves what is being read again to be read`() async throws {
    let (library, thread, ids) = try await open(messages: 10)
    _ = try await branchOff(library, thread, ids)
    let refresh = Task { await thread.refresh() }
    thread.show(message: ids[2])
    await refresh.value
    await until { thread.texts == (1...5).map { "Message \($0)" } + ["Else"] }
    await until { thread.going.requested == .shown(ids[2]) }
    #expect(thread.takeScrollTarget() == .message(ids[2]))
    // Here the message comes first and what happened elsewhere after it.
    try await library.store.write { store throws(StoreError) in try store.choose(ids[9]) }
    thread.show(message: ids[3])
    await thread.refresh()
    await until { thread.texts == (1...10).map { "Message \($0)" } }
    #expect(thread.going.requested == .shown(ids[3]))
  }

  @Test func `A message that the line has left while it was in sight is gone to on its own branch`() async throws {
    let (library, thread, ids) = try await open(messages: 10)
    let branch = try await branchOff(library, thread, ids)
    let refresh = Task { await thread.refresh() }
    thread.show(message: ids[8])
    await refresh.value
    await until { thread.going.requested == .shown(ids[8]) }
    await windows.idle()
    await until { thread.texts == (1...10).map { "Message \($0)" } }
    #expect(thread.row(of: .message(branch)) == nil)
  }

  @Test func `A message that is missed, or given up for the end, does not keep the thread from being read again`()
    async throws
  {
    let (library, thread, ids) = try await open(messages: 10)
    _ = try await branchOff(library, thread, ids)
    let lost: MessageID = library.surroundings.newID()
    let first = Task { await thread.refresh() }
    thread.show(message: lost)
    await first.value
    await until { thread.going.requested == .gone(lost) }
    await until { thread.texts == (1...5).map { "Message \($0)" } + ["Else"] }
    // The end is asked for while the message is still looked for.
    try await library.store.write { store throws(StoreError) in try store.choose(ids[9]) }
    let second = Task { await thread.refresh() }
    thread.show(message: lost)
    await thread.showEnd()
    await second.value
    await until { thread.texts == (1...10).map { "Message \($0)" } }
    #expect(thread.going.requested == nil)
  }

  @Test func `A disk that cannot be read says so, and the reader stays`() async throws {
    let (library, thread, ids) = try await open(messages: 300)
    let before = thread.texts
    library.failing.failReads(with: .corrupt(path: "/library/sotto.db", reason: .database("page 7")))
    thread.show(message: ids[10])
    await until { thread.going.requested == nil }
    #expect(thread.texts == before && windows.notices.count == 1)
    library.failing.failReads(with: nil)
    thread.show(message: ids[10])
    await until { thread.going.requested == .shown(ids[10]) }
  }
}
