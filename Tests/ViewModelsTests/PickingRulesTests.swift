import Domain
import TestSupport
import Testing

@testable import ViewModels

/// Which messages are picked: the rules, without a library.
@Suite struct PickingRulesTests {
  private let ids: [MessageID]

  init() {
    let surroundings = ManualSurroundings()
    ids = (0..<6).map { _ in surroundings.newID() }
  }

  private func picked(_ picking: Picking) -> [Bool?] { ids.map(picking.isPicked) }

  @Test func `Before the first pick no message is picked or unpicked`() {
    #expect(picked(Picking()) == [nil, nil, nil, nil, nil, nil])
  }

  @Test func `Picking goes on when the last message is picked no more, and ends when it is told to`() {
    var picking = Picking()
    picking.toggle(ids[1])
    #expect(picking.isOn && picking.ids == [ids[1]])
    picking.toggle(ids[1])
    #expect(picking.isOn && picking.ids.isEmpty)
    picking.end()
    #expect(picking == Picking())
  }

  @Test func `A range takes back an earlier range from the same beginning and keeps what was picked before`() {
    var picking = Picking()
    picking.toggle(ids[0])
    picking.toggle(ids[2])
    picking.pick(Array(ids[2...5]))
    #expect(picked(picking) == [true, false, true, true, true, true])
    picking.pick(Array(ids[1...2]))
    #expect(picked(picking) == [true, true, true, false, false, false])
  }

  @Test func `A message that is gone comes back with no range, and no range begins there`() {
    var picking = Picking()
    picking.toggle(ids[0])
    picking.toggle(ids[2])
    picking.forget(ids[0])
    picking.pick(Array(ids[2...3]))
    #expect(picking.ids == [ids[2], ids[3]] && picking.anchor == ids[2])
    picking.forget(ids[2])
    #expect(picking.ids == [ids[3]] && picking.anchor == nil)
  }
}
