import FoundationEssentials
import Testing

@Suite(.timeLimit(.minutes(3)))
struct HelpTests {
  @Test func `the help lists every command and no hidden one`() async throws {
    let library = try CommandFixture()
    let help = try await library.sotto("--help")
    #expect(help.code == 0)
    #expect(help.err.isEmpty)
    for command in try await CommandTable(of: library).commands { #expect(help.out.contains("\n  \(command) ")) }
    #expect(!help.out.contains("complete"))
    #expect(help.out.lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `each command explains itself and its options, in words and in JSON names`() async throws {
    let library = try CommandFixture()
    let table = try await CommandTable(of: library)
    for command in table.commands {
      let help = try await library.sotto(command, "--help")
      #expect(help.code == 0)
      #expect(help.out.hasPrefix("Usage: sotto \(command)"))
      #expect(help.out.contains("JSON: "))
      for option in table.options[command] ?? [] { #expect(help.out.contains("\n  \(option) ")) }
      #expect(try await library.sotto("help", command).out == help.out)
      #expect(try await library.sotto(command, "-h").out == help.out)
    }
  }

  @Test func `the manual describes the same commands and options`() async throws {
    let table = try await CommandTable(of: CommandFixture())
    let path = URL(filePath: #filePath).appending(path: "../../../docs/man/sotto.1").standardized
    let manual = try String(contentsOf: path, encoding: .utf8)
    var commands: [String] = []
    var options: [String: Set<String>] = [:]
    var command = ""
    for line in manual.split(separator: "\n") {
      if line == ".Ss Options of every command" { command = "*" }
      if line.hasPrefix(".Sh ") { command = "" }
      guard line.hasPrefix(".It ") else { continue }
      let words = line.split(separator: " ").map { String($0).replacing("\\-", with: "-") }
      if words[1] == "Cm" {
        command = words[2]
        if commands.last != command { commands.append(command) }
      }
      for (word, next) in zip(words, words.dropFirst()) where word == "Fl" && !command.isEmpty {
        options[command, default: []].insert("-" + next)
      }
    }
    #expect(commands == table.commands)
    #expect(options == table.options.mapValues { Set($0) })
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
    (["demo"], "wants one of these words: add, remove"),
    (["pin", "a", "b"], "“b” is one word too many"), (["demo", "sing"], "“sing” is none of these words: add, remove"),
    (["show", "a", "--last", "2", "--all"], "do not go together"), (["rename", "a", " "], "not blank"),
    (["backup", "use"], "wants the name of a backup"), (["backup", "list", "x"], "one word too many"),
    (["new", "--agent", "quik"], "Did you mean “quick”?"), (["chat", "a", "--agent", "quick"], "go with no CHAT"),
    (["help", "sing"], "There is no command “sing”"), (["-x"], "“sotto” has no option “-x”"),
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
}
