import FoundationEssentials
import Glibc
import Records
import Testing

/// Who answers, and what is told of a reply before its words.
@Suite(.timeLimit(.minutes(3)))
struct AgentCommandTests {
  @Test func `a chat's agent is said and exchanged`() async throws {
    let library = try CommandFixture([.quick, .painter])
    let id = try await library.chat("Change")
    #expect(try await library.sotto("agent", id).out == "quick  Quick\n")
    let changed = try await library.sotto("agent", id, "PAINTER")
    #expect(changed.out == "“Change” is answered by painter from now on.\n")
    #expect(try await library.read(ChatRecord.self, "agent", id, "--json").agent == "painter")
    #expect(try await library.sotto("agent", id, "painter").out == "“Change” had this agent already.\n")
    let wrong = try await library.sotto("agent", id, "paintr")
    #expect(wrong.code == 2 && wrong.err.contains("Did you mean “painter”?"))
    #expect(try await library.sotto("agent", "nowhere").code == 3)
  }

  @Test func `in a conversation another agent is chosen with a slash`() async throws {
    let library = try CommandFixture([.quick, .steady])
    let outcome = try await library.sotto("chat", input: "/agent\n/agent steady\nHello\n/agent nobody\n")
    #expect(outcome.code == 2)
    #expect(outcome.out.contains("> quick   Quick: Made for a test.") && outcome.out.contains("  steady  Steady"))
    #expect(outcome.out.contains("Steady answers from now on.") && outcome.out.contains("step30"))
    #expect(try await library.chats().map(\.agent) == ["steady"])
  }

  @Test func `a script does not wait for the due reply of an agent that is not here`() async throws {
    let library = try CommandFixture([.quick, .painter])
    let id = try await library.chat("Left", agent: "painter")
    try await library.sotto("send", id, "Paint", "--no-wait")
    try JSONEncoder().encode([Persona.quick]).write(to: URL(fileURLWithPath: library.folder + "/personas.json"))
    let quiet = try await library.sotto("chat", id, input: "")
    #expect(quiet.code == 0 && quiet.err.contains("painter is not here"), "\(quiet)")
    let asked = try await library.sotto("chat", id, input: "Hello\n")
    #expect(asked.code != 0 && asked.err.contains("Choose another agent"), "\(asked)")
    let mended = try await library.sotto("chat", id, input: "/agent quick\nHello\n")
    #expect(mended.code == 0, "\(mended)")
    #expect(try await library.messages(id).filter { $0.sender == "agent" }.count == 2)
  }

  @Test func `as JSON loading, reading and reasoning are events, and what was thought is a field of its own`()
    async throws
  {
    let library = try CommandFixture([.sage(reads: 20)])
    let id = try await library.chat("Thoughts", agent: "sage")
    let sent = try await library.sotto("send", id, "One two three four five six", "--json")
    #expect(sent.code == 0)
    let events = try sent.out.lines.map { try RecordCoding.read(EventRecord.self, from: $0) }
    var kinds: [String] = []
    for event in events where kinds.last != event.kind { kinds.append(event.kind) }
    #expect(kinds == ["sent", "loading", "reading", "reasoning", "text", "usage", "reply"])
    #expect(events.allSatisfy { !["loading", "reading"].contains($0.kind) || (0...1).contains($0.part ?? -1) })
    let reply = try #require(events.last?.message)
    #expect(reply.reasoning == events.filter { $0.kind == "reasoning" }.compactMap(\.text).joined())
    #expect(reply.reasoning?.hasPrefix("thought1 thought2") == true)
    #expect(!reply.text.contains("thought") && reply.text.hasSuffix("word12"))
    #expect(reply.reasoningMilliseconds ?? 0 > 100)
    #expect(reply.usage?.promptTokens == 6 && reply.usage?.replyTokens == 12)
    #expect(try await library.messages(id).last?.reasoning == reply.reasoning)
    #expect(try await library.sotto("show", id).out.contains("(thought for "))
    #expect(try await !library.sotto("show", id).out.contains("thought1"))
    #expect(try await library.chats()[0].preview.hasPrefix("word1"))
    #expect(try await library.sotto("send", id, "Again").out.hasPrefix("word1 word2"))
  }

  /// How a person at a terminal sees it.
  @Test func `at a terminal a line says what is done`() async throws {
    let library = try CommandFixture([.sage(loads: 1.5, reads: 4, wordsPerSecond: 8)])
    let id = try await library.chat("Lines", agent: "sage")
    let running = try library.atTerminal("chat", id)
    try await running.says("> ")
    running.write("One two three four five six\n")
    try await running.says("loading")
    try await running.says("reading the chat")
    try await running.says("thinking")
    try await running.says("(thought for ")
    try await running.says("word3")
    running.send(signal: SIGKILL)
    _ = try await running.end()
  }

  @Test(arguments: [
    ("loading", Persona.sage(loads: 600)), ("reading", .sage(reads: 0.1)),
    ("reasoning", .sage(wordsPerSecond: 20, thoughts: 5_000)), ("text", .sage(wordsPerSecond: 20, words: 5_000)),
  ])
  func `killed in each state, what came is kept and what had not begun comes again`(
    _ state: String, _ sage: Persona
  ) async throws {
    let library = try CommandFixture([sage])
    let id = try await library.chat("Killed", agent: "sage")
    let running = try library.start(["send", id, "One two three", "--json"])
    try await running.says(#""event":"\#(state)""#)
    // Longer than a checkpoint: what was on screen then must be on the disk.
    if state == "reasoning" { try await running.says("thought30") }
    if state == "text" { try await running.says("word30") }
    running.send(signal: SIGKILL)
    #expect(try await running.end().code == 137)
    let reply = try #require(try await library.messages(id).last)
    switch state {
    case "reasoning":
      #expect(reply.reasoning?.hasPrefix("thought1 thought2 ") == true)
      #expect(reply.text == "")
    case "text":
      #expect(reply.reasoning?.hasSuffix("thought12") == true)
      #expect(reply.text.hasPrefix("word1 word2 "))
    default: #expect(reply.state == "queued" && reply.reasoning == nil)
    }
    // Whoever comes next makes what had not begun, and calls the rest interrupted.
    try JSONEncoder().encode([Persona.sage()]).write(to: URL(fileURLWithPath: library.folder + "/personas.json"))
    #expect(try await library.sotto("chat", id).code == 0)
    let later = try #require(try await library.messages(id).last)
    if reply.state == "queued" {
      #expect(later.state == "complete" && later.text.hasSuffix("word12") && later.reasoning?.isEmpty == false)
    } else {
      #expect(later.state == "interrupted" && later.reasoning == reply.reasoning && later.text == reply.text)
    }
    #expect(try await library.sotto("verify").code == 0)
  }
}
