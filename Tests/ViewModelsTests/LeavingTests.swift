import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
final class LeavingTests {
  private func openChat(_ library: TestLibrary) async throws -> (LibraryModel, ThreadModel) {
    let chat = try await library.chat(messages: 2)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    return (model, thread)
  }

  @Test func `A quit waits for no host, and what was typed is kept`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    library.pictures.hold()
    thread.add([.remote(address: "https://example.org/sea.jpg")])
    thread.draft = "Half a thought"
    await library.pictures.asked(times: 1)
    // No time goes by here, and nobody lets the picture go.
    await model.shutDown()
    #expect(try await library.service.draft(in: thread.chat.id) == Draft(text: "Half a thought"))
  }

  @Test func `A quit waits a second for pictures that are read, not longer, and keeps what it has`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    thread.add([.file(path: "/photos/one.jpg")])
    await until { thread.canSend }
    library.pictures.hold()
    thread.add([.file(path: "/photos/never.jpg")])
    await library.pictures.asked(times: 2)
    thread.draft = "Both"
    let sleepers = library.surroundings.sleeperCount
    let leaving = Task { await model.shutDown() }
    await library.surroundings.sleepers(atLeast: sleepers)
    try await lookUntil { library.surroundings.nextWake.map { $0 <= .seconds(1) } ?? false }
    // What was typed is on the disk before anything is waited for.
    #expect(try await library.service.draft(in: thread.chat.id).text == "Both")
    library.surroundings.advance(by: .seconds(1))
    await leaving.value
    let draft = try await library.service.draft(in: thread.chat.id)
    #expect(draft.text == "Both")
    #expect(draft.pictures.map(\.alternative) == ["one.jpg"])
  }

  @Test func `A picture that is read in time goes into the draft of a quit`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    library.pictures.hold()
    thread.add([.file(path: "/photos/one.jpg")])
    await library.pictures.asked(times: 1)
    let leaving = Task { await model.shutDown() }
    try await lookUntil { library.surroundings.sleeperCount > 0 }
    library.pictures.release()
    await leaving.value
    #expect(try await library.service.draft(in: thread.chat.id).pictures.map(\.alternative) == ["one.jpg"])
  }

  @Test func `A quit waits for no reply that the disk does not take, though its chat was just moved to the Trash`()
    async throws
  {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    let reply = try #require(try await library.service.send("Go", in: thread.chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Only in memory"))
    await library.log.message(reply, is: .streaming)
    // The Trash is on the disk, the end of the reply is not.
    library.failing.failWrites(with: .diskFull(path: library.folder), after: 1)
    model.moveToTrash(thread.chat.id)
    await library.log.first { if case .failed(.replyNotSaved) = $0 { true } else { false } }
    // No time goes by here.
    await model.shutDown()
    #expect(try await library.service.chat(thread.chat.id)?.trashedAt != nil)
  }

  @Test func `A quit tries once more to save a reply that waits for the disk`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    let reply = try #require(try await library.service.send("Go", in: thread.chat.id).reply)
    await library.puppet.asked(times: 1)
    library.failing.failWrites(with: .diskFull(path: library.folder))
    library.puppet.say(.text("Only in memory"))
    library.puppet.end()
    await library.log.first { if case .failed(.replyNotSaved) = $0 { true } else { false } }
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(5))
    library.failing.failWrites(with: nil)
    await model.shutDown()
    let saved = try #require(try await library.saved(in: thread.chat.id).last)
    #expect(saved.id == reply && saved.text == "Only in memory" && saved.state == .complete)
  }

  @Test func `A reply of which the disk has nothing is told from one whose end alone it does not take`() async throws {
    let library = try await TestLibrary()
    for hasBegun in [false, true] {
      let chat = try await library.chat(messages: 0)
      let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
      await library.puppet.asked(times: hasBegun ? 2 : 1)
      if !hasBegun { library.failing.failWrites(with: .diskFull(path: "/full")) }
      library.puppet.say(.text("Its beginning"))
      await library.log.message(reply, is: .streaming)
      library.failing.failWrites(with: .diskFull(path: "/full"))
      library.puppet.say(.text(" and its end"))
      library.puppet.end()
      await library.log.first { if case .failed(.replyNotSaved) = $0 { true } else { false } }
      let waiting = try await library.service.repliesNotSaved()
      #expect(waiting == (hasBegun ? [:] : [reply: .diskFull(path: "/full")]))
      library.failing.failWrites(with: nil)
      await library.surroundings.sleepers(atLeast: 1, within: .seconds(5))
      library.surroundings.advance(by: .seconds(5))
      #expect(await library.log.message(reply, is: .complete).text == "Its beginning and its end")
      #expect(try await library.service.repliesNotSaved().isEmpty)
      library.log.clear()
    }
  }
}
