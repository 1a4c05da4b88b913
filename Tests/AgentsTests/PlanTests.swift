import Domain
import TestSupport
import Testing

@testable import Agents

@Suite struct `When a scripted agent answers` {
  /// Sends messages to one chat and tells after how many each reply became due.
  private func gaps(_ agent: ScriptedAgent, messages: Int) -> [Int] {
    var state: String?
    var gaps: [Int] = []
    var since = 0
    for _ in 0..<messages {
      let plan = agent.plan(afterUserMessageWith: state)
      state = plan.state
      since += 1
      if plan.isReplyDue {
        gaps.append(since)
        since = 0
      }
    }
    return gaps
  }

  @Test func `Jarvis answers after two, three or four messages, and each of them happens`() throws {
    let gaps = gaps(try agent("jarvis", in: RushedSurroundings()), messages: 3_000)
    #expect(Set(gaps) == [2, 3, 4])
    for value in 2...4 { #expect((280...390).contains(gaps.count { $0 == value })) }
  }

  @Test(arguments: [1, 7, 42, 99] as [UInt64])
  func `the number is drawn again for every cycle, exactly as the seed says`(seed: UInt64) throws {
    let gaps = gaps(try agent("jarvis", in: RushedSurroundings(seed: seed)), messages: 200)
    let reference = ManualSurroundings(seed: seed)
    #expect(gaps == gaps.map { _ in reference.random(in: 2...4) })
  }

  @Test func `each chat counts for itself`() throws {
    let jarvis = try agent("jarvis", in: RushedSurroundings())
    let one = #"{"count":1,"threshold":2}"#
    let other = #"{"count":1,"threshold":4}"#
    #expect(jarvis.plan(afterUserMessageWith: one).isReplyDue)
    let plan = jarvis.plan(afterUserMessageWith: other)
    #expect(!plan.isReplyDue)
    #expect(plan.state == #"{"count":2,"threshold":4}"#)
  }

  @Test func `the state survives being saved and read`() throws {
    let jarvis = try agent("jarvis", in: RushedSurroundings())
    for threshold in 2...4 {
      for count in 0..<threshold - 1 {
        let plan = jarvis.plan(afterUserMessageWith: #"{"count":\#(count),"threshold":\#(threshold)}"#)
        #expect(plan.state == #"{"count":\#(count + 1),"threshold":\#(threshold)}"#)
      }
    }
  }

  @Test(arguments: [
    "", "null", "{}", "[1,2]", "not json", #"{"count":1}"#, #"{"count":-1,"threshold":3}"#,
    #"{"count":3,"threshold":3}"#, #"{"count":0,"threshold":1}"#, #"{"count":0,"threshold":5}"#,
    #"{"count":"1","threshold":3}"#, #"{"count":9999999999999999999,"threshold":3}"#,
  ])
  func `a state that cannot be read begins a fresh cycle`(state: String) throws {
    let jarvis = try agent("jarvis", in: RushedSurroundings(seed: 5))
    let fresh = try agent("jarvis", in: RushedSurroundings(seed: 5))
    #expect(jarvis.plan(afterUserMessageWith: state) == fresh.plan(afterUserMessageWith: nil))
  }

  @Test func `a message to Jarvis restarts the wait of a reply that is due, and counts for the next`() throws {
    let jarvis = try agent("jarvis", in: RushedSurroundings())
    let due = jarvis.plan(afterUserMessageWith: #"{"count":1,"threshold":2}"#)
    #expect(due.isReplyDue && due.restartsWait)
    let next = jarvis.plan(afterUserMessageWith: due.state)
    #expect(!next.isReplyDue && next.restartsWait)
  }

  @Test func `Crew owes an answer to every message and lets none wait for another`() throws {
    let crew = try agent("crew", in: RushedSurroundings())
    var state: String?
    for _ in 0..<50 {
      let plan = crew.plan(afterUserMessageWith: state)
      #expect(plan.isReplyDue && !plan.restartsWait)
      state = plan.state
    }
  }

  @Test func `Crew takes over a chat in Jarvis's state, and Jarvis one in Crew's`() throws {
    let surroundings = RushedSurroundings()
    let crew = try agent("crew", in: surroundings)
    let jarvis = try agent("jarvis", in: surroundings)
    let plan = crew.plan(afterUserMessageWith: #"{"count":2,"threshold":4}"#)
    #expect(plan.isReplyDue)
    #expect(!jarvis.plan(afterUserMessageWith: plan.state).isReplyDue)
  }
}
