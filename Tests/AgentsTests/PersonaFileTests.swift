import Domain
import Testing
import Wording

@testable import Agents

/// Small personas files for tests.
enum PersonaFile {
  private static let fields: [(String, String)] = [
    ("id", #""echo""#), ("name", #""Echo""#), ("summary", #""Says one thing.""#), ("suggestions", #"["Hello"]"#),
    ("repliesAfter", #"{"least": 1, "most": 2}"#), ("newMessageRestartsWait", "false"),
    ("delaySeconds", #"{"least": 0, "most": 1.5}"#), ("wordsPerSecond", "10"), ("textShare", "0.5"),
    ("texts", #"["One.", "Two."]"#), ("pictures", #"[{"drawing": "rain"}]"#),
  ]

  /// A good file with other fields in it, written as JSON: `"name": "Ada"`.
  static func with(_ changes: String = "", without left: String = "") -> [UInt8] {
    let kept = fields.filter { $0.0 != left && !changes.contains("\"\($0.0)\":") }.map { "\"\($0.0)\": \($0.1)" }
    return Array("[{\((kept + (changes.isEmpty ? [] : [changes])).joined(separator: ", "))}]".utf8)
  }
}

@Suite struct `A personas file` {
  private func complaint(about json: [UInt8]) -> String? {
    do {
      _ = try ScriptedAgents(from: json, surroundings: RushedSurroundings())
      return nil
    } catch {
      return StartError.personas(path: "/p.json", error).sentence
    }
  }

  @Test func `that comes with the app holds Crew, Jarvis and Sage with the numbers of the product`() throws {
    let agents = try ScriptedAgents(surroundings: RushedSurroundings()).entries
    #expect(agents.map(\.id) == ["crew", "jarvis", "sage"])
    #expect(agents.map(\.profile.name) == ["Crew", "Jarvis", "Sage"])
    for agent in agents {
      #expect(agent.profile.suggestions.count == 4)
      #expect(agent.profile.summary.contains("scripted demo agent"))
    }

    let jarvis = try persona("jarvis")
    #expect(jarvis.profile.schedule == ReplySchedule(after: 2...4, restartsWait: true))
    #expect(jarvis.delaySeconds == 1...2)
    #expect(jarvis.textShare == 0.7)
    #expect(jarvis.texts.count == 10 && Set(jarvis.texts).count == 10)
    #expect(jarvis.pictures.map(\.drawing) == Drawings.all)

    let crew = try persona("crew")
    #expect(crew.profile.schedule == .everyMessage)
    #expect(crew.delaySeconds == 0.5...2.5)
    #expect(crew.textShare == 1 && crew.pictures.isEmpty)
    #expect(crew.texts.count == 20 && Set(crew.texts).count == 20)
  }

  @Test(arguments: ["jarvis", "crew", "sage"])
  func `that comes with the app has clean texts, some of them long`(id: String) throws {
    let persona = try persona(id)
    for text in persona.texts + persona.pictures.map(\.caption) + persona.profile.suggestions {
      #expect(text.first?.isWhitespace != true && text.last?.isWhitespace != true)
      #expect(!text.contains("  ") && !text.contains("\n\n\n") && !text.contains("\t"))
      #expect(!text.contains("**") && !text.contains("`"), "bubbles show plain text")
    }
    let words = persona.texts.map { $0.split(whereSeparator: \.isWhitespace).count }
    #expect(words.allSatisfy { (5...120).contains($0) })
    #expect(words.count { $0 >= 80 } >= 2)
    #expect(persona.texts.contains { $0.contains("\n1. ") || $0.contains("\n• ") })
  }

  @Test func `of one's own is taken as it is`() throws {
    let agents = try ScriptedAgents(from: PersonaFile.with(), surroundings: RushedSurroundings())
    #expect(
      agents.entries == [
        AgentEntry(
          profile: AgentProfile(
            id: "echo", name: "Echo", summary: "Says one thing.", suggestions: ["Hello"],
            schedule: ReplySchedule(after: 1...2)))
      ])
  }

  @Test(arguments: [
    ("", "it is not valid JSON"),
    ("[", "it is not valid JSON"),
    ("[]", "it lists no persona"),
    ("{}", "a list should stand here"),
    ("[4]", "at entry 1, an object should stand here"),
    ("[null]", "at entry 1, "),
  ])
  func `that is none is refused with the reason`(text: String, reason: String) throws {
    let said = try #require(complaint(about: Array(text.utf8)))
    #expect(said.hasPrefix("/p.json cannot be opened: "))
    #expect(said.contains(reason))
    #expect(said.hasSuffix(".") && !said.contains("Swift"))
  }

  @Test(arguments: [
    "id", "name", "summary", "suggestions", "repliesAfter", "newMessageRestartsWait", "delaySeconds", "wordsPerSecond",
    "textShare", "texts", "pictures",
  ])
  func `without a field is refused by that field's name`(field: String) {
    #expect(
      complaint(about: PersonaFile.with(without: field))
        == "/p.json cannot be opened: at entry 1, “\(field)” is missing.")
  }

  @Test(arguments: [
    (#""name": 5"#, "at entry 1 › name, a text should stand here"),
    (#""texts": ["a", 2]"#, "at entry 1 › texts › entry 2, a text should stand here"),
    (#""textShare": "much""#, "at entry 1 › textShare, a number should stand here"),
    (#""newMessageRestartsWait": 1"#, "at entry 1 › newMessageRestartsWait, true or false should stand here"),
    (#""repliesAfter": {"least": 1}"#, "at entry 1 › repliesAfter, “most” is missing"),
    (#""id": """#, "in entry 1, id must be lower-case letters, digits and hyphens"),
    (#""id": "My Agent""#, "in entry 1 (“My Agent”), id must be"),
    (#""name": "  ""#, "in entry 1 (“echo”), name is blank"),
    (#""suggestions": ["a", ""]"#, "suggestions has a blank text"),
    (#""repliesAfter": {"least": 4, "most": 2}"#, "repliesAfter has a least above its most"),
    (#""repliesAfter": {"least": 0, "most": 2}"#, "repliesAfter must lie within 1 and 1000"),
    (#""repliesAfter": {"least": 1.5, "most": 2}"#, "repliesAfter must be whole numbers"),
    (#""delaySeconds": {"least": 2, "most": 1}"#, "delaySeconds has a least above its most"),
    (#""delaySeconds": {"least": -1, "most": 1}"#, "delaySeconds must lie within 0 and 3600"),
    (#""wordsPerSecond": 0"#, "wordsPerSecond must lie within 0.1 and 1000"),
    (#""textShare": 1.2"#, "textShare must lie within 0 and 1"),
    (#""texts": []"#, "texts is empty, and textShare is above 0"),
    (#""texts": ["One.", " \n"]"#, "texts has a blank text"),
    (#""pictures": []"#, "pictures is empty, and textShare is below 1"),
    (#""reasoning": ["One."]"#, "reasoning has 1 entries for 2 texts; it wants one for each, or none"),
    (#""reasoning": ["One.", " "]"#, "reasoning has a blank text"),
    (#""loadSeconds": 0"#, "loadSeconds must lie within 0.1 and 3600"),
    (#""loadSeconds": "long""#, "at entry 1 › loadSeconds, a number should stand here"),
    (#""loadSeconds": 1, "idleSeconds": 4000"#, "idleSeconds must lie within 0.1 and 3600"),
    (#""idleSeconds": 5"#, "idleSeconds says when to let go, and without loadSeconds nothing is loaded"),
    (#""promptTokensPerSecond": 0"#, "promptTokensPerSecond must lie within 0.1 and 100000"),
    (#""diesAfterWords": 1.5"#, "diesAfterWords must be a whole number within 0 and 100000"),
    (#""pictures": [{"drawing": "cat"}]"#, "pictures names the drawing “cat”; there are harbour, mountains, desk"),
  ])
  func `with a wrong value is refused with its place`(change: String, reason: String) throws {
    let said = try #require(complaint(about: PersonaFile.with(change)))
    #expect(said.contains(reason))
    #expect(said.hasSuffix("."))
  }

  @Test func `may give a persona an id of 64 letters, and no longer one`() {
    let most = String(repeating: "a", count: 64)
    #expect(complaint(about: PersonaFile.with("\"id\": \"\(most)\"")) == nil)
    #expect(
      complaint(about: PersonaFile.with("\"id\": \"\(most)a\""))
        == "/p.json cannot be opened: in entry 1, id must have no more than 64 letters.")
  }

  @Test func `may not give two personas one id`() {
    let one = String(decoding: PersonaFile.with().dropFirst().dropLast(), as: UTF8.self)
    #expect(
      complaint(about: Array("[\(one), \(one)]".utf8))
        == "/p.json cannot be opened: two personas have the id “echo”.")
  }

  @Test func `may be all pictures or all texts`() throws {
    let pictures = PersonaFile.with(#""texts": [], "textShare": 0"#)
    #expect(complaint(about: pictures) == nil)
    #expect(complaint(about: PersonaFile.with(#""pictures": [], "textShare": 1"#)) == nil)
    let line = try ScriptedAgents.personas(from: pictures)[0].pick(after: [], surroundings: RushedSurroundings())
    #expect(line == Persona.Line(text: "", drawing: Drawings.named("rain")))
  }
}
