import Domain
import TestHouse
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
final class LeavingTests {
  private func openChat(_ house: TestHouse) async throws -> (HouseModel, ThreadModel) {
    let chat = try await house.chat(messages: 2)
    let model = try await openModel(house)
    model.open(chat.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    return (model, thread)
  }

  @Test func `A quit waits for no host, and what was typed is kept`() async throws {
    let house = try await TestHouse()
    let (model, thread) = try await openChat(house)
    house.pictures.hold()
    thread.add([.remote(address: "https://example.org/sea.jpg")])
    thread.draft = "Half a thought"
    await house.pictures.asked(times: 1)
    // No time goes by here, and nobody lets the picture go.
    await model.shutDown()
    #expect(try await house.service.draft(in: thread.chat.id) == Draft(text: "Half a thought"))
  }

  @Test func `A quit waits a second for pictures that are read, not longer, and keeps what it has`() async throws {
    let house = try await TestHouse()
    let (model, thread) = try await openChat(house)
    thread.add([.file(path: "/photos/one.jpg")])
    await until { thread.canSend }
    house.pictures.hold()
    thread.add([.file(path: "/photos/never.jpg")])
    await house.pictures.asked(times: 2)
    thread.draft = "Both"
    let sleepers = house.surroundings.sleeperCount
    let leaving = Task { await model.shutDown() }
    await house.surroundings.sleepers(atLeast: sleepers)
    while house.surroundings.nextWake.map({ $0 > .seconds(1) }) ?? true { await Task.yield() }
    // What was typed is on the disk before anything is waited for.
    #expect(try await house.service.draft(in: thread.chat.id).text == "Both")
    house.surroundings.advance(by: .seconds(1))
    await leaving.value
    let draft = try await house.service.draft(in: thread.chat.id)
    #expect(draft.text == "Both")
    #expect(draft.pictures.map(\.alternative) == ["one.jpg"])
  }

  @Test func `A picture that is read in time goes into the draft of a quit`() async throws {
    let house = try await TestHouse()
    let (model, thread) = try await openChat(house)
    house.pictures.hold()
    thread.add([.file(path: "/photos/one.jpg")])
    await house.pictures.asked(times: 1)
    let leaving = Task { await model.shutDown() }
    while house.surroundings.sleeperCount == 0 { await Task.yield() }
    house.pictures.release()
    await leaving.value
    #expect(try await house.service.draft(in: thread.chat.id).pictures.map(\.alternative) == ["one.jpg"])
  }
}
