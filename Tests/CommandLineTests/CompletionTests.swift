import FoundationEssentials
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
  private static let script =
    URL(filePath: #filePath).appending(path: "../../../completions/sotto.bash").standardized.path

  /// What Bash would offer for the last of the words, sorted.
  private func offered(_ words: String..., in library: CommandFixture) async throws -> [String] {
    let line = """
      compopt() { echo "compopt $*" >&2; }; . "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sotto "$1"
      for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done | sort
      """
    let bash = try Running(
      "/bin/bash", ["-c", line, "bash", Self.script, try CommandFixture.program()] + words,
      environment: library.environment)
    let outcome = try await bash.end()
    try #require(outcome.err.isEmpty || outcome.err == "compopt -o filenames\n", "\(outcome.err)")
    return outcome.out.lines
  }

  @Test func `commands, options and set words come from the table`() async throws {
    let library = try CommandFixture()
    let table = try await CommandTable(of: library)
    #expect(try await offered("", in: library) == table.commands.sorted())
    #expect(try await offered("un", in: library) == ["unpin"])
    #expect(try await offered("help", "un", in: library) == ["unpin"])
    #expect(try await offered("-", in: library) == table.options["*"]?.sorted())
    for command in table.commands {
      let all = (table.options["*"] ?? []) + (table.options[command] ?? [])
      #expect(try await offered(command, "--", in: library) == all.sorted())
    }
    #expect(try await offered("demo", "", in: library) == ["add", "remove"])
    #expect(try await offered("backup", "u", in: library) == ["use"])
    #expect(try await offered("models", "i", in: library) == ["import"])
    #expect(try await offered("models", "list", "", in: library) == [])
    // After two hyphens nothing is an option.
    #expect(try await offered("rename", "--", "-", in: library) == [])
  }

  @Test func `a Tab makes no library`() async throws {
    let library = try CommandFixture()
    #expect(try await offered("show", "", in: library) == [])
    #expect(try await offered("new", "--agent", "", in: library) == ["mini", "quick"])
    #expect(try await offered("backup", "use", "", in: library) == [])
    #expect(!FileManager.default.fileExists(atPath: library.home))
  }

  @Test func `an option's value is offered by its kind`() async throws {
    let library = try CommandFixture()
    try await library.chat("Tea")
    try FileManager.default.createDirectory(atPath: library.folder + "/a folder", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: library.folder + "/a file"))
    #expect(try await offered("new", "--agent", "", in: library) == ["mini", "quick"])
    #expect(try await offered("new", "--agent", "=", "q", in: library) == ["quick"])
    #expect(
      try await offered("send", "Tea", "--image", library.folder + "/a\\ ", in: library) == [
        library.folder + "/a file", library.folder + "/a folder",
      ])
    #expect(try await offered("--home", library.folder + "/a", in: library) == [library.folder + "/a folder"])
    #expect(try await offered("chats", "--find", "", in: library) == [])
    #expect(try await offered("chats", "--limit", "1", "--tr", in: library) == ["--trash"])
  }

  @Test func `chats are offered by title where that is enough, of the place that the command looks in`() async throws {
    let library = try CommandFixture()
    try await library.chat("Tea and cake")
    let twins = [try await library.chat("Twin"), try await library.chat("Twin")]
    try await library.chat("Tea is gone")
    #expect(try await library.sotto("delete", "Tea is gone").code == 0)
    #expect(try await offered("send", "te", in: library) == ["Tea\\ and\\ cake"])
    #expect(try await offered("send", "\"te", in: library) == ["Tea and cake"])
    #expect(try await offered("restore", "te", in: library) == ["Tea\\ is\\ gone"])
    #expect(try await offered("show", "te", in: library) == ["Tea\\ and\\ cake", "Tea\\ is\\ gone"])
    #expect(
      try await offered("pin", "", in: library) == (twins.map { String($0.suffix(8)) } + ["Tea\\ and\\ cake"]).sorted())
    #expect(try await offered("send", "Tea", "x", in: library) == [])
    // Another folder's chats, where the line names one.
    #expect(try await offered("--home", "/nowhere", "send", "te", in: library) == [])
  }

  @Test func `backups are offered where one is wanted`() async throws {
    let library = try CommandFixture()
    try await library.chat("Tea")
    let made = try await library.sotto("backup").out.trimmed
    let name = made.split(separator: "/").last.map(String.init)
    #expect(try await offered("backup", "use", "", in: library) == [name])
    #expect(try await offered("backup", "list", "", in: library) == [])
  }
}

/// What `sotto complete table` says.
struct CommandTable {
  var commands: [String] = []
  /// By command; those that every command takes under "*".
  var options: [String: [String]] = [:]

  init(of library: CommandFixture) async throws {
    let lines = try await library.sotto("complete", "table").out.split(separator: "\n")
    for fields in lines.map({ $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }) {
      switch fields[0] {
      case "command": commands.append(fields[1])
      case "option": options[fields[1], default: []].append(fields[2])
      default: continue
      }
    }
    try #require(commands.count > 10)
  }
}
