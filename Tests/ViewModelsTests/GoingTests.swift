import Domain
import TestSupport
import Testing

@testable import ViewModels

/// The way to a message: the rules, without a library.
@Suite struct GoingTests {
  private let first: MessageID
  private let second: MessageID

  init() {
    let surroundings = ManualSurroundings()
    (first, second) = (surroundings.newID(), surroundings.newID())
  }

  private func takeTarget(of going: inout Going) -> ScrollTarget? { going.takeTarget() }

  @Test func `A message is wanted from its request until the reader arrives, and the face scrolls there once`() {
    var going = Going()
    going.request(first)
    #expect(going.wanted == first && going.requested == .loading(first))
    going.arrive(at: first, hasRow: true)
    #expect(going.wanted == nil && going.requested == .shown(first) && going.messageAhead == first)
    #expect(takeTarget(of: &going) == .message(first))
    #expect(takeTarget(of: &going) == nil && going.messageAhead == nil)
  }

  @Test func `A message without a row is gone to at the end`() {
    var going = Going()
    going.request(first)
    going.arrive(at: first, hasRow: false)
    #expect(going.requested == .shown(first) && going.messageAhead == nil)
    #expect(takeTarget(of: &going) == .end)
  }

  @Test func `What cannot be read is given up, but not what was requested after it`() {
    var going = Going()
    going.request(first)
    going.request(second)
    going.giveUp(first)
    #expect(going.wanted == second)
    going.giveUp(second)
    #expect(going.requested == nil)
  }

  @Test func `A message that is missed is not wanted any more and moves no one`() {
    var going = Going()
    going.request(first)
    going.miss(first)
    #expect(going.requested == .gone(first) && going.wanted == nil)
    #expect(takeTarget(of: &going) == nil)
  }

  @Test func `The end takes the place of a message that was requested or scrolled to`() {
    var going = Going()
    going.request(first)
    going.arrive(at: first, hasRow: true)
    going.cancel()
    going.arriveAtEnd()
    #expect(going.requested == nil)
    #expect(takeTarget(of: &going) == .end)
  }

  @Test func `Only one goes at a time`() {
    var going = Going()
    let begins = going.begin()
    let again = going.begin()
    going.end()
    let afterwards = going.begin()
    #expect(begins && !again && afterwards)
  }
}
