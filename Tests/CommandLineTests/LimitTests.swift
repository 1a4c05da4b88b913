import Testing

/// What the shell allows the program.
@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
  /// Runs the program where the shell has set a limit.
  private func sotto(_ words: String, under limit: String) async throws -> Running.Outcome {
    let library = try CommandFixture(nil)
    let line = "ulimit \(limit); exec '\(try CommandFixture.program())' \(words)"
    return try await Running("/bin/sh", ["-c", line], environment: library.environment).end()
  }

  @Test(arguments: [8, 10, 11, 16, 18, 24])
  func `with too few open files it says so, and how many it needs`(count: Int) async throws {
    let outcome = try await sotto("chats", under: "-n \(count)")
    #expect(outcome.code == 1 && outcome.out.isEmpty)
    #expect(
      outcome.err
        == "sotto: Sotto may have \(count) files open at once, and needs 64. “ulimit -n 64” allows them.\n")
  }

  @Test func `as many open files as it needs are enough, also where it has to raise the number itself`() async throws {
    for limit in ["-n 64", "-S -n 16"] {
      let outcome = try await sotto("run mini hi", under: limit)
      #expect(outcome.code == 0 && outcome.out.hasPrefix("Hello"), "\(outcome)")
    }
  }

  @Test func `where it may have too little memory for a model it says just that`() async throws {
    let outcome = try await sotto("run mini hi", under: "-v 1500000")
    #expect(
      outcome.err
        == "sotto: “Sotto Mini” needs more memory than Sotto is allowed to use (“ulimit -v” tells how much). Allow more, or choose a smaller model.\n",
      "\(outcome)")
  }
}
