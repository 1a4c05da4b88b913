import FoundationEssentials
import Testing

@Suite struct ArrowsTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private let files: [SourceFile]
  private let targets: [Target]
  private let rows: [ModuleRow]

  init() throws {
    files = try SourceFile.all(in: Self.root)
    try #require(files.count > 10, "The sources were not found from \(#filePath).")
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }
    targets = Manifest.targets(in: try text("Package.swift"))
    try #require(targets.count > 10)
    rows = ArchitecturePage.rows(in: try text("docs/architecture.md"))
    try #require(rows.count > 10)
  }

  @Test func `what is imported is what Package.swift says, in sources, benchmarks and tests`() {
    expectNone(Rule.dependencies(of: files, targets))
  }

  @Test func `what is imported of the system is in the table`() {
    expectNone(Rule.system(of: files, targets, table: Architecture.system))
  }

  @Test func `the tables of the architecture say what Package.swift says`() {
    expectNone(Rule.page(rows, targets))
  }

  @Test func `only the module Network reaches the network, by a program`() {
    expectNone(Rule.network(in: files))
  }

  @Test func `only the module Platform asks which system this is`() {
    expectNone(Rule.platform(in: files))
  }

  @Test func `time, chance and new names come from one file`() {
    expectNone(Rule.surroundings(in: files))
  }

  @Test func `chance in tests follows from a seed`() {
    expectNone(Rule.chance(in: files))
  }

  @Test func `the environment is read in one file`() {
    expectNone(Rule.environment(in: files))
  }

  @Test func `nothing prints or dies outside the command line`() {
    expectNone(Rule.manners(in: files))
  }

  @Test func `an error that is dropped says why`() {
    expectNone(Rule.swallowing(in: files))
  }

  @Test func `what is sent between threads unchecked says why that is safe`() {
    expectNone(Rule.unchecked(in: files))
  }

  @Test func `no file is longer than 300 lines`() {
    expectNone(Rule.length(of: files))
  }

  @Test func `nothing is declared that nobody asks for`() {
    expectNone(Rule.callers(in: files))
  }

  @Test func `what is public says what it is for`() {
    expectNone(Rule.documentation(in: files))
  }

  @Test func `what is on screen is waited for`() {
    expectNone(Rule.looks(in: files))
  }

  @Test func `the newest release that software centres are told of is this version`() throws {
    func first(_ pattern: Regex<(Substring, Substring)>, in path: String) throws -> Substring {
      let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      return try #require(text.firstMatch(of: pattern)).1
    }
    let version = try first(/static let version = "(.+)"/, in: "Sources/Sotto/Release.swift")
    #expect(try first(/<release version="(.+?)"/, in: "data/app.sotto.Sotto.metainfo.xml") == version)
  }

  private func expectNone(_ findings: [String]) {
    for finding in findings { Issue.record("\(finding)") }
  }
}
