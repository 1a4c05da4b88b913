import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Writing the last message anew.
@Suite(.timeLimit(.minutes(1)))
final class EditingTests {
  private let windows = Windows()

  /// Sends a question, and has it answered.
  private func asked(_ question: String, in thread: ThreadModel, of library: TestLibrary) async {
    let times = library.puppet.timesAsked
    thread.draft = question
    thread.send()
    await library.puppet.asked(times: times + 1)
    library.puppet.say(.text("Answer to \(question)"))
    library.puppet.end()
    await until { thread.texts.last == "Answer to \(question)" && !thread.isOwedReply }
  }

  private func opened(_ library: TestLibrary) async throws -> (LibraryModel, ThreadModel) {
    let chat = try await library.chat(titled: "One", messages: 2)
    return try await windows.open(chat.id, in: library)
  }

  @Test func `What is sent is another version beside the old one, and is answered anew; Undo shows the old one`()
    async throws
  {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    await asked("Whta?", in: thread, of: library)
    let old = try #require(try await library.saved(in: thread.chat.id).last { $0.sender == .user })
    thread.editLast()
    #expect(thread.composer.isEditing && thread.draft == "Whta?")
    await asked("What?", in: thread, of: library)
    #expect(!thread.composer.isEditing && thread.draft.isEmpty)
    #expect(thread.texts == ["Message 1", "Message 2", "What?", "Answer to What?"])
    let new = try #require(try await library.saved(in: thread.chat.id).last { $0.sender == .user })
    #expect(try await library.service.siblings(of: new.id).messages == [old.id, new.id])
    let read = try await library.puppet.request?.messages.page(limit: 99).messages.map(\.text)
    #expect(read == ["Message 1", "Message 2", "What?"])
    let notice = try #require(windows.newest)
    #expect(notice.text == "Message edited" && notice.button == "Undo")
    notice.action?()
    await until { thread.texts == ["Message 1", "Message 2", "Whta?", "Answer to Whta?"] }
    await model.shutDown()
  }

  @Test func `A reply to the old version is stopped, and what was typed before is there again`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    thread.draft = "First"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Half an"))
    await until { thread.texts.last == "Half an" }
    thread.draft = "For later"
    thread.editLast()
    #expect(thread.draft == "First")
    thread.composer.cancelEdit()
    #expect(thread.draft == "For later" && !thread.composer.isEditing && thread.isStreaming)
    thread.editLast()
    thread.draft = "Second"
    thread.send()
    #expect(thread.draft == "For later")
    await library.puppet.stopped(times: 1)
    await library.puppet.asked(times: 2)
    library.puppet.say(.text("Whole"))
    library.puppet.end()
    await until { thread.texts == ["Message 1", "Message 2", "Second", "Whole"] }
    await model.shutDown()
    #expect(try await library.service.draft(in: thread.chat.id).text == "For later")
  }

  @Test func `What was written over goes with the new version when that is deleted`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    await asked("My secret", in: thread, of: library)
    thread.editLast()
    await asked("Nothing", in: thread, of: library)
    let saved = try await library.saved(in: thread.chat.id)
    for message in saved.suffix(2) { try await library.service.deleteMessages([message.id]) }
    await until { thread.texts == ["Message 1", "Message 2"] }
    #expect(try await library.saved(in: thread.chat.id).map(\.text) == ["Message 1", "Message 2"])
    let first = try #require(saved.first)
    #expect(try await library.service.siblings(of: first.id).messages == [first.id])
    await model.shutDown()
  }

  @Test func `What was said since, elsewhere, is not written over: the edit becomes a draft`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    await asked("First", in: thread, of: library)
    thread.editLast()
    thread.draft = "First, changed"
    _ = try await library.service.send("Second", in: thread.chat.id)
    thread.send()
    await until { thread.draft == "First, changed" && !thread.composer.isEditing }
    #expect(try await library.saved(in: thread.chat.id).contains { $0.text == "Second" })
    #expect(try await !library.saved(in: thread.chat.id).contains { $0.text == "First, changed" })
    await model.shutDown()
  }

  @Test func `Changes that Esc has discarded can be had back`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    await asked("First", in: thread, of: library)
    thread.editLast()
    thread.draft = "Much more"
    thread.composer.cancelEdit()
    #expect(thread.draft.isEmpty && windows.newest?.text == "Changes discarded")
    windows.newest?.action?()
    #expect(thread.draft == "Much more" && thread.composer.isEditing)
    await model.shutDown()
  }

  @Test func `What is not changed is not sent, and is in no draft`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    thread.draft = "For later"
    thread.editLast()
    #expect(thread.draft == "Message 1" && thread.canSend)
    thread.send()
    #expect(!thread.composer.isEditing && thread.draft == "For later")
    thread.editLast()
    await model.shutDown()
    #expect(try await library.service.draft(in: thread.chat.id).text == "For later")
    #expect(try await library.saved(in: thread.chat.id).count == 2)
  }

  @Test func `A kill leaves both texts in the draft, and nothing of the edit once it was sent`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await opened(library)
    thread.draft = "For\nlater"
    thread.editLast()
    thread.draft = "Message one\nin two lines"
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(400))
    await library.log.first {
      if case .saved(let chat) = $0 { chat.draftPreview.hasSuffix("in two lines") } else { false }
    }
    // A second process sees what one that starts after a kill would see.
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(now: 1_736_000_000_000))
    let draft = try await other.service.draft(in: thread.chat.id).text
    #expect(draft == "For\nlater\nMessage one\nin two lines")
    thread.send()
    await library.puppet.asked(times: 1)
    // In the same transaction the rest of the draft stayed.
    #expect(try await other.service.draft(in: thread.chat.id).text == "For\nlater")
    #expect(try await library.saved(in: thread.chat.id).map(\.text).first == "Message one\nin two lines")
    await other.close()
  }

  @Test func `An edit that cannot be saved goes on as an edit; of a message that has gone it becomes a draft`()
    async throws
  {
    let library = try await TestLibrary()
    let (model, thread) = try await opened(library)
    thread.editLast()
    thread.draft = "Message one"
    library.failing.failWrites(with: .diskFull(path: "/library"))
    thread.send()
    await until { thread.sendFailure != nil }
    #expect(thread.composer.isEditing && thread.draft == "Message one")
    library.failing.failWrites(with: nil)
    let first = try #require(try await library.saved(in: thread.chat.id).first)
    try await library.service.deleteMessages([first.id])
    thread.send()
    await until { thread.sendFailure?.isEmpty == false && !thread.composer.isEditing }
    #expect(thread.draft == "Message one")
    await model.shutDown()
    #expect(try await library.service.draft(in: thread.chat.id).text == "Message one")
  }

  @Test func `Who answers only now and then answers anew what he had answered, and counts nothing twice`() async throws
  {
    let library = try await TestLibrary()
    library.puppet.answers(ReplySchedule(after: 3...3))
    let (model, thread) = try await opened(library)
    thread.draft = "One"
    thread.send()
    await until { thread.texts.last == "One" }
    thread.editLast()
    thread.draft = "Uno"
    thread.send()
    await until { thread.texts == ["Message 1", "Message 2", "Uno"] }
    // Two more make three.
    thread.draft = "Two"
    thread.send()
    await until { thread.texts.last == "Two" }
    #expect(library.puppet.timesAsked == 0)
    await asked("Three", in: thread, of: library)
    thread.editLast()
    await asked("Tre", in: thread, of: library)
    #expect(thread.texts == ["Message 1", "Message 2", "Uno", "Two", "Tre", "Answer to Tre"])
    await model.shutDown()
  }
}
