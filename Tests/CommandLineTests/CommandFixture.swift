import FoundationEssentials
import Glibc
import Records
import TestSupport
import Testing

/// A library in a folder of its own, in which a test runs the built program.
final class CommandFixture: Sendable {
  let folder: String
  let home: String
  let environment: [String: String]

  /// - Parameters:
  ///   - personas: the agents that answer there; those that come with Sotto for nil.
  ///   - home: where the library lies; nil for a place in the folder.
  init(_ personas: [Persona]? = [.quick], home: String? = nil) throws {
    signal(SIGPIPE, SIG_IGN)
    folder = newTemporaryFolder("sotto-cli")
    self.home = home ?? folder + "/library"
    var environment = [
      "SOTTO_HOME": self.home, "HOME": folder, "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C",
      "TZ": "UTC",
    ]
    if let personas {
      environment["SOTTO_PERSONAS"] = folder + "/personas.json"
      try JSONEncoder().encode(personas).write(to: URL(fileURLWithPath: folder + "/personas.json"))
    }
    self.environment = environment
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs to the end.
  @discardableResult
  func sotto(
    _ arguments: String..., input: String? = nil, environment more: [String: String] = [:]
  ) async throws -> Running.Outcome {
    let running = try start(arguments, environment: more)
    if let input { running.write(input) }
    running.closeInput()
    return try await running.end()
  }

  func start(_ arguments: String..., environment more: [String: String] = [:]) throws -> Running {
    try start(arguments, environment: more)
  }

  /// The program at a terminal.
  func atTerminal(_ arguments: String..., environment more: [String: String] = [:]) throws -> Running {
    try start(arguments, environment: more, terminal: true)
  }

  func terminal(_ arguments: [String]) throws -> Running { try start(arguments, terminal: true) }

  func start(
    _ arguments: [String], environment more: [String: String] = [:], terminal: Bool = false
  ) throws -> Running {
    try Running(
      try Self.program(), arguments, environment: environment.merging(more) { $1 }, terminal: terminal)
  }

  /// Makes a chat; returns its id.
  @discardableResult
  func chat(_ title: String, agent: String = "quick") async throws -> String {
    let made = try await sotto("new", title, "--agent", agent)
    try #require(made.code == 0, "\(made.err)")
    return made.out.trimmed
  }

  /// The messages of a chat, all of them.
  func messages(_ chat: String) async throws -> [MessageRecord] {
    try await read(TranscriptRecord.self, "show", chat, "--all", "--json").messages
  }

  func chats(_ arguments: String...) async throws -> [ChatRecord] {
    let outcome = try await start(["chats", "--json"] + arguments, environment: [:]).end()
    return try RecordCoding.read([ChatRecord].self, from: outcome.out)
  }

  func read<Record: Decodable>(_ record: Record.Type, _ arguments: String...) async throws -> Record {
    let outcome = try await start(arguments, environment: [:]).end()
    try #require(outcome.code == 0, "\(outcome.err)")
    return try RecordCoding.read(record, from: outcome.out)
  }

  /// The built program.
  static func program() throws -> String {
    let program = BuiltProgram.path(of: "sotto")
    try #require(access(program, X_OK) == 0, "\(program) is not built")
    return program
  }
}

extension String {
  var trimmed: String { String(split(whereSeparator: \.isNewline).joined(separator: "\n")) }
  var lines: [String] { split(whereSeparator: \.isNewline).map(String.init) }
}
