import Domain
import TestSupport
import Testing

@testable import Agents

@Suite(.timeLimit(.minutes(1))) struct `A persona that loads, reads and thinks` {
  private func agents(
    _ more: String = "", in surroundings: any Surroundings
  ) throws -> ScriptedAgents {
    try ScriptedAgents(
      from: PersonaFile.with(
        #""texts": ["Two words."], "textShare": 1, "pictures": [], "repliesAfter": {"least": 1, "most": 1}, "#
          + #""delaySeconds": {"least": 0, "most": 0}, "loadSeconds": 2, "idleSeconds": 60, "#
          + #""promptTokensPerSecond": 8, "reasoning": ["Hm, well."]\#(more)"#),
      surroundings: surroundings)
  }

  private func kinds(_ events: [ReplyEvent]) -> [String] {
    events.reduce(into: []) { kinds, event in
      let kind =
        switch event {
        case .loading: "loading"
        case .reading: "reading"
        case .reasoning: "reasoning"
        case .text: "text"
        case .picture: "picture"
        case .usage: "usage"
        case .context: "context"
        case .settings: "settings"
        case .ended: "ended"
        }
      if kinds.last != kind { kinds.append(kind) }
    }
  }

  @Test func `loads once, reads with progress, thinks, speaks and tells what it cost`() async throws {
    let agents = try agents(in: RushedSurroundings())
    #expect(agents.entries.map(\.status) == [.unloaded])
    let echo = try #require(agents.agent(for: "echo"))
    let asked = request(after: [message(.user, "How are you doing today, my friend? All is well.")])
    let first = await events(of: echo.reply(to: asked))
    #expect(kinds(first) == ["loading", "reading", "usage", "reasoning", "text", "usage", "ended"])
    #expect(first.first == .loading(part: 0))
    #expect(first.contains(.reading(part: 0)) && first.contains(.reading(part: 1)))
    let thought = first.compactMap { if case .reasoning(let chunk) = $0 { chunk } else { nil } }.joined()
    #expect(thought == "Hm, well.")
    #expect(first.text == "Two words.")
    #expect(first.usage.last?.promptTokens == 10)
    #expect(first.usage.last?.replyTokens == 2)
    #expect(first.last == .ended(.finished))
    #expect(agents.entries.map(\.status) == [.ready])
    let second = await events(of: echo.reply(to: asked))
    #expect(kinds(second) == ["reading", "usage", "reasoning", "text", "usage", "ended"])
  }

  @Test func `loads when it is prepared, tells how far it is, and lets go when nobody asks`() async throws {
    let surroundings = ManualSurroundings()
    let agents = try agents(in: surroundings)
    var changes = agents.changes().makeAsyncIterator()
    agents.prepare("echo", context: nil, for: nil)
    #expect(await changes.next()?.map(\.status) == [.loading(part: 0)])
    await surroundings.sleepers(atLeast: 1)
    surroundings.advance(by: .seconds(1))
    #expect(agents.entries.map(\.status) == [.loading(part: 0.5)])
    await surroundings.sleepers(atLeast: 1)
    surroundings.advance(by: .seconds(1))
    while let all = await changes.next(), all[0].status != .ready {}
    await surroundings.sleepers(atLeast: 1)
    #expect(surroundings.nextWake == .seconds(58))
    surroundings.advance(by: .seconds(58))
    while let all = await changes.next(), all[0].status != .unloaded {}
    #expect(surroundings.sleeperCount == 0)
    agents.prepare("echo", context: nil, for: nil)
    #expect(agents.entries.map(\.status) == [.loading(part: 0)])
    agents.release("echo")
    #expect(agents.entries.map(\.status) == [.unloaded])
  }

  @Test func `that dies keeps nothing loaded, says so, and begins anew`() async throws {
    let agents = try agents(#", "diesAfterWords": 1"#, in: RushedSurroundings())
    let echo = try #require(agents.agent(for: "echo"))
    let all = await events(of: echo.reply(to: request()))
    #expect(all.text == "Two")
    #expect(all.last == .ended(.failed(.died)))
    #expect(agents.entries.map(\.status) == [.unloaded])
    let again = await events(of: echo.reply(to: request()))
    #expect(again.first == .loading(part: 0))
  }

  @Test func `Sage thinks before each of its texts`() throws {
    let sage = try persona("sage")
    #expect(sage.reasoning.count == sage.texts.count && sage.texts.count >= 6)
    #expect(sage.loading != nil && sage.promptTokensPerSecond != nil && sage.diesAfterWords == nil)
    for seed in 1...60 as ClosedRange<UInt64> {
      let line = sage.pick(after: [], surroundings: RushedSurroundings(seed: seed))
      let index = try #require(sage.texts.firstIndex(of: line.text))
      #expect(line.reasoning == sage.reasoning[index])
    }
  }
}
