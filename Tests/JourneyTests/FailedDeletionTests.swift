import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Deletions that the disk refuses: what would have gone is there as if nothing had been asked.
@Suite(.timeLimit(.minutes(1)))
struct FailedDeletionTests {
  /// A chat with a reply that has grown beyond what was saved last, and one that waits behind it.
  private func streaming(_ library: TestLibrary) async throws -> (ChatID, MessageID, MessageID) {
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("1", in: chat.id).reply)
    let later = try #require(try await library.service.send("2", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Saved "))
    await library.log.message(reply, is: .streaming)
    library.puppet.say(.text("and not saved"))
    await library.surroundings.sleepers(atLeast: 2)
    library.surroundings.advance(by: .milliseconds(40))
    await library.log.first {
      if case .streamed(reply, in: _, text: "Saved and not saved") = $0 { true } else { false }
    }
    return (chat.id, reply, later)
  }

  private enum Deletion: CaseIterable { case message, chat, trash }

  @Test(arguments: [0, 1, 2])
  func `A streaming reply whose deletion fails keeps all that came and goes on`(_ which: Int) async throws {
    let library = try await TestLibrary()
    let (chat, reply, later) = try await streaming(library)
    library.failing.failWrites(with: .diskFull(path: library.folder))
    await #expect(throws: StoreError.self) {
      switch Deletion.allCases[which] {
      case .message: try await library.service.deleteMessages([reply])
      case .chat: try await library.service.deleteForEver(chat)
      case .trash: try await library.service.moveToTrash(chat)
      }
    }
    library.failing.failWrites(with: nil)
    library.puppet.say(.text(", nor lost"))
    library.puppet.end()
    let whole = await library.log.message(reply, is: .complete)
    #expect(whole.text == "Saved and not saved, nor lost")
    #expect(try await library.saved(in: chat).contains { $0.text == "Saved and not saved, nor lost" })
    // The one behind it is still owed, and comes.
    await library.puppet.asked(times: 2)
    library.puppet.end(in: later)
    await library.log.message(later, is: .complete)
  }
}
