import FoundationEssentials
import Glibc
import Records
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SendTests {
  @Test func `send writes the reply's words and nothing else`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Talk")
    let sent = try await library.sotto("send", id, "How", "are you?")
    #expect(sent.code == 0)
    #expect(sent.out == "Certainly, at once.\n")
    #expect(sent.err.isEmpty)
    let messages = try await library.messages(id)
    #expect(messages.map(\.text) == ["How are you?", "Certainly, at once."])
    #expect(messages.map(\.state) == ["complete", "complete"])
    #expect(messages.map(\.sender) == ["user", "agent"])
    #expect(messages[1].usage?.model == "Quick")
    #expect(try await library.chats()[0].unreadCount == 0)
  }

  @Test func `the text comes from stdin for a hyphen and when there is none`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Piped")
    #expect(try await library.sotto("send", id, input: "  first line\nsecond\n\n").code == 0)
    #expect(try await library.sotto("send", id, "-", input: "third 🍵").code == 0)
    #expect(try await library.sotto("send", id, "--", "--no-wait").code == 0)
    let sent = try await library.messages(id).filter { $0.sender == "user" }.map(\.text)
    #expect(sent == ["  first line\nsecond", "third 🍵", "--no-wait"])
  }

  @Test func `blank text and what is no text are refused and nothing is sent`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Refused")
    #expect(try await library.sotto("send", id, " ").code == 2)
    #expect(try await library.sotto("send", id, input: "\n \n").code == 2)
    let running = try library.start("send", id)
    running.write(bytes: [0x68, 0xFF, 0xFE])
    running.closeInput()
    let outcome = try await running.end()
    #expect(outcome.code == 1)
    #expect(outcome.err.contains("not text in UTF-8"))
    #expect(try await library.terminal(["send", id]).end().code == 2)
    #expect(try await library.messages(id).isEmpty)
  }

  @Test func `the reply is written piece by piece as it grows`() async throws {
    let library = try CommandFixture([.steady, .slow])
    // One that would take a quarter of an hour: whatever is seen of it is a chunk.
    let endless = try await library.chat("Endless", agent: "slow")
    let running = try library.start("send", endless, "Go")
    try await running.says("word1 word2")
    running.send(signal: SIGINT)
    #expect(try await !running.end().out.contains("word9000"))
    let id = try await library.chat("Steps", agent: "steady")
    #expect(try await library.sotto("send", id, "Go").out == Persona.steady.texts[0] + "\n")
  }

  @Test func `as JSON a send is told, then its pieces, then the whole reply`() async throws {
    let library = try CommandFixture([.steady])
    let id = try await library.chat("Steps", agent: "steady")
    let outcome = try await library.sotto("send", id, "Go", "--json")
    #expect(outcome.code == 0)
    let events = try outcome.out.lines.map { try RecordCoding.read(EventRecord.self, from: $0) }
    #expect(events.first?.isSent == true)
    #expect(events.first?.message?.text == "Go")
    #expect(events.first?.chat?.id == id)
    #expect(events.last?.isReply == true)
    #expect(events.last?.message?.id == events.first?.reply)
    #expect(events.last?.message?.state == "complete")
    let chunks = events.dropFirst().dropLast()
    #expect(chunks.count > 5)
    #expect(chunks.allSatisfy { $0.isChunk && $0.reply == events.first?.reply })
    #expect(chunks.compactMap(\.text).joined() == Persona.steady.texts[0])
  }

  @Test func `an agent that owes nothing yet is said to, and its reply comes when it is due`() async throws {
    let library = try CommandFixture([.second])
    let id = try await library.chat("Pairs", agent: "second")
    let first = try await library.sotto("send", id, "One")
    #expect(first.code == 0)
    #expect(first.out.isEmpty)
    #expect(first.err.contains("Second owes no reply yet."))
    #expect(try await library.sotto("send", id, "Two").out == "Both were read.\n")
    let event = try await library.read(EventRecord.self, "send", id, "Three", "--json")
    #expect(event.isSent && event.reply == nil)
  }

  @Test func `a reply that was left is taken on by the next send`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Left")
    let left = try await library.sotto("send", id, "First", "--no-wait")
    #expect(left.code == 0)
    #expect(left.out.isEmpty)
    #expect(left.err.contains("left to the window"))
    #expect(try await library.messages(id).map(\.state) == ["complete", "queued"])
    let sent = try await library.sotto("send", id, "Second")
    #expect(sent.code == 0)
    #expect(sent.out == "Certainly, at once.\n\nCertainly, at once.\n")
    #expect(try await library.messages(id).map(\.state) == ["complete", "complete", "complete", "complete"])
  }

  @Test func `a reply that was left is taken on by the next chat`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Left")
    #expect(try await library.sotto("send", id, "First", "--no-wait", "--json").code == 0)
    let talk = try await library.sotto("chat", id)
    #expect(talk.code == 0)
    #expect(talk.out.contains("Certainly, at once."))
    #expect(try await library.messages(id).map(\.state) == ["complete", "complete"])
  }

  @Test func `Ctrl+C stops the reply, keeps what came and ends with 130`() async throws {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("Stop", agent: "slow")
    let running = try library.start("send", id, "Talk to me")
    try await running.says("word3 ")
    running.send(signal: SIGINT)
    let outcome = try await running.end()
    #expect(outcome.code == 130)
    let reply = try #require(try await library.messages(id).last)
    #expect(reply.state == "stopped")
    #expect(reply.text == outcome.out.trimmed)
    #expect(reply.text.hasPrefix("word1 word2 word3"))
  }

  @Test(arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func `an end from outside keeps what came`(_ signal: Int32, _ code: Int32) async throws {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("End", agent: "slow")
    let running = try library.start("send", id, "Talk to me", "--json")
    try await running.says("word3")
    running.send(signal: signal)
    let outcome = try await running.end()
    #expect(outcome.code == code)
    let last = try #require(outcome.out.lines.last)
    let event = try RecordCoding.read(EventRecord.self, from: last)
    let reply = try #require(try await library.messages(id).last)
    #expect(event.isReply && event.message?.state == "interrupted")
    #expect(reply.state == "interrupted")
    #expect(reply.text == event.message?.text)
    #expect(reply.text.hasPrefix("word1 word2 word3"))
  }

  @Test func `Ctrl+C while the reply is only due leaves a stopped one`() async throws {
    let library = try CommandFixture([.late])
    let id = try await library.chat("Wait", agent: "late")
    let running = try library.start("send", id, "Hello", "--json")
    try await running.says("\"sent\"")
    running.send(signal: SIGINT)
    let outcome = try await running.end()
    #expect(outcome.code == 130)
    let event = try RecordCoding.read(EventRecord.self, from: try #require(outcome.out.lines.last))
    #expect(event.isReply && event.message?.state == "stopped")
    #expect(try await library.messages(id).map(\.state) == ["complete", "stopped"])
    #expect(try await library.messages(id).map(\.text) == ["Hello", ""])
  }

  @Test func `a kill in the middle of a reply loses no saved message, and the next chat says interrupted`() async throws
  {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("Kill", agent: "slow")
    let running = try library.start("send", id, "Talk to me")
    // Checkpoints come once a second; ten words a second.
    try await running.says("word25 ")
    running.send(signal: SIGKILL)
    #expect(try await running.end().code == 137)
    // Also before anybody has taken it on.
    #expect(try await library.messages(id).last?.state == "interrupted")
    let shown = try await library.sotto("show", id).out
    #expect(shown.contains("(interrupted)") && !shown.contains("still streaming"))
    #expect(try await library.sotto("chat", id).code == 0)
    let reply = try #require(try await library.messages(id).last)
    #expect(reply.state == "interrupted")
    #expect(reply.text.hasPrefix("word1 word2 "))
    #expect(try await library.sotto("verify").code == 0)
  }

  @Test func `to an agent that is not there any more nothing is sent, and it is said how to choose another`()
    async throws
  {
    let library = try CommandFixture([.quick, .second])
    let id = try await library.chat("Lost", agent: "second")
    try JSONEncoder().encode([Persona.quick]).write(to: URL(fileURLWithPath: library.folder + "/personas.json"))
    let sent = try await library.sotto("send", id, "Hello")
    #expect(sent.code == 1)
    #expect(sent.err.contains("The agent “second” of this chat is not there.") && sent.err.contains("sotto agent"))
    #expect(try await library.messages(id).isEmpty)
    #expect(try await library.sotto("agent", id, "quick").code == 0)
    #expect(try await library.sotto("send", id, "Hello").out == "Certainly, at once.\n")
  }

  @Test func `a model that was removed is called so, and never by its id`() async throws {
    let library = try CommandFixture([.quick])
    let path = library.folder + "/tiny.gguf"
    try Data(TinyModel.speaking([Array("Good".utf8)]).bytes).write(to: URL(fileURLWithPath: path))
    #expect(try await library.sotto("models", "import", path).code == 0)
    let id = try await library.chat("Lost")
    #expect(try await library.sotto("agent", id, "Tiny").code == 0)
    let large = try await library.sotto("settings", id, "--context", "99999")
    #expect(large.code == 2 && large.err.contains("takes a whole number from 512 to 2048."), "\(large)")
    #expect(try await library.sotto("models", "remove", "tiny").code == 0)
    let sent = try await library.sotto("send", id, "Hello")
    #expect(sent.code == 1 && sent.err.contains("The model of this chat was removed."), "\(sent)")
    #expect(try await library.sotto("agent", id).out.contains("  A removed model\n"))
    #expect(try await library.sotto("show", id).out.contains("with A removed model"))
  }

  @Test(arguments: [[], ["--json"]])
  func `a reply that is ended elsewhere ends the send with 5 and a sentence`(_ options: [String]) async throws {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("Ended", agent: "slow")
    let sending = try library.start(["send", id, "Go"] + options)
    try await sending.says("word2")
    #expect(try await library.sotto("delete", id).code == 0)
    let outcome = try await sending.end()
    #expect(outcome.code == 5)
    let beginning = options.isEmpty ? "sotto: " : "{\"error\":"
    #expect(outcome.err.hasPrefix(beginning) && outcome.err.lines.count == 1, "\(outcome.err)")
  }

  @Test func `a send by number says to which chat it went, and one without a text says what it wants`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Soup for Sunday")
    #expect(try await library.sotto("send", "1", "Salt").err == "sotto: Sent to “Soup for Sunday”.\n")
    #expect(try await library.sotto("send", "1", "Salt", "--no-wait").err.contains("Sent to “Soup for Sunday”."))
    // What was left with the last one comes first, and then there is nothing to say.
    let owed = "sotto: 1 earlier reply is still owed in this chat and comes first.\n"
    #expect(try await library.sotto("send", id, "Salt").err == owed)
    #expect(try await library.sotto("send", id, "Salt").err.isEmpty)
    let empty = try await library.sotto("send", id)
    #expect(empty.code == 2)
    #expect(empty.err.contains("wants a text after the chat, or one that is piped in; nothing came in."))
    #expect(!empty.err.contains("blank"))
  }

  @Test func `a reply is broken between words at the terminal's width, as it grows`() async throws {
    let library = try CommandFixture([.steady])
    let id = try await library.chat("Wide", agent: "steady")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("Go\r")
    try await talk.says("step30")
    let words = talk.out.matches(of: /step\d+/).map { String($0.output) }
    #expect(words == (1...30).map { "step\($0)" })
    talk.write("\u{4}")
    let outcome = try await talk.end()
    #expect(outcome.code == 0)
    #expect(outcome.out.matches(of: /step\d+\r\n/).count == 3, "\(outcome.out)")
  }

  @Test func `a closed stdout does not cut the reply off`() async throws {
    let library = try CommandFixture([.steady])
    let id = try await library.chat("Closed", agent: "steady")
    let program = try CommandFixture.program()
    let shell = try Running(
      "/bin/bash", ["-c", "'\(program)' send \(id) Go | head -c 5; echo ${PIPESTATUS[0]}"],
      environment: library.environment)
    shell.closeInput()
    let outcome = try await shell.end()
    #expect(outcome.out == "step10\n")
    #expect(outcome.err.isEmpty)
    #expect(try await library.messages(id).last?.text == Persona.steady.texts[0])
  }

  @Test func `at a terminal dots stand for a reply that is due, and go before it comes`() async throws {
    let library = try CommandFixture([.late, .steady])
    let id = try await library.chat("Dots", agent: "late")
    let waiting = try library.terminal(["send", id, "Hello"])
    try await waiting.says("• ·")
    waiting.write("\u{3}")
    let outcome = try await waiting.end()
    #expect(outcome.code == 130)
    #expect(outcome.out.hasSuffix("\r\u{1B}[Ksotto: The reply was stopped before it began.\r\n"))
    let steady = try await library.chat("Steps", agent: "steady")
    let streaming = try await library.terminal(["send", steady, "Go"]).end()
    #expect(streaming.out.contains(Persona.steady.texts[0] + "\r\n"))
  }
}
