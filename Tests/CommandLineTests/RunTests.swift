import Domain
import FoundationEssentials
import Glibc
import Records
import TestLibrary
import TestSupport
import Testing

/// `sotto run`, `models bench` and a model in `send` and `chat`, with the real engine and a tiny model.
@Suite(.timeLimit(.minutes(3)))
struct RunTests {
  private func model(
    _ model: TinyModel = .speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) }), in library: CommandFixture
  ) throws -> String {
    let path = library.folder + "/tiny.gguf"
    try Data(model.bytes).write(to: URL(filePath: path))
    return path
  }

  @Test func `a file that is not imported answers, and no data folder is made`() async throws {
    let library = try CommandFixture()
    let path = try model(in: library)
    let answer = try await library.sotto("run", path, "Hello")
    #expect(answer.code == 0 && answer.out == "Good morning, Ada\n" && answer.err.isEmpty)
    #expect(try await library.sotto("run", path, input: "Hello\n").out == "Good morning, Ada\n")
    let none = try await library.sotto("run", "nobody", "Hello")
    #expect(none.code == 1 && none.err.contains("There is no model “nobody”."))
    #expect(try await library.sotto("run", path, input: " \n").code == 2)
    let cut = library.folder + "/cut.gguf"
    try Data("GGUF".utf8).write(to: URL(filePath: cut))
    #expect(try await library.sotto("run", cut, "Hello").err.contains("cut.gguf"))
    // What comes with Sotto needs none either, and may be named in any way.
    for name in ["mini", "Mini", "sotto-mini", "Sotto Mini", "SOTTO_M"] {
      let mini = try await library.sotto("run", name, "who are you?")
      #expect(mini.code == 0 && mini.out.hasPrefix("I am Sotto Mini"), "\(name) \(mini.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: library.home))
  }

  @Test func `the model that comes with Sotto answers where there is no data folder, and makes none`() async throws {
    let library = try CommandFixture(nil)
    for name in ["mini", "Sotto Mini", "sotto mini"] {
      let answer = try await library.sotto("run", name, "how do i rename a chat?")
      #expect(
        answer.code == 0 && answer.out == "Press F2 or the pencil in the header, and type the new title.\n", "\(answer)"
      )
    }
    #expect(!FileManager.default.fileExists(atPath: library.home))
  }

  @Test func `an imported one answers by its name, as JSON in events, and nothing of it is kept`() async throws {
    let library = try CommandFixture()
    let path = try model(in: library)
    #expect(try await library.sotto("models", "import", path).code == 0)
    func events(_ words: String..., input: String? = nil) async throws -> [RunRecord] {
      let running = try library.start(["run", "tiny", "--json"] + words)
      if let input { running.write(input) }
      running.closeInput()
      return try await running.end().out.lines.map { try RecordCoding.read(RunRecord.self, from: $0) }
    }
    let short = try await events("Hello")
    #expect(short.text == "Good morning, Ada" && short.usage?.replyTokens == 3 && short.usage?.model == "Tiny")
    #expect(short.usage?.firstTokenMilliseconds != nil)
    #expect(short.names.first == "loading" && short.names.suffix(2) == ["usage", "end"])
    // What is piped in stands behind the words that end with a dash.
    let long = try await events("Hello", "-", input: String(repeating: "word ", count: 50))
    #expect(try #require(long.usage?.promptTokens) > (try #require(short.usage?.promptTokens)) + 50)
    #expect(try await events("Hello", "--max-tokens", "1").text == "Good")
    let told = try await events("Hello", "--system", "Be brief.")
    #expect(try #require(told.usage?.promptTokens) > (try #require(short.usage?.promptTokens)))
    #expect(try await library.chats().isEmpty)
  }

  @Test func `with words it waits for nobody to close what might be piped in`() async throws {
    let library = try CommandFixture()
    let running = try library.start(["run", try model(in: library), "Hello"])
    #expect(try await running.end().out == "Good morning, Ada\n")
    running.closeInput()
  }

  @Test func `a model in several files is run and imported by any of them`() async throws {
    let library = try CommandFixture()
    let tiny = TinyModel.speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) })
    let paths = (1...3).map { library.folder + "/tiny-0000\($0)-of-00003.gguf" }
    for (path, part) in zip(paths, tiny.split(into: 3)) { try Data(part).write(to: URL(filePath: path)) }
    let first = try await library.sotto("run", paths[2], "Hello")
    #expect(first.out == "Good morning, Ada\n", "\(first)")
    #expect(try await library.sotto("models", "import", paths[1]).code == 0)
    #expect(try await library.sotto("run", "tiny", "Hello").out == "Good morning, Ada\n")
    unlink(paths[2])
    let missing = try await library.sotto("run", paths[0], "Hello")
    #expect(missing.code == 1 && missing.err.contains("tiny-00003-of-00003.gguf"))
  }

  @Test func `a model that ends the engine waits to be asked for, and the terminal says how that is done`() async throws
  {
    let library = try CommandFixture()
    let model = try #require(HostileModel.made.first { $0.name == "llama.block_count count(600)" })
    let path = library.folder + "/bad.gguf"
    try Data(model.bytes).write(to: URL(filePath: path))
    let asked = try await library.sotto("run", path, "Hello")
    #expect(asked.code == 5 && asked.err.contains("stopped the engine while it was loaded.\n"), "\(asked)")
    #expect(try await library.sotto("models", "import", path).code == 0)
    let chat = try await library.chat("Tea")
    let sent = try await library.sotto("send", chat, "--model", "tiny", "Hello")
    #expect(
      sent.code == 5 && sent.err.contains("It is not loaded again until you ask for it.\n“sotto send” with --model"),
      "\(sent)")
    let talk = try library.atTerminal("chat", chat)
    try await talk.says("> ")
    talk.write("Hello\n")
    try await talk.says("/retry asks for it.")
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
  }

  @Test func `a reply that is asked for again and fails at once says so again`() async throws {
    let library = try CommandFixture()
    let path = try model(in: library)
    #expect(try await library.sotto("models", "import", path).code == 0)
    let chat = try await library.chat("Tea")
    unlink(path)
    #expect(try await library.sotto("send", chat, "--model", "tiny", "Hello").code == 5)
    let talk = try library.atTerminal("chat", chat)
    try await talk.says("is not where it was")
    for times in 2...4 {
      talk.write("/retry\n")
      try await talk.says("is not where it was", times: times)
    }
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
  }

  @Test func `a model that was loading when Sotto was killed is loaded for whoever names it`() async throws {
    let library = try CommandFixture()
    #expect(try await library.sotto("models", "import", try model(in: library)).code == 0)
    let chat = try await library.chat("Tea")
    func kill() async throws {
      let killed = try await TestLibrary(in: library.home)
      let model = try #require(try await killed.models.entries().first { !$0.model.isBuiltIn })
      try await killed.models.loadBegins(model.id)
      await killed.close()
    }
    #expect(try await library.sotto("send", chat, "--model", "tiny", "Hello").code == 0)
    try await kill()
    let refused = try await library.sotto("send", chat, "Hello")
    #expect(refused.code == 5 && refused.err.contains("Sotto ended while it was loading “Tiny”"), "\(refused)")
    let talk = try library.atTerminal("chat", chat)
    try await talk.says("> ")
    talk.write("/retry\n")
    // The first is in the chat already.
    try await talk.says("Good morning, Ada", times: 2)
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
    try await kill()
    let named = try await library.sotto("send", chat, "--model", "tiny", "Hello")
    #expect(named.code == 0 && named.out == "Good morning, Ada\n", "\(named)")
    #expect(try await library.sotto("send", chat, "Hello").code == 0)
    try await kill()
    #expect(try await library.sotto("run", "tiny", "Hello").code == 0)
  }

  @Test func `Ctrl+C stops it, and the engine goes with it`() async throws {
    let library = try CommandFixture()
    let path = try model(
      .speaking([" one", " two"].map { Array($0.utf8) }, ends: false, context: 4_096, layers: 8), in: library)
    let running = try library.atTerminal("run", path, "Count")
    try await running.says(" one two")
    running.write("\u{3}")
    let outcome = try await running.end()
    #expect(outcome.code == 130)
  }

  @Test func `how fast a model is is measured`() async throws {
    let library = try CommandFixture()
    #expect(try await library.sotto("models", "import", try model(in: library)).code == 0)
    let words = try await library.sotto("models", "bench", "tiny")
    #expect(words.code == 0 && words.out.hasPrefix("“Tiny”: Reads ") && words.out.contains("llama.cpp"))
    let record = try await library.read(ModelSpeedRecord.self, "models", "bench", "tiny", "--json")
    #expect(record.name == "Tiny" && record.readingTokensPerSecond > 0 && record.writingTokensPerSecond > 0)
    #expect(try await library.sotto("models", "bench").code == 2)
  }

  @Test func `a model answers in a chat from a send on, with events as they come`() async throws {
    let library = try CommandFixture()
    #expect(try await library.sotto("models", "import", try model(in: library)).code == 0)
    let id = try await library.chat("Tea")
    #expect(try await library.sotto("send", id, "Hello").code == 0)
    let sent = try await library.sotto("send", id, "--model", "tiny", "Hello", "--json")
    let events = try sent.out.lines.map { try RecordCoding.read(EventRecord.self, from: $0) }
    var kinds: [String] = []
    for event in events where kinds.last != event.kind { kinds.append(event.kind) }
    #expect(kinds.first == "sent" && kinds.contains("loading") && kinds.suffix(3) == ["text", "usage", "reply"])
    #expect(events.last?.message?.text == "Good morning, Ada")
    #expect(try await library.sotto("send", id, "Again").out == "Good morning, Ada\n")
    let agent = try #require(try await library.chats().first).agent
    #expect(try await library.sotto("send", id, "--agent", String(agent.dropFirst(6)), "Hello").code == 0)
    #expect(try await library.sotto("send", id, "--model", "nobody", "Hello").code == 1)
    let chat = try library.atTerminal("chat", "--agent", "Tiny")
    try await chat.says("> ")
    chat.write("Hello\n")
    try await chat.says("Good morning, Ada")
    chat.write("\u{4}")
    #expect(try await chat.end().code == 0)
    // Offered by name, and where the name would need quotes by the beginning of its id.
    #expect(try await library.sotto("complete", "agents").out.lines.contains("Tiny"))
    #expect(try await library.sotto("complete", "models").out.lines == ["Tiny", "mini"])
  }
}

extension [RunRecord] {
  fileprivate var names: [String] {
    map {
      switch $0 {
      case .loading: "loading"
      case .reading: "reading"
      case .reasoning: "reasoning"
      case .text: "text"
      case .usage: "usage"
      case .end: "end"
      }
    }
  }
  fileprivate var text: String { compactMap { if case .text(let text) = $0 { text } else { nil } }.joined() }
  fileprivate var usage: UsageRecord? { compactMap { if case .usage(let usage) = $0 { usage } else { nil } }.first }
}
