import Adw
import Testing
import WindowSupport

/// The same throws of dice at every run.
private struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_654_435_761 &+ 1 }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}

extension WindowFixtureTests {
  @Suite struct PagedListStormTests {
    /// Anything that can happen to a conversation happens, in any order; at each paint the reader's place is held.
    @Test(arguments: [1, 2] as [UInt64])
    func `whatever comes, goes, grows and shrinks, the reader's place is held at every paint`(seed: UInt64) async throws
    {
      var dice = Dice(seed)
      let talk = Conversation(Array(1000..<1060))
      talk.show()
      var wrong: [String] = []
      var step = 0
      var held: (id: Int, top: Double)?
      talk.list.onPaint {
        guard talk.isComplete || talk.list.isPinnedToEnd else { return }
        if talk.list.isPinnedToEnd {
          if let last = talk.ids.last, let gap = talk.below(last), gap != 0 {
            wrong.append("\(step): end off by \(gap)")
          }
        } else if let held, let top = talk.top(held.id), abs(top - held.top) > 0.5 {
          wrong.append("\(step): row \(held.id) from \(held.top) to \(top)")
        }
      }
      try await WindowFixture.show(talk.list) { window in
        #expect(await WindowFixture.wait { talk.isComplete })
        for next in 1...100 {
          #expect(await WindowFixture.frames(2, of: window))
          step = next
          held = talk.list.isPinnedToEnd ? nil : talk.list.position.map { ($0.id, $0.offset) }
          switch dice.roll(9) {
          case 0: talk.ids = Array((talk.ids[0] - 10)..<talk.ids[0]) + talk.ids
          case 1: talk.ids.append((talk.ids.max() ?? 0) + 1)
          case 2 where talk.ids.count > 60: talk.ids.removeFirst(5)
          case 3 where talk.ids.count > 60:
            let gone = talk.ids[dice.roll(talk.ids.count)]
            // Whatever is read first must have a place to be held.
            if gone != held?.id { talk.ids.removeAll { $0 == gone } }
          case 4, 5: talk.labels[talk.ids[dice.roll(talk.ids.count)]]?.text += String(repeating: " grows", count: 9)
          case 6: talk.labels[talk.ids[dice.roll(talk.ids.count)]]?.text = "shrunk"
          case 7:
            held = nil
            Conversation.userScrolls(talk.list, by: Double(dice.roll(900) - 500))
            continue
          default:
            held = nil
            if dice.roll(3) == 0 { talk.list.scrollToEnd() }
          }
          talk.show()
          #expect(await WindowFixture.wait { talk.isComplete })
        }
        #expect(await WindowFixture.frames(2, of: window))
        let lay = talk.ids.compactMap { talk.top($0) }
        #expect(lay.count == talk.ids.count)
        #expect(lay == lay.sorted())
      }
      #expect(wrong == [])
    }
  }
}
