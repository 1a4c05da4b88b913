import Domain
import TestSupport
import Testing

@testable import ViewModels

/// What is new to the reader: the rules, without a library.
@Suite struct UnreadLineTests {
  private let messages: [Message]
  private var ids: [MessageID] { messages.map(\.id) }

  init() {
    let surroundings = ManualSurroundings()
    let chat: ChatID = surroundings.newID()
    messages = (0..<6).map { number in
      Message(
        id: surroundings.newID(), chat: chat, sequence: Int64(number + 1), sender: number % 2 == 0 ? .user : .agent,
        text: "Message \(number + 1)", createdAt: surroundings.now())
    }
  }

  private func place(_ unread: UnreadLine, hiding hidden: Set<MessageID> = []) -> MessageID? {
    unread.message(in: messages) { !hidden.contains($0.id) }
  }

  @Test func `The line stands above the first unread message, or the next one that is shown`() {
    var unread = UnreadLine(countAtStart: 2)
    #expect(place(unread) == nil)
    unread.begin(with: [ids[3], ids[5]])
    #expect(place(unread) == ids[3] && unread.countBelow == 2)
    #expect(place(unread, hiding: [ids[3]]) == ids[4])
    #expect(unread.message(in: Array(messages[4...]), isShown: { _ in true }) == nil, "it stands above none of these")
  }

  @Test func `The line moves to the next message when its own is deleted, and goes with the last`() {
    var unread = UnreadLine(countAtStart: 1)
    unread.begin(with: [ids[4]])
    unread.move(off: ids[2], in: messages)
    #expect(place(unread) == ids[4])
    unread.move(off: ids[4], in: messages)
    #expect(place(unread) == ids[5])
    unread.move(off: ids[5], in: messages)
    #expect(place(unread) == nil)
  }

  @Test func `Replies that ended while no one looked have the line above them, whatever the user wrote between`() {
    var unread = UnreadLine(countAtStart: 0)
    unread.begin(aboveLast: 2, in: messages)
    #expect(place(unread) == ids[3])
    #expect(unread.countBelow == 0)
  }

  @Test func `Writing drops the line and the mark`() {
    var unread = UnreadLine(countAtStart: 1)
    unread.begin(with: [ids[5]])
    unread.mark(true)
    let hadLine = unread.drop()
    #expect(hadLine && place(unread) == nil && !unread.isMarked)
    let hasLine = unread.drop()
    #expect(!hasLine, "there is no line any more")
  }

  @Test func `The mark stays until the chat's row says that all is read after it said that something was not`() {
    var unread = UnreadLine(countAtStart: 0)
    unread.mark(true)
    unread.noteCount(0, since: 0)
    unread.noteCount(1, since: 0)
    #expect(unread.isMarked)
    unread.noteCount(0, since: 1)
    #expect(!unread.isMarked)
  }

  @Test func `Replies below are counted until they are in sight`() {
    var unread = UnreadLine(countAtStart: 0)
    for id in ids[1...3] { unread.add(below: id) }
    unread.add(below: ids[3])
    #expect(unread.countBelow == 3 && unread.isBelow(ids[2]) && !unread.isBelow(ids[0]))
    unread.see([ids[0], ids[1]])
    #expect(unread.countBelow == 2)
    unread.seeAll()
    #expect(unread.countBelow == 0)
  }
}
