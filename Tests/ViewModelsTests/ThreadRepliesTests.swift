import Domain
import TestSupport
import Testing

@testable import ViewModels

/// The replies of one chat: the rules, without a library.
@Suite struct ThreadRepliesTests {
  private let surroundings = ManualSurroundings()
  private let chat: ChatID
  private let reply: MessageID
  private let replies: ThreadReplies

  init() {
    chat = surroundings.newID()
    reply = surroundings.newID()
    replies = ThreadReplies(of: chat)
  }

  private func message(_ state: MessageState, askedAgain: Bool = false) -> Message {
    var message = Message(
      id: reply, chat: chat, sequence: 2, sender: .agent, text: "", state: state, createdAt: surroundings.now())
    message.isAskedAgain = askedAgain
    return message
  }

  private func isReplying(hiding hidden: Set<MessageID> = []) -> Bool {
    replies.refresh { hidden.contains($0) }
    return replies.isReplying
  }

  @Test func `A reply is expected until it is told of, and until it will not come`() {
    replies.expect(reply)
    #expect(replies.isExpected)
    replies.take(message(.queued))
    #expect(!replies.isExpected && replies.isUnfinished(reply))
    replies.expect(reply)
    replies.forget(reply)
    #expect(!replies.isExpected)
  }

  @Test func `The chat replies while a reply of it is due or coming that is not hidden`() {
    #expect(!isReplying())
    replies.take(message(.streaming))
    #expect(isReplying() && !isReplying(hiding: [reply]))
    replies.take(message(.complete))
    #expect(!isReplying())
    replies.take(message(.queued))
    replies.remove(reply)
    #expect(!isReplying())
  }

  @Test func `What is done for a reply is known until its first word, and again when it is asked for again`() {
    #expect(replies.phase(of: nil) == .queued)
    replies.take(.thinking, of: reply)
    replies.take(message(.queued))
    #expect(replies.phase(of: message(.queued)) == .thinking)
    replies.take(message(.streaming))
    #expect(replies.phase(of: message(.queued)) == .queued)
    replies.take(.thinking, of: reply)
    replies.take(message(.failed, askedAgain: true))
    #expect(replies.phase(of: message(.queued)) == .thinking)
  }

  @Test func `A reply that is asked for again is told at once`() {
    var told: [MessageID] = []
    replies.onAskedAgain = { told.append($0) }
    replies.take(message(.failed))
    replies.take(message(.failed, askedAgain: true))
    #expect(told == [reply])
  }

  @Test func `When all is read again nothing is expected, and what was read counts`() {
    replies.expect(surroundings.newID())
    replies.take(message(.streaming))
    replies.readAgain(UnfinishedReplies())
    #expect(!replies.isExpected && !replies.isUnfinished(reply))
  }
}
