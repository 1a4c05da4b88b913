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
    let read = await thread.readTexts(
      in: numbers[9]...numbers[381], from: messages[9].id, through: messages[381].id)
    #expect(words(read) == (10...382).map { "Message \($0)" })
    library.failing.failReads(with: .corrupt(path: "/library/sotto.db", reason: .database("page 7")))
    let failed = await thread.readTexts(in: numbers[9]...numbers[12], from: messages[9].id, through: messages[12].id)
    #expect(failed == nil)
    #expect(windows.notices.count == 1)
  }

  @Test func `It is told where the letters of a message are others, not where there are more`() async throws {
    let library = try await TestLibrary()
    self.library = library
    let (model, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    var replaced: [MessageID] = []
    thread.onTextReplaced = { replaced.append($0) }
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
    let left = await thread.readTexts(in: numbers[4]...numbers[6], from: messages[4].id, through: messages[6].id)
    #expect(words(left) == ["Message 6", "Message 7"])
    let end = await thread.readTexts(in: numbers[5]...numbers[7], from: messages[5].id, through: messages[7].id)
    #expect(words(end) == ["Message 6", "Message 7"])
    let none = await thread.readTexts(in: numbers[4]...numbers[7], from: messages[4].id, through: messages[7].id)
    #expect(none == nil)
    #expect(windows.notices.last == "This message was deleted")
  }
}
