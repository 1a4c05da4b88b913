import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Deleting a message, and having it back.
@Suite(.timeLimit(.minutes(1)))
struct DeletionTests {
  private func open(_ library: TestLibrary, messages: Int) async throws -> (LibraryModel, ThreadModel, [MessageID]) {
    let chat = try await library.chat(messages: messages)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    return (model, thread, try await library.saved(in: chat.id).map(\.id))
  }

  @Test func `A deleted message goes from the screen at once, and is back where it was after Undo`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.delete(ids[1])
    #expect(thread.texts == ["Message 1", "Message 3"])
    let notice = try #require(model.notices.newest)
    #expect(notice.text == "Message deleted")
    #expect(notice.button == "Undo")
    try await lookUntil { try await library.saved(in: thread.chat.id).count == 2 }
    notice.action?()
    await until { thread.texts == ["Message 1", "Message 2", "Message 3"] }
    notice.ended?()
    await model.shutDown()
    #expect(try await library.saved(in: thread.chat.id).count == 3)
  }

  @Test func `The list says what is last without the deleted message, and says it again after Undo`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    let row = try #require(model.list.row(of: thread.chat.id))
    let before = row.preview
    #expect(before.hasSuffix("Message 3"))
    thread.delete(ids[2])
    await until { row.preview.hasSuffix("Message 2") }
    thread.delete(ids[0])
    try await lookUntil { try await library.saved(in: thread.chat.id).count == 1 }
    #expect(row.preview.hasSuffix("Message 2"))
    // Rows that a filter took away are made again.
    await model.list.filter(by: "zzz")
    #expect(model.list.rows.isEmpty)
    await model.list.filter(by: "")
    let again = try #require(model.list.row(of: thread.chat.id))
    #expect(again !== row && again.preview.hasSuffix("Message 2"))
    try #require(model.notices.newest).action?()
    await until { again.preview == before }
    await model.shutDown()
  }

  @Test func `A deleted message is not given to an agent, also while Undo is offered`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.draft = "A question"
    thread.send()
    await library.puppet.asked(times: 1)
    let request = try #require(library.puppet.request)
    #expect(
      try await request.messages.page(limit: 99).messages.map(\.text) == [
        "Message 1", "Message 2", "Message 3", "A question",
      ])
    thread.delete(ids[1])
    try await lookUntil { try await request.messages.page(limit: 99).messages.count <= 3 }
    #expect(
      try await request.messages.page(limit: 99).messages.map(\.text) == ["Message 1", "Message 3", "A question"])
    try #require(model.notices.newest).action?()
    try await lookUntil { try await request.messages.page(limit: 99).messages.count >= 4 }
    await model.shutDown()
  }

  @Test func `A message is deleted for ever when its notice has gone`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.delete(ids[2])
    let notice = try #require(model.notices.newest)
    await library.log.first { if case .messageRemoved(ids[2], in: _) = $0 { true } else { false } }
    let kept: () async throws -> Message? = {
      try await library.store.read { store throws(StoreError) in try store.deletedMessage(ids[2]) }
    }
    #expect(try await kept()?.text == "Message 3")
    notice.ended?()
    try await lookUntil { try await kept() == nil }
    #expect(thread.texts == ["Message 1", "Message 2"])
    await until { model.list.rows.first?.preview == "You: Message 1" || model.list.rows.first?.preview == "Message 2" }
  }

  @Test func `Several deletions in a row share one Undo`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 4)
    thread.delete(ids[0])
    let first = try #require(model.notices.newest)
    thread.delete(ids[1])
    let second = try #require(model.notices.newest)
    #expect(second.text == "2 messages deleted")
    #expect(second.text(whileOpen: thread.chat.id) == second.text)
    #expect(second.text(whileOpen: nil) == "2 messages deleted in “\(thread.title)”")
    #expect(second.replaced == first.id)
    // The first one makes way for the second, which is no end of its time.
    first.ended?()
    second.action?()
    await until { thread.texts.count == 4 }
    await model.shutDown()
    #expect(try await library.saved(in: thread.chat.id).count == 4)
  }

  @Test func `A word to the user in the same turn does not take the deletion's notice away`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    _ = model.notices.take()
    thread.delete(ids[0])
    model.notices.tell("Something else")
    #expect(model.notices.take().map(\.text) == ["Message deleted", "Something else"])
    thread.delete(ids[1])
    #expect(model.notices.take().map(\.text) == ["2 messages deleted"])
    #expect(model.notices.take().isEmpty)
    await model.shutDown()
  }

  @Test func `A message that is sent leaves the Undo there, and its agent does not read what was deleted`() async throws
  {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    var withdrawn: [Int] = []
    model.notices.onWithdrawn = { withdrawn.append($0) }
    thread.delete(ids[1])
    let notice = try #require(model.notices.newest)
    thread.draft = "And now?"
    thread.send()
    await library.puppet.asked(times: 1)
    let request = try #require(library.puppet.request)
    #expect(
      try await request.messages.page(limit: 99).messages.map(\.text) == ["Message 1", "Message 3", "And now?"])
    // It is on the disk before the thread hears of it.
    await until { thread.texts.contains("And now?") }
    #expect(withdrawn.isEmpty && !thread.texts.contains("Message 2"))
    notice.action?()
    await until { thread.texts.prefix(4) == ["Message 1", "Message 2", "Message 3", "And now?"] }
    await model.shutDown()
    #expect(try await library.saved(in: thread.chat.id).prefix(2).map(\.text) == ["Message 1", "Message 2"])
  }

  @Test func `A deletion is for ever once Sotto has closed`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.delete(ids[1])
    await model.shutDown()
    #expect(try await library.saved(in: thread.chat.id).map(\.text) == ["Message 1", "Message 3"])
    let kept = try await library.store.read { store throws(StoreError) in try store.deletedMessage(ids[1]) }
    #expect(kept == nil)
  }

  @Test func `What was deleted before a kill is not shown by the next start, which offers to undo it`() async throws {
    let before = try await TestLibrary()
    let (_, thread, ids) = try await open(before, messages: 3)
    thread.delete(ids[1])
    try await lookUntil { try await before.saved(in: thread.chat.id).count == 2 }
    // As the system closes what a killed process had open.
    await before.close()
    let library = try await TestLibrary(in: before.folder, surroundings: before.surroundings)
    let model = try await openModel(library)
    let again = try await openThread(thread.chat.id, in: model)
    #expect(again.texts == ["Message 1", "Message 3"])
    await model.start()
    let notice = try #require(model.notices.newest)
    #expect(notice.text(whileOpen: thread.chat.id) == "Message deleted" && notice.button == "Undo")
    notice.action?()
    await until { again.texts == ["Message 1", "Message 2", "Message 3"] }
    await model.shutDown()
    await library.close()
  }

  @Test func `A chat that another process shows loses a deleted message, and has it again after Undo`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    let other = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    let beside = try await openModel(other)
    let same = try await openThread(thread.chat.id, in: beside)
    await beside.start()
    #expect(beside.notices.newest == nil)
    thread.delete(ids[1])
    await until { same.texts == ["Message 1", "Message 3"] }
    try #require(model.notices.newest).action?()
    await until { same.texts == ["Message 1", "Message 2", "Message 3"] }
    await beside.shutDown()
    await model.shutDown()
  }

  @Test func `A deleted message stays hidden when its chat is opened again`() async throws {
    let library = try await TestLibrary()
    let other = try await library.chat(titled: "Other", messages: 1)
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.delete(ids[0])
    model.open(other.id)
    model.open(thread.chat.id)
    let again = try #require(model.thread)
    await until { again.phase == .ready }
    #expect(again.texts == ["Message 2", "Message 3"])
    let notice = try #require(model.notices.newest)
    notice.action?()
    await until { again.texts.count == 3 }
  }

  @Test func `A deletion that the disk refuses shows the message again and says why`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    library.failing.failWrites(with: .locked(path: "/library"))
    thread.delete(ids[1])
    await until { thread.texts.count == 3 }
    #expect(model.notices.newest?.text.contains("was not deleted") == true)
  }

  @Test func `An Undo that the disk refuses says why, and is offered again`() async throws {
    let library = try await TestLibrary()
    let (model, thread, ids) = try await open(library, messages: 3)
    thread.delete(ids[1])
    try await lookUntil { try await library.saved(in: thread.chat.id).count == 2 }
    library.failing.failWrites(with: .locked(path: "/library"))
    _ = model.notices.take()
    let first = try #require(model.notices.newest)
    first.action?()
    await until { model.notices.newest.map { $0.id > first.id && $0.button == "Undo" } ?? false }
    let told = model.notices.take()
    #expect(told.map(\.button) == [nil, "Undo"] && told[1].text == "Message deleted")
    library.failing.failWrites(with: nil)
    try #require(model.notices.newest).action?()
    await until { thread.texts == ["Message 1", "Message 2", "Message 3"] }
    await model.shutDown()
  }

  @Test func `Deleting a streaming reply stops it, and Undo brings back what came`() async throws {
    let library = try await TestLibrary()
    let (model, thread, _) = try await open(library, messages: 0)
    let reply = try #require(try await library.service.send("Go", in: thread.chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Half a sen"))
    await until { thread.texts.last == "Half a sen" }
    thread.delete(reply)
    #expect(!thread.isStreaming)
    await library.puppet.stopped(times: 1)
    #expect(thread.texts == ["Go"])
    let notice = try #require(model.notices.newest)
    notice.action?()
    await until { thread.rows.last?.trouble == "Stopped" }
    #expect(thread.texts == ["Go", "Half a sen"])
  }
}
