import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// What is copied of messages that were selected, wherever they are by then.
@Suite(.timeLimit(.minutes(1)))
final class SelectedTextsTests {
  private let windows = Windows()
  private var library: TestLibrary?

  private func open(messages count: Int) async throws -> (TestLibrary, ThreadModel, [Message]) {
    let library = try await TestLibrary()
    self.library = library
    let chat = try await library.chat(messages: count)
    let (_, thread) = try await windows.open(chat.id, in: library)
    return (library, thread, try await library.saved(in: chat.id))
  }

  private func words(_ texts: [NumberedText]?) -> [String]? { texts?.map(\.shown.plain) }

  @Test func `Texts in memory are there at once, and others are read from the disk`() async throws {
    let (library, thread, messages) = try await open(messages: 400)
    let numbers = messages.map { Int($0.sequence) }
    #expect(words(thread.shownTexts(in: numbers[379]...numbers[381])) == (380...382).map { "Message \($0)" })
    #expect(thread.shownTexts(in: numbers[9]...numbers[381]) == nil)
    let read = try await thread.readTexts(
      in: numbers[9]...numbers[381], from: messages[9].id, through: messages[381].id)
    #expect(words(read) == (10...382).map { "Message \($0)" })
    library.failing.failReads(with: .corrupt(path: "/library/sotto.db", reason: .database("page 7")))
    await #expect(throws: StoreError.self) {
      _ = try await thread.readTexts(in: numbers[9]...numbers[12], from: messages[9].id, through: messages[12].id)
    }
    #expect(windows.notices.isEmpty, "it may be another program that asks")
    thread.tellNotCopied(nil)
    #expect(windows.notices == ["Nothing is left of what was selected"])
  }

  @Test func `It is told where the letters of a message are others, not where there are more`() async throws {
    let library = try await TestLibrary()
    self.library = library
    let (model, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    var replaced: [MessageID] = []
    thread.shown.onTextReplaced = { replaced.append($0) }
    thread.draft = "Question"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("One "))
    await until { thread.rows.last?.text == "One " }
    let row = try #require(thread.rows.last)
    let id = try #require(row.message?.id)
    library.puppet.say(.text("and two"))
    library.puppet.end(.failed(.silent))
    await until { row.state == .failed }
    #expect(row.text == "One and two" && replaced.isEmpty)
    model.tryAgain(row, in: thread)
    await library.puppet.asked(times: 2)
    #expect(replaced.isEmpty)
    library.puppet.say(.text("Another"))
    await until { thread.rows.last?.text == "Another" }
    library.puppet.end()
    await until { thread.rows.last?.state == .complete }
    #expect(replaced == [id])
    thread.read(row, asMarkdown: true)
    #expect(replaced == [id])
    thread.read(row, asMarkdown: false)
    #expect(replaced == [id, id])
  }

  @Test func `A message that was deleted meanwhile is left out, also where the selection begins`() async throws {
    let (library, thread, messages) = try await open(messages: 300)
    let numbers = messages.map { Int($0.sequence) }
    thread.delete(messages[296].id)
    #expect(words(thread.shownTexts(in: numbers[295]...numbers[298])) == ["Message 296", "Message 298", "Message 299"])
    try await library.store.write { store throws(StoreError) in
      _ = try store.remove(messages[4].id)
      _ = try store.remove(messages[7].id)
    }
    let left = try await thread.readTexts(in: numbers[4]...numbers[6], from: messages[4].id, through: messages[6].id)
    #expect(words(left) == ["Message 6", "Message 7"])
    let end = try await thread.readTexts(in: numbers[5]...numbers[7], from: messages[5].id, through: messages[7].id)
    #expect(words(end) == ["Message 6", "Message 7"])
    let both = try await thread.readTexts(in: numbers[4]...numbers[7], from: messages[4].id, through: messages[7].id)
    #expect(words(both) == ["Message 6", "Message 7"])
    try await library.store.write { store throws(StoreError) in
      _ = try store.remove(messages[249].id)
    }
    let long = try await thread.readTexts(
      in: numbers[4]...numbers[249], from: messages[4].id, through: messages[249].id)
    #expect(words(long) == ([6, 7] + (9...249)).map { "Message \($0)" })
    let none = try await thread.readTexts(in: numbers[4]...numbers[4], from: messages[4].id, through: messages[4].id)
    #expect(none.isEmpty)
  }

  @Test func `Messages that were put between have moved the others on`() async throws {
    let (library, thread, messages) = try await open(messages: 200)
    let numbers = messages.map { Int($0.sequence) }
    let new = Message(
      id: library.surroundings.newID(), chat: thread.chat.id, sender: .agent, text: "New",
      createdAt: library.surroundings.now())
    try await library.store.write { store throws(StoreError) in _ = try store.insert(new, after: messages[5].id) }
    let read = try await thread.readTexts(in: numbers[4]...numbers[6], from: messages[4].id, through: messages[6].id)
    #expect(words(read) == ["Message 5", "Message 6", "New", "Message 7"])
  }

  @Test func `What is read is on the branch that is shown, though the selection began on another`() async throws {
    let (library, thread, messages) = try await open(messages: 200)
    let numbers = messages.map { Int($0.sequence) }
    let (chat, now) = (thread.chat.id, library.surroundings.now())
    let ids = (1...3).map { _ in library.surroundings.newID() as MessageID }
    try await library.store.write { store throws(StoreError) in
      var parent = messages[9].id
      for (index, id) in ids.enumerated() {
        let other = Message(
          id: id, chat: chat, sender: index % 2 == 0 ? .agent : .user, text: "Else \(index + 1)", createdAt: now)
        try store.append(other, after: parent)
        parent = other.id
      }
      try store.choose(parent)
    }
    let read = try await thread.readTexts(in: numbers[8]...numbers[20], from: messages[8].id, through: messages[20].id)
    #expect(words(read) == ["Message 9", "Message 10"])
    let beside = try await thread.readTexts(
      in: numbers[20]...(numbers[199] + 2), from: messages[20].id, through: messages[199].id)
    #expect(words(beside) == ["Else 1", "Else 2"])
  }

  @Test func `Of a chat that was left nothing is taken that was deleted since`() async throws {
    let library = try await TestLibrary()
    self.library = library
    let other = try await library.chat(messages: 1)
    let chat = try await library.chat(messages: 8)
    let messages = try await library.saved(in: chat.id)
    let numbers = messages.map { Int($0.sequence) }
    let (model, thread) = try await windows.open(chat.id, in: library)
    #expect(thread.shownTexts(in: numbers[1]...numbers[3])?.count == 3)
    model.open(other.id)
    try await library.service.deleteMessages([messages[2].id])
    #expect(thread.shownTexts(in: numbers[1]...numbers[3]) == nil)
    let read = try await thread.readTexts(in: numbers[1]...numbers[3], from: messages[1].id, through: messages[3].id)
    #expect(words(read) == ["Message 2", "Message 4"])
    try await library.service.deleteForEver(chat.id)
    let none = try await thread.readTexts(in: numbers[1]...numbers[3], from: messages[1].id, through: messages[3].id)
    #expect(none.isEmpty)
  }

  @Test func `It is told where a very long text that grows is not shown from its beginning any more`() async throws {
    let library = try await TestLibrary()
    self.library = library
    let (_, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    var replaced = 0
    thread.shown.onTextReplaced = { _ in replaced += 1 }
    thread.draft = "Question"
    thread.send()
    await library.puppet.asked(times: 1)
    let part = String(repeating: "Some words in a line.\n", count: 8_000)
    library.puppet.say(.text(part))
    await measured(library) { thread.rows.last?.text.isEmpty == false }
    #expect(replaced == 0)
    library.puppet.say(.text(part))
    await measured(library) { thread.rows.last?.shownText.hidden == .beginning && replaced == 1 }
    library.puppet.say(.text("A word"))
    await measured(library) { thread.rows.last?.text.hasSuffix("A word") == true }
    #expect(replaced == 1, "its beginning is where it was")
    library.puppet.end()
    await measured(library) { thread.rows.last?.shownText.hidden == .rest }
    #expect(replaced == 2)
  }
}
