import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Where the reader is in a long chat.
@Suite(.timeLimit(.minutes(1)))
final class ReadingPositionTests {
  private let windows = Windows()
  /// Held, so that it stays open.
  private var library: TestLibrary?

  /// Says that the reader looks at the message with this text, as a view would.
  private func look(at text: String, in thread: ThreadModel) throws {
    let row = try #require(thread.rows.first { $0.text == text && $0.message != nil })
    let message = try #require(row.message)
    thread.setAtEnd(false)
    thread.place.onWanted = { .at(ReadingPosition(chat: message.chat, message: message.id, offset: -12)) }
  }

  /// A long chat whose reader looks at the 51st message that is loaded, and another process on the same library.
  private func readerInTheMiddle() async throws -> (chat: Chat, thread: ThreadModel, other: TestLibrary) {
    let library = try await TestLibrary()
    self.library = library
    let chat = try await library.chat(messages: 600)
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(now: 1_736_000_000_000))
    let (model, thread) = try await windows.open(chat.id, in: library)
    await model.start()
    for _ in 0..<6 { await thread.loadOlder() }
    try look(at: thread.texts[50], in: thread)
    return (chat, thread, other)
  }

  @Test func `When everything changed elsewhere the reader stays, with the messages in sight`() async throws {
    let (chat, thread, other) = try await readerInTheMiddle()
    let before = thread.texts
    let gone = try #require(thread.rows.first { $0.text == before[60] }?.message)
    try await other.store.write { store throws(StoreError) in
      guard var renamed = try store.chat(chat.id) else { return }
      renamed.title = "Renamed elsewhere"
      try store.update(renamed)
      try store.remove(gone.id)
      // More than is listed.
      for number in 0..<1_100 { try store.setSetting("test-\(number)", to: "1") }
    }
    await until { thread.title == "Renamed elsewhere" && !thread.texts.contains(before[60]) }
    #expect(thread.texts.first == before.first)
    #expect(thread.texts.contains(before[50]) && thread.texts.contains(before[149]))
    #expect(thread.hasNewer)
  }

  @Test func `When the first message in sight is gone, too, the next one holds the reader's place`() async throws {
    let (_, thread, other) = try await readerInTheMiddle()
    let before = thread.texts
    let gone = try #require(thread.rows.first { $0.text == before[50] }?.message)
    try await other.store.write { store throws(StoreError) in
      try store.remove(gone.id)
      for number in 0..<1_100 { try store.setSetting("test-\(number)", to: "1") }
    }
    await until { !thread.texts.contains(before[50]) }
    #expect(thread.texts.contains(before[51]) && thread.hasNewer)
  }

  @Test func `The reader's place is there again after other chats and after a restart`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "Long", messages: 600)
    let other = try await library.chat(titled: "Other", messages: 2)
    let (model, thread) = try await windows.open(chat.id, in: library)
    for _ in 0..<6 { await thread.loadOlder() }
    let text = thread.texts[20]
    try look(at: text, in: thread)
    model.open(other.id)
    model.open(chat.id)
    let again = try #require(model.thread)
    await until { again.phase == .ready }
    #expect(again.place.start?.offset == -12)
    #expect(again.texts.contains(text) && again.texts.count == 61)
    #expect(again.hasOlder && again.hasNewer)
    // Left before anything is laid out, he is where he was.
    again.place.onWanted = { .unknown }
    model.open(other.id)
    model.open(chat.id)
    let third = try #require(model.thread)
    await until { third.phase == .ready }
    #expect(third.place.start?.offset == -12)
    try look(at: text, in: third)
    await model.shutDown()
    let (next, afterwards) = try await windows.open(chat.id, in: try await TestLibrary(in: library.folder))
    #expect(afterwards.texts.contains(text) && afterwards.place.start != nil)
    // At the end there is no place to keep.
    afterwards.place.onWanted = { .end }
    next.open(other.id)
    next.open(chat.id)
    let last = try #require(next.thread)
    await until { last.phase == .ready }
    #expect(last.place.start == nil && last.texts.last == "Message 600")
  }
}
