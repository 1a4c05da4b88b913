import FoundationEssentials
import Testing

/// The rules themselves, tried on planted files: a guard that sees nothing would also be silent.
@Suite struct PlantedFileTests {
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
    #expect(try Rule.surroundings(in: planted(line, at: "Tests/DomainTests/Planted.swift")).isEmpty)
  }

  @Test func `a die that is handed in is well`() throws {
    #expect(
      try Rule.surroundings(in: planted("let n = Int.random(in: 1...6, using: &chance)", at: "Sources/Agents/A.swift"))
        .isEmpty)
  }

  @Test(arguments: [
    "let n = Int.random(in: 1...6)", "let n: Int = .random(in: 1...6)", "usleep(.random(in: 1...6))", "Bool.random()",
    "let one = all.randomElement()", "all.shuffle()", "var chance = SystemRandomNumberGenerator()", "arc4random()",
    "let n = rand() % 6", "getrandom(&bytes, 8, 0)",
  ])
  func `chance without a seed is caught in tests`(line: String) throws {
    #expect(try Rule.chance(in: planted(line, at: "Tests/DomainTests/Planted.swift")).count == 1)
    #expect(try Rule.chance(in: planted("// \(line)", at: "Tests/DomainTests/Planted.swift")).isEmpty)
    #expect(try Rule.chance(in: planted(line, at: "Tests/TestSupport/Effort.swift")).isEmpty)
    #expect(try Rule.chance(in: planted(line, at: "Benchmarks/Bench/Planted.swift")).isEmpty)
  }

  @Test(arguments: [
    "let n = Int.random(in: 1...6, using: &chance)", "let one = all.randomElement(using: &chance)",
    "let n = surroundings.random(in: 1...6)", "ManualSurroundings(seed: 1).random(in: 1...6)",
    "let model = TinyModel.random(.llama)", "let operand = strand(1)",
  ])
  func `chance with a seed is well in tests`(line: String) throws {
    #expect(try Rule.chance(in: planted(line, at: "Tests/DomainTests/Planted.swift")).isEmpty)
  }

  @Test(arguments: [
    "let home = getenv(\"HOME\")", "while let entry = environ[index] {", "ProcessInfo.processInfo.environment",
    "g_getenv(\"HOME\")",
  ])
  func `reading the environment is caught but where it belongs`(line: String) throws {
    #expect(try Rule.environment(in: planted(line, at: "Sources/Storage/Planted.swift")).count == 1)
    #expect(try Rule.environment(in: planted(line, at: "Sources/Sotto/ProcessEnvironment.swift")).isEmpty)
    #expect(try Rule.environment(in: planted(line, at: "Tests/StorageTests/Planted.swift")).isEmpty)
    #expect(try Rule.environment(in: planted("let environment = [:]", at: "Sources/Storage/Planted.swift")).isEmpty)
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

  @Test(arguments: [
    ("let a = try? read()", 1), ("let a = try? read()  // It is read again.", 0),
    ("// It is read again.\nlet a = try? read()", 0), ("// It is read again.\n\nlet a = try? read()", 1),
    ("let a = try read()", 0), ("let a: Entry? = entry?", 0),
  ])
  func `an error that falls without a word is caught`(text: String, findings: Int) throws {
    #expect(try Rule.swallowing(in: planted(text, at: "Sources/Domain/Planted.swift")).count == findings)
  }

  @Test(arguments: [
    ("final class A: @unchecked Sendable {", 1), ("final class A: @unchecked Sendable {  // It never changes.", 0),
    ("// It never changes.\nfinal class A: @unchecked Sendable {", 1), ("final class A: Sendable {", 0),
  ])
  func `an unchecked Sendable without a reason on its line is caught`(text: String, findings: Int) throws {
    #expect(try Rule.unchecked(in: planted(text, at: "Sources/Domain/Planted.swift")).count == findings)
  }

  @Test(arguments: [
    ("#expect(previous.extents.x > middle)", 1), ("#expect(!app.shows(\"Stopped\"))", 1),
    ("#expect(\n  app.all(\"button\").isEmpty)", 1), ("let width = try #require(app.window).extents.width", 1),
    ("let text = try #require(app.focused)", 1), ("#expect(a == b)\n_ = field.has(.focused)", 0),
    ("try expect(\"it is there\") { app.shows(\"Stopped\") }", 0), ("#expect(name.hasPrefix(\"(2)\"))", 0),
  ])
  func `an expectation that looks once at the screen is caught`(text: String, findings: Int) throws {
    for module in ["WindowTests", "FaceTests"] {
      #expect(try Rule.looks(in: planted(text, at: "Tests/\(module)/Planted.swift")).count == findings)
    }
    #expect(try Rule.looks(in: planted(text, at: "Tests/AdwTests/Planted.swift")).isEmpty)
  }

  @Test(arguments: [(300, 0), (301, 1)])
  func `a long file is caught`(lines: Int, findings: Int) throws {
    let text = String(repeating: "let a = 1\n", count: lines)
    #expect(try Rule.length(of: planted(text, at: "Sources/Domain/Planted.swift")).count == findings)
  }

  @Test(arguments: [
    ("func idle() {}\n", ["idle"]), ("func idle() {}\nlet busy = idle()\n_ = busy\n", []),
    ("// idle\npackage static var idle: Int { 1 }\n", ["idle"]),
    ("@discardableResult\n  public func idle() -> Int { 1 }\n  public func idle(_ a: Int) {}\n", ["idle", "idle"]),
    ("private(set) var idle = 1\n", ["idle"]), ("struct Idle { init() {} }\n", ["Idle"]),
    ("package nonisolated var unownedExecutor: Int { 1 }\n", []), ("struct A {}\nlet b: A\nf(b)\n", []),
  ])
  func `what nobody asks for is caught`(text: String, names: [String]) throws {
    let path = "Sources/Domain/Planted.swift"
    let found = try Rule.callers(in: planted(text, at: path))
    #expect(found.map { $0.split(separator: " ").last { $0.hasSuffix(";") }?.dropLast() } == names.map { $0[...] })
  }

  @Test(arguments: [
    ("public var name: String", 1), ("/// What it is called.\npublic var name: String", 0),
    ("/// What it is called.\n@discardableResult\n  public func name() {", 0), ("// A name.\npublic let name: Int", 1),
    ("public init(name: String) {", 0), ("public import Domain", 0), ("public extension Name {", 0),
    ("package var name: String", 0), ("public static func < (one: A, other: A) -> Bool {", 0),
    (
      "protocol Named {\n  /// What it is called.\n  var name: String { get }\n}\nstruct A: Named { }\npublic var name = 1",
      0
    ),
    ("struct Named {\n  /// What it is called.\n  var name: String\n}\npublic var name = 1", 1),
  ])
  func `a public declaration without a word is caught`(text: String, findings: Int) throws {
    #expect(try Rule.documentation(in: planted(text, at: "Sources/Domain/Planted.swift")).count == findings)
  }
}

/// What the rules read of a project with one file, in a folder that is gone afterwards.
func planted(_ text: String, at path: String) throws -> [SourceFile] {
  let root = FileManager.default.temporaryDirectory.appending(path: "arrows-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: root) }
  let file = root.appending(path: path)
  try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file)
  return try SourceFile.all(in: root)
}
