import Domain
import TestSupport
import Testing

@testable import Agents

@Suite struct `How a scripted agent is stopped` {
  @Test func `a stop during the wait ends it with nothing said`() async throws {
    let surroundings = ManualSurroundings()
    let crew = try agent("crew", in: surroundings)
    let reply = Task { await events(of: crew.reply(to: request())) }
    await surroundings.sleepers(atLeast: 1)
    reply.cancel()
    #expect(await reply.value == [.ended(.stopped)])
    #expect(surroundings.sleeperCount == 0)
  }

  @Test(arguments: [1, 2, 5, 11])
  func `a stop between words keeps the words that came`(count: Int) async throws {
    let surroundings = ManualSurroundings(seed: 3)
    let crew = try agent("crew", in: surroundings)
    let reply = Task { await events(of: crew.reply(to: request())) }
    for _ in 0..<count {
      await surroundings.sleepers(atLeast: 1)
      surroundings.advance(by: try #require(surroundings.nextWake))
    }
    await surroundings.sleepers(atLeast: 1)
    reply.cancel()
    let all = await reply.value
    #expect(all.chunks.count == count)
    #expect(crew.persona.texts.contains { $0.hasPrefix(all.text) && $0 != all.text })
    #expect(all.usage == [ReplyUsage(model: "Crew")])
    #expect(all.last == .ended(.stopped))
    #expect(all.count == count + 2)
    #expect(surroundings.sleeperCount == 0)
  }

  @Test func `a task that is cancelled before it asks hears nothing`() async throws {
    let crew = try agent("crew", in: ManualSurroundings())
    let reply = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await events(of: crew.reply(to: request()))
    }
    #expect(await reply.value.isEmpty)
  }

  @Test func `a reply that nobody asks for is not made`() async throws {
    let surroundings = RushedSurroundings()
    _ = try agent("crew", in: surroundings).reply(to: request())
    #expect(surroundings.allWaits.isEmpty)
  }

  @Test func `a reply whose wait starts again says nothing before the whole new wait is over`() async throws {
    let surroundings = ManualSurroundings()
    let jarvis = try agent("jarvis", in: surroundings)
    let first = Task { await events(of: jarvis.reply(to: request())) }
    await surroundings.sleepers(atLeast: 1)
    surroundings.advance(by: .milliseconds(900))
    first.cancel()
    #expect(await first.value == [.ended(.stopped)])

    let second = Task { await events(of: jarvis.reply(to: request())) }
    await surroundings.sleepers(atLeast: 1)
    let wait = try #require(surroundings.nextWake)
    #expect(.seconds(1) <= wait && wait <= .seconds(2))
    surroundings.advance(by: wait - .milliseconds(1))
    #expect(surroundings.sleeperCount == 1)
    second.cancel()
    #expect(await second.value == [.ended(.stopped)])
  }

  @Test func `however stop, word and end race, nothing comes after the end and nothing hangs`() async throws {
    for seed in 1...500 as ClosedRange<UInt64> {
      let crew = try agent("crew", in: RushedSurroundings(seed: seed))
      let reply = Task { await events(of: crew.reply(to: request())) }
      for _ in 0..<seed % 7 { await Task.yield() }
      reply.cancel()
      let all = await reply.value
      let end = all.firstIndex { if case .ended = $0 { true } else { false } }
      if let end { #expect(end == all.count - 1) }
      #expect(crew.persona.texts.contains { $0.hasPrefix(all.text) })
    }
  }
}
