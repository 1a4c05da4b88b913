import TestSupport
import Testing

@testable import Domain

/// What is done so that a summary stands above a message: the rules, without a disk or an agent.
@Suite struct SummaryStepTests {
  private let chat: ChatID
  private let parent: MessageID
  private let below: Message
  private let summary: MessageID

  init() {
    let surroundings = ManualSurroundings()
    chat = surroundings.newID()
    parent = surroundings.newID()
    summary = surroundings.newID()
    below = Message(
      id: surroundings.newID(), chat: chat, parent: parent, sequence: 5, sender: .user, text: "Go on",
      createdAt: surroundings.now())
  }

  private func last(_ state: MessageState, sequence: Int64 = 2, after parent: MessageID? = nil) -> Message {
    Message(
      id: summary, chat: chat, parent: parent, sequence: sequence, sender: .summary, text: "In short", state: state,
      createdAt: below.createdAt)
  }

  private func step(_ last: Message?, isAskedFor: Bool = false) -> SummaryStep {
    SummaryStep(above: below, last: last, isAskedFor: isAskedFor)
  }

  @Test(arguments: [false, true]) func `The first summary is made above the message`(isAskedFor: Bool) {
    #expect(step(nil, isAskedFor: isAskedFor) == .insert(after: parent))
  }

  @Test func `Nothing is done above the first message of a chat`() {
    var first = below
    first.parent = nil
    #expect(SummaryStep(above: first, last: nil, isAskedFor: true) == .leave)
    #expect(SummaryStep(above: first, last: last(.queued), isAskedFor: true) == .leave)
  }

  @Test(arguments: [false, true]) func `A summary that is due is claimed where it stands`(isAskedFor: Bool) {
    #expect(step(last(.queued), isAskedFor: isAskedFor) == .claim(summary))
  }

  @Test func `A summary that is being made is left alone`() { #expect(step(last(.streaming)) == .leave) }

  @Test func `A whole summary is used where it stands above the message, and followed by another one elsewhere`() {
    #expect(step(last(.complete)) == .insert(after: parent))
    var right = below
    right.parent = summary
    #expect(SummaryStep(above: right, last: last(.complete), isAskedFor: false) == .leave)
  }

  @Test(arguments: [MessageState.failed, .stopped, .interrupted])
  func `A summary that is not whole is moved for a person and stays for a reply`(state: MessageState) {
    #expect(step(last(state)) == .makeAgain(summary, movedAfter: nil))
    #expect(step(last(state), isAskedFor: true) == .makeAgain(summary, movedAfter: parent))
  }

  @Test func `A summary is never moved up, onto itself, or to where it stands`() {
    #expect(step(last(.failed, sequence: 7), isAskedFor: true) == .makeAgain(summary, movedAfter: nil))
    #expect(step(last(.failed, after: parent), isAskedFor: true) == .makeAgain(summary, movedAfter: nil))
    var right = below
    right.parent = summary
    #expect(
      SummaryStep(above: right, last: last(.failed), isAskedFor: true) == .makeAgain(summary, movedAfter: nil))
  }

  @Test func `A due summary moves down to its place, and one that is asked for again does too`() {
    #expect(last(.queued).newPlace(above: below, isAgain: false) == parent)
    #expect(last(.failed).newPlace(above: below, isAgain: true) == parent)
  }

  @Test func `A summary stays where it was stopped meanwhile, where its place is higher up, or in another chat`() {
    #expect(last(.stopped).newPlace(above: below, isAgain: false) == nil)
    #expect(last(.complete).newPlace(above: below, isAgain: true) == nil)
    #expect(last(.queued, sequence: 5).newPlace(above: below, isAgain: false) == nil)
    #expect(last(.queued, after: parent).newPlace(above: below, isAgain: false) == nil)
    let elsewhere = Message(
      id: below.id, chat: ManualSurroundings(now: 1).newID(), parent: parent, sequence: 5, sender: .user, text: "",
      createdAt: below.createdAt)
    #expect(last(.queued).newPlace(above: elsewhere, isAgain: false) == nil)
  }
}
