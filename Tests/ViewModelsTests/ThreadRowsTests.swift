import Domain
import TestSupport
import Testing

@testable import ViewModels

/// The rows of a thread: what stands between its messages, without a library.
@Suite(.timeLimit(.minutes(1)))
struct ThreadRowsTests {
  private let surroundings = ManualSurroundings()
  private let rows: ThreadRows
  private let messages: [Message]
  private var ids: [MessageID] { messages.map(\.id) }

  private nonisolated struct NoFiles: PictureFiles {
    func put(_ picture: PreparedPicture) async throws(StoreError) -> PictureHash { throw .readOnly(path: "") }
    func bytes(of picture: PictureHash, _ size: PictureSize) async throws(StoreError) -> [UInt8]? { nil }
  }

  init() {
    let notices = Notices()
    rows = ThreadRows(
      clock: MinuteClock(surroundings: surroundings),
      pictures: LibraryPictures(
        FakePictures(files: NoFiles()), notices: notices, work: PendingWork(notices), surroundings: surroundings))
    let chat: ChatID = surroundings.newID()
    // Two of one sender within a minute, and one on the next day.
    messages = [(Sender.user, 0), (.user, 60), (.agent, 86_400)].enumerated().map { [surroundings] number, message in
      Message(
        id: surroundings.newID(), chat: chat, sequence: Int64(number + 1), sender: message.0,
        text: "Message \(number + 1)", createdAt: surroundings.now().advanced(by: .seconds(message.1)))
    }
  }

  private func contents(_ messages: [Message]) -> ThreadRows.Contents {
    ThreadRows.Contents(
      messages: messages, hasOlder: false, hasNewer: false,
      looks: Looks(agent: "puppet", agents: [], reading: ReadingStyle()), phase: { _ in .thinking })
  }

  private func due(_ state: MessageState) -> Message {
    Message(
      id: surroundings.newID(), chat: messages[0].chat, sequence: 4, sender: .agent, text: "", state: state,
      createdAt: messages[2].createdAt)
  }

  @Test func `A day stands above its first message, and the time below the last of a run`() {
    rows.show(contents(messages))
    #expect(
      rows.all.map(\.id) == [
        .day(ids[0]), .message(ids[0]), .message(ids[1]), .day(ids[2]), .message(ids[2]),
      ])
    let shown = ids.compactMap { rows.row(of: .message($0)) }
    #expect(shown.map(\.beginsRun) == [true, false, true])
    #expect(shown.map(\.showsStamp) == [false, true, true])
  }

  @Test func `No day stands above the first message while there are older ones`() {
    var contents = contents(messages)
    contents.hasOlder = true
    rows.show(contents)
    #expect(rows.all.first?.id == .message(ids[0]) && rows.hasOlder)
  }

  @Test func `Lines stand above the first message that the model sees and the first that is new`() {
    var contents = contents(messages)
    (contents.firstSeen, contents.firstNew) = (ids[1], ids[2])
    rows.show(contents)
    #expect(
      rows.all.map(\.id) == [
        .day(ids[0]), .message(ids[0]), .unseen(ids[1]), .message(ids[1]), .new(ids[2]), .day(ids[2]),
        .message(ids[2]),
      ])
  }

  @Test func `A row that stays is the same object, and one whose message has gone is not there`() {
    rows.show(contents(messages))
    let row = rows.row(of: .message(ids[1]))
    rows.show(contents([messages[1]]))
    #expect(row != nil && rows.row(of: .message(ids[1])) === row)
    #expect(rows.row(of: .message(ids[0])) == nil)
  }

  @Test func `A reply that is due has dots at the end, while none grows and nothing newer is left out`() {
    var contents = contents(messages + [due(.queued)])
    rows.show(contents)
    #expect(rows.isDue && !rows.isStreaming && rows.all.last?.id == .typing && rows.all.last?.phase == .thinking)
    contents.hasNewer = true
    rows.show(contents)
    #expect(rows.isDue && rows.all.last?.id == .message(ids[2]))
    contents.hasNewer = false
    let growing = due(.streaming)
    contents.messages.append(growing)
    rows.show(contents)
    #expect(rows.isDue && rows.isStreaming && rows.all.last?.id == .message(growing.id))
  }

  @Test func `A message stays read as its reader wants, in its row and without one`() throws {
    var replaced: [MessageID] = []
    rows.onTextReplaced = { replaced.append($0) }
    rows.show(contents(messages))
    let row = try #require(rows.row(of: .message(ids[0])))
    rows.read(row, asMarkdown: true)
    #expect(row.isMarkdown && replaced == [ids[0]])
    rows.read(row, asMarkdown: true)
    #expect(replaced == [ids[0]], "nothing is read anew")
    #expect(rows.row(for: messages[0]) === row)
    rows.show(contents([]))
    #expect(rows.row(for: messages[0]).isMarkdown && !rows.row(for: messages[1]).isMarkdown)
  }

  @Test func `One row is highlighted at a time, and for a moment only`() async throws {
    rows.show(contents(messages))
    let shown = ids.compactMap { rows.row(of: .message($0)) }
    rows.highlight(shown[0])
    rows.highlight(shown[1])
    #expect(shown.map(\.isHighlighted) == [false, true, false])
    await surroundings.sleepers(atLeast: 1, within: Highlight.time)
    surroundings.advance(by: Highlight.time)
    await until { !shown.contains(where: \.isHighlighted) }
  }
}
