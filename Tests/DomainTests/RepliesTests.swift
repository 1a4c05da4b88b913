import TestSupport
import Testing

@testable import Domain

/// Which replies are due, being made, cut off and over: the rules, without a disk or an agent.
@Suite struct RepliesTests {
  private let chat: ChatID
  private let other: ChatID
  private let first: MessageID
  private let second: MessageID
  private let third: MessageID
  private let now = Timestamp(milliseconds: 1_000_000)

  init() {
    let surroundings = ManualSurroundings()
    chat = surroundings.newID()
    other = surroundings.newID()
    first = surroundings.newID()
    second = surroundings.newID()
    third = surroundings.newID()
  }

  private func row(_ id: MessageID, _ state: MessageState = .queued, text: String = "") -> Message {
    Message(id: id, chat: chat, sequence: 2, sender: .agent, text: text, state: state, createdAt: now)
  }

  /// Replies of which the first is being made and has so much text; an old version of it may stand.
  private func making(_ text: String = "", over old: Message? = nil) -> Replies {
    var replies = Replies()
    if old != nil { _ = replies.askAgain(first) }
    replies.add(first, in: chat)
    _ = replies.next(in: chat)
    _ = replies.start(first, from: old ?? row(first), by: nil, at: now)
    if replies.take(text, for: first, at: now), replies.begin(first, at: now) != nil {
      replies.begun(first, as: row(first))
    }
    return replies
  }

  // MARK: Turns

  @Test func `One reply of a chat is made at a time, in the order in which they became due`() {
    var replies = Replies()
    for id in [first, second, first] { replies.add(id, in: chat) }
    #expect(replies.next(in: chat) == first)
    #expect(replies.next(in: chat) == nil)
    replies.add(first, in: chat)
    replies.drop(first)
    #expect(replies.next(in: chat) == second)
    replies.drop(second)
    #expect(replies.next(in: chat) == nil)
    #expect(replies.all.isEmpty)
  }

  @Test func `Chats do not wait for each other`() {
    var replies = making()
    replies.add(second, in: other)
    #expect(replies.next(in: other) == second)
    #expect(replies.all == [first, second])
  }

  @Test func `One that waits again goes before those behind it`() {
    var replies = making()
    replies.add(second, in: chat)
    replies.restartWait(in: chat)
    #expect(replies.end(first, because: .stopped, at: now) == .waitAgain)
    #expect(replies.next(in: chat) == first)
  }

  @Test func `A reply that has begun does not wait again`() {
    var replies = making("Some")
    replies.restartWait(in: chat)
    #expect(replies.take("thing", for: first, at: now) == true)
  }

  @Test func `A cut-off reply keeps its chat's turn until it is dropped, and takes nothing more`() {
    var replies = making("Some")
    replies.add(second, in: chat)
    replies.cut(first, because: .stop)
    #expect(replies.take("thing", for: first, at: now) == false)
    #expect(replies.next(in: chat) == nil)
    replies.drop(first)
    #expect(replies.next(in: chat) == second)
  }

  @Test func `Each that waits can be taken out of its line`() {
    var replies = making()
    for id in [second, third] { replies.add(id, in: chat) }
    #expect(replies.takeWaiting(second) == true)
    #expect(replies.takeWaiting(second) == false)
    #expect(replies.takeWaiting(first) == false)
    #expect(replies.takeWaiting(in: chat) == [third])
    #expect(replies.all == [first])
  }

  // MARK: SignalCount

  /// What is to be done, told by its kind.
  private func kind(_ ending: Replies.Ending?) -> String {
    switch ending {
    case .save(let message, _): "\(message.state)"
    case .waitAgain: "wait"
    case .giveBack: "give back"
    case .standBack(.failed): "stand back: failed"
    case .standBack(let reason): reason.map { "stand back: \($0)" } ?? "stand back"
    case nil: "nothing"
    }
  }

  @Test(
    arguments: [
      // What cut it off, how the agent ended, what becomes of a due one, of one that has begun, of a due second version.
      (nil, .finished, "complete", "complete", "stand back: finished"),
      (nil, .stopped, "stopped", "stopped", "stand back: stopped"),
      (nil, .failed(.died), "failed", "failed", "stand back: failed"),
      (.stop, .stopped, "stopped", "stopped", "stand back"),
      (.stop, .finished, "stopped", "stopped", "stand back"),
      (.restart, .stopped, "wait", "stopped", "wait"),
      (.trash, .stopped, "give back", "stopped", "stand back"),
      (.shutDown, .stopped, "give back", "interrupted", "stand back"),
      (.shutDown, .finished, "give back", "interrupted", "stand back"),
      (.gone, .stopped, "stand back", "stand back", "stand back"),
    ] as [(ReplyJob.Cut?, ReplyEnd, String, String, String)])
  func `What becomes of a reply follows from what cut it off and how its agent ended`(
    cut: ReplyJob.Cut?, end: ReplyEnd, due: String, begun: String, again: String
  ) {
    func ending(_ start: Replies) -> String {
      var replies = start
      if let cut { replies.cut(first, because: cut) }
      return kind(replies.end(first, because: end, at: now))
    }
    #expect(ending(making()) == due)
    #expect(ending(making("Some")) == begun)
    #expect(ending(making(over: row(first, .stopped, text: "Old"))) == again)
  }

