import Domain
import TestSupport
import Testing

@testable import ViewModels

/// Where the reader of a chat is: the rules, without a library.
@Suite(.timeLimit(.minutes(1)))
struct ReadingPlaceTests {
  private let surroundings = ManualSurroundings()
  private let place: ReadingPlace
  private let chat: ChatID
  private let ahead: MessageID
  private let unread: MessageID
  private let left: MessageID
  private let seen: MessageID

  init() {
    place = ReadingPlace(surroundings: surroundings)
    chat = surroundings.newID()
    ahead = surroundings.newID()
    unread = surroundings.newID()
    left = surroundings.newID()
    seen = surroundings.newID()
  }

  private func position(_ id: MessageID) -> ReadingPosition { ReadingPosition(chat: chat, message: id, offset: -3) }

  @Test func `A reader begins at the end, or where he left the chat`() {
    #expect(place.isAtEnd && place.start == nil)
    place.begin(at: position(left))
    #expect(!place.isAtEnd && place.start == position(left))
    #expect(place.setAtEnd(true))
    #expect(!place.setAtEnd(true), "that was known")
    #expect(place.isAtEnd)
  }

  @Test func `The message in sight stays where it is, and before that the one to which the face has still to scroll`() {
    place.begin(at: position(left))
    #expect(place.anchor(ahead: nil, unread: unread) == nil, "without a face nothing is in sight")
    place.onWanted = { .at(position(seen)) }
    #expect(place.anchor(ahead: nil, unread: unread) == seen)
    #expect(place.anchor(ahead: ahead, unread: unread) == ahead)
    place.onWanted = { .end }
    #expect(place.anchor(ahead: nil, unread: unread) == nil)
  }

  @Test func `Before anything is shown the first unread message stays, else the one where he left the chat`() {
    place.begin(at: position(left))
    place.onWanted = { .unknown }
    #expect(place.anchor(ahead: nil, unread: unread) == unread)
    #expect(place.anchor(ahead: nil, unread: nil) == left)
  }

  @Test func `A place is saved once the reader has rested, and only the last time that he moved`() async {
    place.onWanted = { .end }
    let (saved, save) = AsyncStream.makeStream(of: Int.self)
    place.saveSoon { save.yield(1) }
    place.saveSoon { save.yield(2) }
    await surroundings.sleepers(atLeast: 1, within: ReadingPlace.rest)
    surroundings.advance(by: ReadingPlace.rest)
    var saves = saved.makeAsyncIterator()
    let first = await saves.next()
    #expect(first == 2)
  }

  @Test func `A place that was saved already is not saved again, and without a face there is none`() async {
    var saves = 0
    place.saveSoon { saves += 1 }
    place.onWanted = { .end }
    place.saveSoon { saves += 1 }
    place.endSaving()
    // Whatever would have been saved by then.
    let later = Task { await surroundings.slept(for: ReadingPlace.rest) }
    await surroundings.sleepers(atLeast: 1, within: ReadingPlace.rest)
    surroundings.advance(by: ReadingPlace.rest)
    _ = await later.value
    #expect(saves == 0)
  }
}
