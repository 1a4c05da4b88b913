import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// What was not read yet: the line above it, the count, and the mark that a person puts.
@Suite(.timeLimit(.minutes(1)))
struct UnreadTests {
  private let windows = Windows()

  /// Notes that so many replies of a chat are unread.
  private func setUnread(_ count: Int, _ chat: ChatID, in library: TestLibrary) async throws {
    try await library.store.write { store throws(StoreError) in
      guard var row = try store.chat(chat) else { return }
      row.unreadCount = count
      try store.update(row)
    }
  }

  private func unread(_ chat: ChatID, in library: TestLibrary) async throws -> Int? {
    try await library.service.chat(chat)?.unreadCount
  }

  /// The text below the line; nil without one.
  private func newText(_ thread: ThreadModel) -> String? {
    guard let line = thread.newLine, let index = thread.rows.firstIndex(where: { $0.id == line }) else { return nil }
    return thread.rows[index...].first { if case .message = $0.id { true } else { false } }?.text
  }

  @Test(arguments: [(3, "Message 596"), (80, "Message 442"), (400, "Message 2")])
  func `A chat opens with the first unread reply among its rows, and a line above it`(count: Int, first: String)
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 600)
    let other = try await library.chat(titled: "Other", messages: 2)
    try await setUnread(count, chat.id, in: library)
    let (model, thread) = try await windows.open(chat.id, in: library)
    #expect(newText(thread) == first)
    #expect(thread.unread.countBelow == min(count, 300))
    await windows.idle()
    #expect(try await unread(chat.id, in: library) == 0, "what is in sight is read")
    #expect(newText(thread) == first, "the line is there as long as the chat is open")
    let seen =
      thread.rows.prefix { newText(thread) != nil && $0.text != first } + thread.rows.filter { $0.text == first }
    thread.setInSight(seen.map(\.id))
    #expect(thread.unread.countBelow == min(count, 300) - 1)
    thread.setAtEnd(false)
    thread.setAtEnd(true)
    #expect(thread.unread.countBelow == 0)
    await until { model.list.row(of: chat.id)?.unreadCount == 0 }
    model.open(other.id)
    model.open(chat.id)
    let again = try #require(model.thread)
    await until { again.phase == .ready }
    #expect(again.newLine == nil)
  }

  @Test func `The line goes with one's own message, and stands above what comes while nobody looks`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 10)
    try await setUnread(2, chat.id, in: library)
    let (model, thread) = try await windows.open(chat.id, in: library)
    await model.start()
    #expect(newText(thread) == "Message 8")
    thread.draft = "I am here"
    thread.send()
    #expect(thread.newLine == nil)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("You are"))
    await until { thread.texts.last == "You are" }
    model.setActive(false)
    await windows.idle()
    library.puppet.end()
    await until { thread.newLine != nil }
    #expect(newText(thread) == "You are")
    await until { model.unread.count == 1 }
    model.setActive(true)
    await until { model.unread.count == 0 }
    #expect(newText(thread) == "You are", "who comes back sees where he was")
  }

  @Test func `When the first unread message is deleted, the line stands above the next one`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 10)
    try await setUnread(2, chat.id, in: library)
    let (_, thread) = try await windows.open(chat.id, in: library)
    let first = try #require(thread.rows.first { $0.text == "Message 8" }?.message)
    thread.delete(first.id)
    #expect(newText(thread) == "Message 9")
    await windows.idle()
  }

  @Test
  func `A chat that is marked as unread stays so while it is open, over a restart, and is read when opened again`()
    async throws
  {
    let library = try await TestLibrary()
    let (chat, other) = (try await library.chat(messages: 10), try await library.chat(titled: "Other", messages: 2))
    let (model, thread) = try await windows.open(chat.id, in: library)
    await model.start()
    model.toggleUnread(chat.id)
    await until { model.list.row(of: chat.id)?.unreadCount == 1 && model.unread.count == 1 }
    model.setActive(false)
    model.setActive(true)
    #expect(thread.newLine == nil)
    await windows.idle()
    #expect(try await unread(chat.id, in: library) == 1)
    await model.shutDown()

    let (next, _) = try await windows.open(other.id, in: try await TestLibrary(in: library.folder))
    await next.start()
    #expect(next.unread.count == 1)
    next.open(chat.id)
    let again = try #require(next.thread)
    await until { again.phase == .ready && next.unread.count == 0 }
    #expect(newText(again) == "Message 10")
    next.toggleUnread(chat.id)
    await until { next.unread.count == 1 }
    next.toggleUnread(chat.id)
    await until { next.unread.count == 0 }
  }

  @Test func `A chat in which nobody has replied can be marked, one without messages cannot`() async throws {
    let library = try await TestLibrary()
    let (note, other) = (try await library.chat(messages: 1), try await library.chat(titled: "Other", messages: 2))
    let empty = try await library.service.createChat(titled: "Empty", agent: "puppet")
    let (model, _) = try await windows.open(other.id, in: library)
    await model.start()
    model.setUnread(true, note.id)
    model.setUnread(true, empty.id)
    await until { model.unread.count == 1 }
    await windows.idle()
    #expect(try await unread(empty.id, in: library) == 0)
    model.open(note.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready && model.unread.count == 0 }
    #expect(newText(thread) == "Message 1")
  }

  @Test func `The count is that of all chats of the list, also when it changes elsewhere`() async throws {
    let library = try await TestLibrary()
    let (one, two) = (try await library.chat(messages: 10), try await library.chat(titled: "Other", messages: 10))
    try await setUnread(2, one.id, in: library)
    try await setUnread(3, two.id, in: library)
    let open = try await library.chat(titled: "Open", messages: 2)
    let (model, _) = try await windows.open(open.id, in: library)
    await model.start()
    #expect(model.unread.count == 5)
    let elsewhere = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(now: 1_736_000_000_000))
    try await elsewhere.service.markRead(two.id)
    await until { model.unread.count == 2 }
    model.moveToTrash(one.id)
    await until { model.unread.count == 0 }
    model.restore(one.id)
    await until { model.unread.count == 2 }
  }
}