  @Test(arguments: ReplyJob.Cut.allCases, ReplyJob.Cut.allCases)
  func `The first cut holds, but for a new wait, and for what is gone`(one: ReplyJob.Cut, two: ReplyJob.Cut) {
    func ending(_ cuts: [ReplyJob.Cut]) -> String {
      var replies = making()
      for cut in cuts { replies.cut(first, because: cut) }
      return kind(replies.end(first, because: .stopped, at: now))
    }
    #expect(ending([one, two]) == ending([one == .restart || two == .gone ? two : one]))
  }

  @Test func `A cut ends the task that makes the reply`() async {
    var replies = Replies()
    replies.add(first, in: chat)
    let task = Task<Void, Never> { while !Task.isCancelled { await Task.yield() } }
    #expect(replies.next(in: chat) == first)
    replies.run(first, by: task)
    replies.cut(in: chat, because: .stop)
    await task.value
  }

  @Test func `After the end nothing begins, and all that is due can be given back`() {
    var replies = making()
    replies.add(second, in: chat)
    _ = replies.close()
    replies.add(third, in: chat)
    #expect(replies.end(first, because: .stopped, at: now) == .giveBack)
    replies.drop(first)
    #expect(replies.next(in: chat) == nil)
    #expect(replies.takeAllWaiting() == [second])
    #expect(replies.all.isEmpty)
  }

  // MARK: Asked again

  @Test func `A second version is shown as asked for until it begins, and then in place of the old one`() {
    let old = row(first, .stopped, text: "Old")
    var replies = making(over: old)
    #expect(replies.shown(old).text == "Old")
    #expect(replies.shown(old).isAskedAgain)
    #expect(replies.take("New", for: first, at: now) == true)
    #expect(replies.begin(first, at: now)?.text == "New")
    // Where the disk refused the beginning, the old row is still to be replaced at the end.
    #expect(replies.shown(old).text == "New")
    var new = row(first, .complete, text: "New")
    new.createdAt = now
    #expect(replies.end(first, because: .finished, at: now) == .save(new, isAgain: true))
    replies.begun(first, as: row(first))
    #expect(!replies.isAskedAgain(first))
  }

  @Test func `What is asked for while the last try still ends is due after it`() {
    var replies = making(over: row(first, .stopped, text: "Old"))
    #expect(replies.askAgain(first) == false)
    #expect(replies.withdraw(first) == true)
    #expect(replies.askAgain(first) == true)
    replies.add(first, in: chat)
    replies.drop(first)
    #expect(replies.next(in: chat) == first)
  }

  @Test(arguments: [MessageState.streaming, .complete])
  func `A row that is no longer as it was asked for is not made`(_ state: MessageState) {
    var replies = Replies()
    _ = replies.askAgain(first)
    replies.add(first, in: chat)
    _ = replies.next(in: chat)
    #expect(replies.start(first, from: row(first, state), by: nil, at: now) == false)
  }

  @Test func `A message or a chat that is gone takes its replies with it`() {
    for forgetsChat in [false, true] {
      var replies = making("Some")
      _ = replies.askAgain(second)
      replies.add(second, in: chat)
      if forgetsChat {
        replies.forget(chat)
      } else {
        for id in [first, second] { replies.forget(id) }
      }
      #expect(replies.all == [first])
      #expect(replies.askedAgain.isEmpty)
      #expect(replies.end(first, because: .finished, at: now) == .standBack(because: nil))
    }
  }

  @Test(
    arguments: [
      (.queued, false, .queued), (.streaming, false, .interrupted), (.queued, true, .stopped),
      (.streaming, true, .stopped),
    ] as [(MessageState, Bool, MessageState)])
  func `What nobody makes any more is due again, or keeps what came`(
    was: MessageState, stopRequested: Bool, becomes: MessageState
  ) {
    #expect(Replies.orphaned(row(first, was, text: "Some"), stopRequested: stopRequested).state == becomes)
    #expect(Replies.orphaned(row(first, was, text: "Some"), stopRequested: stopRequested).text == "Some")
  }

  // MARK: Telling and saving

  @Test func `Growth is told at once after a pause, and one telling is awaited at a time`() {
    var replies = making("Some")
    #expect(replies.timeUntilTold(first, at: now) == ReplyJob.tellInterval)
    #expect(replies.timeUntilTold(first, at: now.advanced(by: .milliseconds(13))) == .milliseconds(20))
    #expect(replies.timeUntilTold(first, at: now.advanced(by: .seconds(1))) == .zero)
    // The clock was put back.
    #expect(replies.timeUntilTold(first, at: now.advanced(by: .seconds(-1))) == .zero)
    replies.awaitTelling(of: first, by: Task {})
    #expect(replies.timeUntilTold(first, at: now.advanced(by: .seconds(1))) == nil)
    #expect(replies.noteTold(first, at: now)?.message.text == "Some")
    #expect(replies.timeUntilTold(first, at: now) == ReplyJob.tellInterval)
  }

  @Test func `What could not be saved comes before what came since`() {
    var replies = making("a")
    #expect(replies.takeUnsaved(of: first) == Growth(text: "a"))
    #expect(replies.take("b", for: first, at: now) == true)
    let unsaved = replies.takeUnsaved(of: first)
    #expect(replies.take("c", for: first, at: now) == true)
    replies.putBack(unsaved: unsaved, of: first)
    #expect(replies.takeUnsaved(of: first) == Growth(text: "bc"))
    #expect(replies.takeUnsaved(of: first) == Growth())
  }
}
