import Testing

@Suite(.timeLimit(.minutes(3)))
struct HelpTests {
  static let commands = [
    "chats", "show", "images", "agents", "send", "chat", "new", "rename", "pin", "unpin", "delete", "restore", "demo",
    "verify", "backup", "help",
  ]

  @Test func `the help lists every command and no hidden one`() async throws {
    let help = try await CommandFixture().sotto("--help")
    #expect(help.code == 0)
    #expect(help.err.isEmpty)
    for command in Self.commands { #expect(help.out.contains("\n  \(command) ")) }
    #expect(!help.out.contains("complete-"))
    #expect(help.out.lines.allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: commands)
  func `each command explains itself in words and in JSON names`(_ command: String) async throws {
    let library = try CommandFixture()
    let help = try await library.sotto(command, "--help")
    #expect(help.code == 0)
    #expect(help.out.hasPrefix("Usage: sotto \(command)"))
    #expect(help.out.contains("JSON: "))
    #expect(try await library.sotto("help", command).out == help.out)
    #expect(try await library.sotto(command, "-h").out == help.out)
  }

  @Test func `the version is one line`() async throws {
    let version = try await CommandFixture().sotto("--version")
    #expect(version.code == 0)
    #expect(version.out.wholeMatch(of: /sotto \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    ([String](), "Say what to do"), (["chast"], "Did you mean “sotto chats”?"),
    (["chats", "--fnd", "x"], "Did you mean --find?"),
    (["chats", "--limit"], "--limit wants a value: N."), (["chats", "--limit", "0"], "a number from 1 on"),
    (["chats", "--trash=yes"], "--trash takes no value"), (["show"], "“sotto show” wants CHAT"),
    (["pin", "a", "b"], "“b” is one word too many"), (["demo", "sing"], "is not “add” or “remove”"),
    (["show", "a", "--last", "2", "--all"], "do not go together"), (["rename", "a", " "], "not blank"),
    (["backup", "use"], "wants the name of a backup"), (["backup", "list", "x"], "one word too many"),
    (["new", "--agent", "quik"], "Did you mean “quick”?"), (["chat", "a", "--agent", "quick"], "goes with no CHAT"),
    (["help", "sing"], "There is no command “sing”"), (["-x"], "Sotto has no option “-x”"),
    (["chats", "--home", ""], "--home wants a folder"), (["images", "a", "--save", ""], "--save wants a folder"),
    (["send", "a", "--image"], "--image wants a value: FILE."), (["send", "a", "--image="], "--image wants a file"),
    (["send", "a", "--caption", "b"], "--caption goes with --image"),
    (["send", "a", "b", "--image", "c", "--caption", "d"], "do not go together"),
    (["send", "a", "--image", "-", "--image=-"], "“-” can stand for one thing only"),
    (["send", "a", "-", "--image", "-"], "“-” can stand for one thing only"),
    (["send", "a"] + (1...11).map { "--image=\($0)" }, "takes at most 10 pictures, not 11"),
  ])
  func `what is not understood ends with 2, a sentence and a hint`(_ words: [String], _ sentence: String) async throws {
    let library = try CommandFixture()
    let running = try Running(try CommandFixture.program(), words, environment: library.environment)
    running.closeInput()
    let outcome = try await running.end()
    #expect(outcome.code == 2)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.hasPrefix("sotto: "))
    #expect(outcome.err.contains(sentence), "\(outcome.err)")
  }

  @Test func `completion offers words and chats, and makes no library`() async throws {
    let library = try CommandFixture()
    #expect(try await library.sotto("complete-chats").out == "")
    #expect(try await library.sotto("complete-words").out.lines == Self.commands)
    #expect(!(try await library.sotto("complete-agents").out.lines.isEmpty))
    #expect(try await library.sotto("complete-words", "demo").out.lines.prefix(2) == ["add", "remove"])
    #expect(try await library.sotto("complete-words", "chats").out.lines.contains("--find"))
    let id = try await library.chat("Tea and\u{7} cake")
    #expect(try await library.sotto("complete-chats").out == "\(id.suffix(8))\tTea and␇ cake\n")
  }
}
