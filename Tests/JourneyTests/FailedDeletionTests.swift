import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// Deletions that the disk refuses: what would have gone is there as if nothing had been asked.
@Suite(.timeLimit(.minutes(1)))
struct FailedDeletionTests {
  /// A chat with a reply that has grown beyond what was saved last, and one that waits behind it.
  private func growing(_ house: TestHouse) async throws -> (ChatID, MessageID, MessageID) {
    let chat = try await house.chat(messages: 0)
    let reply = try #require(try await house.service.send("1", in: chat.id).reply)
    let later = try #require(try await house.service.send("2", in: chat.id).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Saved "))
    await house.log.message(reply, is: .growing)
    house.puppet.say(.piece("and not saved"))
    await house.surroundings.sleepers(atLeast: 2)
    house.surroundings.advance(by: .milliseconds(40))
    await house.log.first {
      if case .grew(reply, in: _, text: "Saved and not saved") = $0 { true } else { false }
    }
    return (chat.id, reply, later)
  }

  private enum Deletion: CaseIterable { case message, chat, bin }

  @Test(arguments: [0, 1, 2])
  func `A growing reply whose deletion fails keeps all that came and goes on`(_ which: Int) async throws {
    let house = try await TestHouse()
    let (chat, reply, later) = try await growing(house)
    house.failing.failWrites(with: .diskFull(path: house.folder))
    await #expect(throws: StoreError.self) {
      switch Deletion.allCases[which] {
      case .message: try await house.service.deleteMessage(reply)
      case .chat: try await house.service.deleteForEver(chat)
      case .bin: try await house.service.moveToBin(chat)
      }
    }
    house.failing.failWrites(with: nil)
    house.puppet.say(.piece(", nor lost"))
    house.puppet.end()
    let whole = await house.log.message(reply, is: .whole)
    #expect(whole.text == "Saved and not saved, nor lost")
    #expect(try await house.saved(in: chat).contains { $0.text == "Saved and not saved, nor lost" })
    // The one behind it is still owed, and comes.
    await house.puppet.asked(times: 2)
    house.puppet.end(in: later)
    await house.log.message(later, is: .whole)
  }
}
