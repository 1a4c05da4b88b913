import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Stopping a reply whose maker is gone.
@Suite(.timeLimit(.minutes(1)))
struct StoppedOrphanTests {
  @Test func `Stopping a reply whose maker died in the middle keeps what came`() async throws {
    let maker = try await TestLibrary()
    let chat = try await maker.chat(messages: 0)
    let reply = try #require(try await maker.service.send("Go", in: chat.id).reply)
    await maker.puppet.asked(times: 1)
    maker.puppet.say(.text("Half a sen"))
    await maker.log.message(reply, is: .streaming)
    // The store goes as with a process that is killed: the service saves nothing more.
    await maker.store.close()

    let other = try await TestLibrary(in: maker.folder, surroundings: maker.surroundings)
    try await other.service.stopReply(in: chat.id)
    let stopped = await other.log.message(reply, is: .stopped)
    #expect(stopped.text == "Half a sen")
    #expect(try await other.saved(in: chat.id).map(\.text) == ["Go", "Half a sen"])
    #expect(try await other.service.chat(chat.id)?.preview.text == "Half a sen")
    #expect(try await other.service.unfinishedReplies(in: chat.id).isEmpty)
  }
}
