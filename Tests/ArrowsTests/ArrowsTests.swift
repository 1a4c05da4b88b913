import FoundationEssentials
import Testing

@Suite struct ArrowsTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private let files: [SourceFile]

  init() throws {
    files = try SourceFile.all(in: Self.root)
    try #require(files.count > 10, "The sources were not found from \(#filePath).")
  }

  @Test func `every import is in the table of modules`() {
    expectNone(Rule.arrows(in: files))
  }

  @Test func `time, chance and new names come from one file`() {
    expectNone(Rule.surroundings(in: files))
  }

  @Test func `nothing prints or dies outside the command line`() {
    expectNone(Rule.manners(in: files))
  }

  @Test func `no file is longer than 400 lines`() {
    expectNone(Rule.length(of: files))
  }

  private func expectNone(_ findings: [String]) {
    for finding in findings { Issue.record("\(finding)") }
  }
}

/// The rules themselves, tried on planted files: a guard that sees nothing would also be silent.
@Suite struct PlantedFileTests {
  @Test(arguments: [
    ("Sources/Domain/Planted.swift", "import Storage", "Domain may not import Storage."),
    ("Sources/Domain/Planted.swift", "import Observation", "Domain may not import Observation."),
    ("Sources/Storage/Planted.swift", "internal import Foundation", "Storage may not import Foundation."),
    (
      "Sources/ViewModels/App/Planted.swift", "@preconcurrency public import CSQLite",
      "ViewModels may not import CSQLite."
    ),
    (
      "Sources/CommandLine/Planted.swift", "@_spi(Test) import struct Storage.Row",
      "CommandLine may not import Storage."
    ),
    ("Sources/Adw/Planted.swift", "import Domain", "Adw may not import Domain."),
    ("Benchmarks/Soak/Planted.swift", "import Adw", "Soak may not import Adw."),
  ])
  func `an import that is not in the table is caught`(path: String, line: String, sentence: String) throws {
    let files = try planted("let a = 1\n\(line)\n", at: path)
    #expect(Rule.arrows(in: files) == ["\(path):2: \(sentence)"])
  }

  @Test func `a module that is not in the table is caught`() throws {
    let files = try planted("let a = 1\n", at: "Sources/Attic/Planted.swift")
    #expect(
      Rule.arrows(in: files) == [
        "Sources/Attic/Planted.swift:1: Attic is a room that the table of rooms does not know."
      ])
  }

  @Test func `an import in a comment is none`() throws {
    let files = try planted(
      "// import Storage\nimport FoundationEssentials  // import Glibc\n", at: "Sources/Domain/Planted.swift")
    #expect(Rule.arrows(in: files).isEmpty)
  }

  @Test(arguments: [
    "let id = UUID()", "let now = Date()", "let now = Date.now", "clock_gettime(CLOCK_REALTIME, &time)",
    "let end = ContinuousClock.now", "var chance = SystemRandomNumberGenerator()", "let n = Int.random(in: 1...6)",
    "try await Task.sleep(for: .seconds(1))",
  ])
  func `a clock, a die or a new name of one's own is caught`(line: String) throws {
    let path = "Sources/Agents/Planted.swift"
    #expect(try Rule.surroundings(in: planted(line, at: path)).count == 1)
    #expect(try Rule.surroundings(in: planted("// \(line)", at: path)).isEmpty)
    #expect(try Rule.surroundings(in: planted(line, at: "Sources/Sotto/SystemSurroundings.swift")).isEmpty)
    #expect(try Rule.surroundings(in: planted(line, at: "Benchmarks/Bench/Planted.swift")).isEmpty)
  }

  @Test func `a die that is handed in is well`() throws {
    #expect(
      try Rule.surroundings(in: planted("let n = Int.random(in: 1...6, using: &chance)", at: "Sources/Agents/A.swift"))
        .isEmpty)
  }

  @Test(arguments: ["print(1)", "let a = try! read()", "fatalError(\"no\")", "  print(\"http://a\")"])
  func `printing and dying is caught outside the command line`(line: String) throws {
    #expect(try Rule.manners(in: planted(line, at: "Sources/Domain/Planted.swift")).count == 1)
    #expect(try Rule.manners(in: planted(line, at: "Sources/CommandLine/Planted.swift")).isEmpty)
  }

  @Test func `a printer that is handed in is well`() throws {
    #expect(
      try Rule.manners(in: planted("page.print(1); let fingerprint = sprint(2)", at: "Sources/Domain/A.swift")).isEmpty)
  }

  @Test(arguments: [(400, 0), (401, 1)])
  func `a long file is caught`(lines: Int, findings: Int) throws {
    let text = String(repeating: "let a = 1\n", count: lines)
    #expect(try Rule.length(of: planted(text, at: "Sources/Domain/Planted.swift")).count == findings)
  }

  /// What the rules read of a project with one file, in a folder that is gone afterwards.
  private func planted(_ text: String, at path: String) throws -> [SourceFile] {
    let root = FileManager.default.temporaryDirectory.appending(path: "arrows-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return try SourceFile.all(in: root)
  }
}
