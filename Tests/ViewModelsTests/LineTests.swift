import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// A thread shows the chat's line, whoever changes it.
@Suite(.timeLimit(.minutes(1)))
struct LineTests {
  /// A chat of six messages, of which the fourth has a sibling that is not shown.
  private func forked(_ library: TestLibrary) async throws -> (chat: Chat, line: [MessageID], sibling: MessageID) {
    let chat = try await library.chat(messages: 6)
    let line = try await library.saved(in: chat.id).map(\.id)
    let sibling: MessageID = library.surroundings.newID()
    let now = library.surroundings.now()
    try await library.store.write { store throws(StoreError) in
      try store.append(
        Message(id: sibling, chat: chat.id, sender: .agent, text: "Else", createdAt: now), after: line[2])
      try store.choose(line[3])
    }
    return (chat, line, sibling)
  }

  @Test func `A thread follows the line to another branch and back`() async throws {
    let library = try await TestLibrary()
    let (chat, line, sibling) = try await forked(library)
    let windows = Windows()
    let (model, thread) = try await windows.open(chat.id, in: library)
    #expect(thread.texts == (1...6).map { "Message \($0)" })
    try await library.service.choose(sibling)
    await until { thread.texts == ["Message 1", "Message 2", "Message 3", "Else"] }
    await until { model.list.row(of: chat.id)?.preview == "Else" }
    try await library.service.choose(line[3])
    await until { thread.texts == (1...6).map { "Message \($0)" } }
    await until { model.list.row(of: chat.id)?.preview == "Message 6" }
  }

  @Test func `A message beside the line is not shown, and what is said next is`() async throws {
    let library = try await TestLibrary()
    let (chat, _, sibling) = try await forked(library)
    let windows = Windows()
    let (_, thread) = try await windows.open(chat.id, in: library)
    let picture = Attachment(content: .remote("https://example.org/a"), width: 1, height: 1, alternative: "")
    try await library.store.write { store throws(StoreError) in
      guard var message = try store.message(sibling) else { return }
      message.attachments = [picture]
      try store.update(message)
    }
    try await library.service.deleteMessages([sibling])
    thread.draft = "Next"
    thread.send()
    await until { thread.texts == (1...6).map { "Message \($0)" } + ["Next"] }
    #expect(thread.unread.countBelow == 0)
  }

  @Test func `A reply lands where it was asked for, though the chat shows another branch meanwhile`() async throws {
    let library = try await TestLibrary()
    let (chat, line, sibling) = try await forked(library)
    let windows = Windows()
    let (model, thread) = try await windows.open(chat.id, in: library)
    thread.draft = "Question"
    thread.send()
    await library.puppet.asked(times: 1)
    try await library.service.choose(sibling)
    await until { thread.texts.last == "Else" }
    // Stop is for that one, too.
    #expect(thread.showsStop && !thread.isDue)
    library.puppet.say(.text("Answer"))
    library.puppet.end()
    await library.log.first {
      if case .messageSaved(let message) = $0 { message.text == "Answer" && message.state == .complete } else { false }
    }
    #expect(thread.texts == ["Message 1", "Message 2", "Message 3", "Else"])
    #expect(model.list.row(of: chat.id)?.preview == "Else")
    await until { !thread.showsStop }
    try await library.service.choose(line[3])
    await until { thread.texts.suffix(2) == ["Question", "Answer"] }
  }
}
