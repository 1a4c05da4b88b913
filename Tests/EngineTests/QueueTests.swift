import Domain
import Testing

@testable import Engine

@Suite struct `Whose turn it is` {
  private let first = someModel(1)
  private let second = someModel(2)

  @Test func `the oldest is the next, and who gave up is passed over`() {
    var queue = EngineQueue()
    for (id, model) in [(1, first), (2, second), (3, first)] { queue.add(UInt64(id), for: model) }
    #expect(next(of: &queue) == .reply(1, of: first))
    #expect(withdraw(2, from: &queue))
    #expect(!withdraw(1, from: &queue))
    #expect(next(of: &queue) == .reply(3, of: first))
    #expect(next(of: &queue) == nil)
    #expect(queue.turn == nil)
  }

  @Test func `what is wanted soon comes when nobody waits, and only the last that was asked for`() {
    var queue = EngineQueue()
    queue.want(first)
    queue.want(second)
    queue.add(1, for: first)
    #expect(next(of: &queue) == .reply(1, of: first))
    #expect(next(of: &queue) == .load(second))
    #expect(next(of: &queue) == nil)
    queue.want(second)
    queue.unwant(second)
    #expect(next(of: &queue) == nil)
  }

  @Test func `a question comes behind all replies and before what is wanted soon`() {
    var queue = EngineQueue()
    queue.want(second)
    for id in [1, 2] { queue.ask(UInt64(id), of: first) }
    queue.add(3, for: second)
    #expect(next(of: &queue) == .reply(3, of: second))
    #expect(withdraw(1, from: &queue))
    #expect(next(of: &queue) == .question(2, of: first))
    #expect(queue.loader == nil)
    #expect(next(of: &queue) == .load(second))
  }

  @Test func `a load is of use as long as the next one who waits wants the same model`() {
    var queue = EngineQueue()
    queue.want(first)
    #expect(next(of: &queue) == .load(first))
    #expect(queue.loader == nil)
    queue.add(1, for: first)
    #expect(queue.isLoadOfUse)
    #expect(queue.loader == 1)
    #expect(withdraw(1, from: &queue))
    queue.add(2, for: second)
    #expect(!queue.isLoadOfUse)
    #expect(next(of: &queue) == .reply(2, of: second))
    #expect(queue.loader == 2)
    #expect(!queue.isLoadOfUse)
    queue.add(3, for: second)
    #expect(queue.isLoadOfUse)
  }
}

private func next(of queue: inout EngineQueue) -> EngineQueue.Turn? { queue.next() }
private func withdraw(_ id: UInt64, from queue: inout EngineQueue) -> Bool { queue.withdraw(id) }

private func someModel(_ number: UInt8) -> ModelID {
  // 32 bytes are a model's id.
  ModelID(bytes: [UInt8](repeating: number, count: 32))!
}
