import Domain
import TestSupport
import Testing

@testable import Agents

@Suite struct `What a scripted agent says` {
  @Test(arguments: [("jarvis", 1.0...2.0), ("crew", 0.5...2.5)])
  func `it waits within its range, exactly as long as the seed says`(id: String, range: ClosedRange<Double>)
    async throws
  {
    for seed in 1...200 as ClosedRange<UInt64> {
      let surroundings = RushedSurroundings(seed: seed)
      _ = await events(of: try agent(id, in: surroundings).reply(to: request()))
      let wait = try #require(surroundings.allWaits.first)
      #expect(Duration.seconds(range.lowerBound) <= wait && wait <= .seconds(range.upperBound))
      #expect(wait == .seconds(ManualSurroundings(seed: seed).random(in: range)))
    }
  }

  @Test func `nothing comes before the wait is over`() async throws {
    let surroundings = ManualSurroundings()
    let crew = try agent("crew", in: surroundings)
    let first = Task { await crew.reply(to: request()).first { _ in true } }
    await surroundings.sleepers(atLeast: 1)
    let wait = try #require(surroundings.nextWake)
    surroundings.advance(by: wait - .milliseconds(1))
    #expect(surroundings.sleeperCount == 1)
    surroundings.advance(by: .milliseconds(1))
    #expect(await first.value == .usage(ReplyUsage(model: "Crew")))
  }

  @Test func `the speaker's name comes first, then the text word by word at its pace, then the figures, then the end`()
    async throws
  {
    let surroundings = RushedSurroundings()
    let crew = try agent("crew", in: surroundings)
    let start = surroundings.now()
    let all = await events(of: crew.reply(to: request()))
    let text = all.text
    #expect(crew.persona.texts.contains(text))
    #expect(all.chunks == WordSplitter.chunks(of: text))

    let words = text.split(whereSeparator: \.isWhitespace).count
    #expect(all.chunks.count == words)
    #expect(surroundings.allWaits.count == words)
    #expect(surroundings.allWaits.dropFirst().allSatisfy { $0 == .seconds(0.04) })
    let spoken = Int64(words - 1) * 40
    #expect(
      all.usage == [
        ReplyUsage(model: "Crew"), ReplyUsage(model: "Crew", replyTokens: words, milliseconds: spoken),
      ])
    #expect(surroundings.now().since(start) >= .milliseconds(spoken))
    #expect(all.last == .ended(.finished))
    #expect(all.count == words + 3)
  }

  @Test func `a picture comes whole, with its caption`() async throws {
    var seen: Set<String> = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let jarvis = try agent("jarvis", in: RushedSurroundings(seed: seed))
      let all = await events(of: jarvis.reply(to: request()))
      guard let picture = all.pictures.first else { continue }
      let known = try #require(jarvis.persona.pictures.first { $0.drawing.attachment == picture })
      #expect(all.prefix(2) == [.usage(ReplyUsage(model: "Jarvis")), .picture(picture)])
      #expect(all.text == known.caption)
      #expect(all.usage.count == (known.caption.isEmpty ? 1 : 2))
      #expect(all.last == .ended(.finished))
      seen.insert(known.drawing.name)
    }
    #expect(seen == Set(Drawings.all.map(\.name)))
  }

  @Test func `of ten thousand replies of Jarvis seven tenths are texts, and each choice is about equally likely`()
    throws
  {
    let jarvis = try persona("jarvis")
    let surroundings = RushedSurroundings(seed: 2_026)
    let reference = ManualSurroundings(seed: 2_026)
    var texts: [String: Int] = [:]
    var drawings: [String: Int] = [:]
    for _ in 0..<10_000 {
      let line = jarvis.pick(after: [], surroundings: surroundings)
      if reference.random(in: 0.0...1.0) < 0.7 {
        #expect(line == Persona.Line(text: jarvis.texts[reference.random(in: 0...9)]))
        texts[line.text, default: 0] += 1
      } else {
        let picture = jarvis.pictures[reference.random(in: 0...4)]
        #expect(line == Persona.Line(text: picture.caption, drawing: picture.drawing))
        drawings[picture.drawing.name, default: 0] += 1
      }
    }
    #expect((6_850...7_150).contains(texts.values.reduce(0, +)))
    #expect(texts.count == 10 && texts.values.allSatisfy { (600...800).contains($0) })
    #expect(drawings.count == 5 && drawings.values.allSatisfy { (500...700).contains($0) })
  }

  @Test func `Crew never sends a picture, and uses all of its twenty texts`() throws {
    let crew = try persona("crew")
    let surroundings = RushedSurroundings()
    let lines = (0..<2_000).map { _ in crew.pick(after: [], surroundings: surroundings) }
    #expect(lines.allSatisfy { $0.drawing == nil })
    #expect(Set(lines.map(\.text)) == Set(crew.texts))
  }

  @Test(arguments: ["jarvis", "crew"])
  func `it never says or shows the same thing twice in a row`(id: String) async throws {
    let surroundings = RushedSurroundings(seed: 11)
    let agent = try agent(id, in: surroundings)
    var history: [PromptMessage] = []
    for _ in 0..<500 {
      history.append(message(.user, "Hello"))
      let all = await events(of: agent.reply(to: request(after: history)))
      let reply = message(.agent, all.text, attachments: all.pictures)
      let last = history.last { $0.sender == .agent }
      #expect(last?.text != reply.text || last?.pictures != reply.pictures)
      if let picture = reply.pictures.first { #expect(last?.pictures.contains(picture) != true) }
      history.append(reply)
    }
  }

  @Test func `a reply that was stopped is not begun again next time`() throws {
    let crew = try persona("crew")
    let surroundings = RushedSurroundings()
    for text in crew.texts {
      let begun = WordSplitter.chunks(of: text).prefix(3).joined()
      let history = [
        message(.agent, begun, state: .stopped), message(.user, "Go on"),
      ]
      for _ in 0..<60 {
        #expect(!crew.pick(after: history, surroundings: surroundings).text.hasPrefix(begun))
      }
    }
  }

  @Test func `with one text only, that one is said again`() throws {
    let personas = try ScriptedAgents.personas(from: PersonaFile.with(#""texts": ["Hm."], "textShare": 1"#))
    let line = personas[0].pick(after: [message(.agent, "Hm.")], surroundings: RushedSurroundings())
    #expect(line.text == "Hm.")
  }

  @Test func `when the chat cannot be read, the reply fails with the reason`() async throws {
    let crew = try agent("crew", in: RushedSurroundings())
    let broken = request { _ throws(StoreError) in throw .noSuchChat }
    #expect(await events(of: crew.reply(to: broken)) == [.ended(.failed(.unreadable(.noSuchChat)))])
  }
}
