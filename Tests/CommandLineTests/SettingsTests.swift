import FoundationEssentials
import Records
import Testing

/// `sotto settings`, and what `sotto new` sets.
@Suite(.timeLimit(.minutes(3)))
struct SettingsTests {
  @Test func `what is set for a chat is written, kept, and taken back`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Tea")
    let empty = try await library.sotto("settings", "Tea")
    #expect(empty.code == 0)
    #expect(empty.out.lines.first == "Instructions       none")
    #expect(empty.err.contains("Quick follows a script and takes none of this."))
    let set = try await library.sotto(
      "settings", "Tea", "--temperature", "0,7", "--top-k=0", "--frequency-penalty", "-1.5", "--reasoning", "off",
      "--instructions", "Be brief.")
    #expect(set.code == 0)
    #expect(set.out.lines[0] == "Instructions       Be brief.")
    #expect(set.out.lines[1] == "Temperature        0.7")
    #expect(set.out.contains("\nTop-k              0\n") && set.out.contains("\nReasoning          Off\n"))
    #expect(set.out.contains("\nSeed               any (default)\n"))
    var record = try await library.read(ChatSettingsRecord.self, "settings", id, "--json")
    #expect(record.chat == id && record.instructions == "Be brief." && !record.takesSettings)
    #expect(record.set.temperature == 0.7 && record.set.topK == 0 && record.set.frequencyPenalty == -1.5)
    #expect(record.set.reasoning == false && record.set.seed == nil && record.overflow == nil)
    record = try await library.read(
      ChatSettingsRecord.self, "settings", id, "--temperature", "default", "--reasoning=default", "--json")
    #expect(record.set.temperature == nil && record.set.reasoning == nil && record.set.topK == 0)
    record = try await library.read(ChatSettingsRecord.self, "settings", id, "--reset", "--seed", "5", "--json")
    #expect(record.set.topK == nil && record.set.seed == 5 && record.instructions == "Be brief.")
    record = try await library.read(ChatSettingsRecord.self, "settings", id, "--instructions=", "--json")
    #expect(record.instructions == "")
  }

  @Test func `instructions come from stdin or a file, also for a new chat`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Tea")
    _ = try await library.sotto("settings", id, "--instructions", "-", input: "One\nTwo\n\n")
    #expect(try await library.read(ChatSettingsRecord.self, "settings", id, "--json").instructions == "One\nTwo")
    let path = library.folder + "/words"
    try Data("From a file\n".utf8).write(to: URL(filePath: path))
    let made = try await library.sotto("new", "Coffee", "--instructions-file", path, "--max-tokens", "9")
    let record = try await library.read(ChatSettingsRecord.self, "settings", made.out.trimmed, "--json")
    #expect(record.instructions == "From a file" && record.set.maxTokens == 9)
    let gone = try await library.sotto("settings", id, "--instructions-file", path + "x")
    #expect(gone.code == 1 && gone.err.contains("cannot be read: No such file or directory."))
    try Data([0xFF]).write(to: URL(filePath: path))
    let broken = try await library.sotto("settings", id, "--instructions-file", path)
    #expect(broken.code == 1 && broken.err.contains("not text in UTF-8; nothing was changed"))
  }

  @Test(arguments: [
    (["--temperature", "6"], "“Temperature” takes a number from 0 to 5."),
    (["--temperature", "warm"], "“Temperature” takes a number from 0 to 5."),
    (["--seed", "1.5"], "“Seed” takes a whole number from 0 to 4294967295."),
    (["--context", "10"], "“Context length” takes a whole number from 512 to 16777216."),
    (["--reasoning", "maybe"], "--reasoning wants “on”, “off” or “default”, not “maybe”."),
    (["--instructions", "a", "--instructions-file", "b"], "Either --instructions or --instructions-file, not both."),
    (["--instructions", String(repeating: "a", count: 70_000)], "Instructions can take 65.5 kB"),
  ])
  func `what cannot be set ends with 2 and a sentence, and nothing is changed`(
    words: [String], sentence: String
  ) async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Tea")
    let refused = try await library.start(["settings", id, "--top-k", "3"] + words).end()
    #expect(refused.code == 2)
    #expect(refused.err.contains(sentence))
    #expect(try await library.read(ChatSettingsRecord.self, "settings", id, "--json").set.topK == nil)
  }
}
