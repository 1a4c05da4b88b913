import Testing

/// The rules about arrows, tried on planted files, a planted manifest and a planted page.
@Suite struct PlantedArrowTests {
  private static let manifest = """
    targets: [
      .systemLibrary(name: "CSQLite", pkgConfig: "sotto-sqlite"),
      // .target(name: "Attic", swiftSettings: strict),
      .target(name: "Domain", swiftSettings: strict),
      .target(
        name: "Storage", dependencies: ["Domain", "CSQLite"],  // in no order
        resources: [.embedInCode("a (1).json")], swiftSettings: strict),
      .target(name: "ViewModels", dependencies: ["Domain"], swiftSettings: onMainActor),
      .executableTarget(name: "Bench", dependencies: ["Domain"], path: "Benchmarks/Bench", swiftSettings: strict),
      .testTarget(name: "StorageTests", dependencies: ["Storage", "Bench"], swiftSettings: strict),
    ]
    """
  private let targets = Manifest.targets(in: manifest)

  @Test func `a manifest is read with its kinds, paths and settings`() {
    #expect(targets.map(\.name) == ["CSQLite", "Domain", "Storage", "ViewModels", "Bench", "StorageTests"])
    #expect(
      targets[2]
        == Target(kind: .target, name: "Storage", dependencies: ["Domain", "CSQLite"], path: "Sources/Storage"))
    #expect(targets.map(\.isOnMainActor) == [false, false, false, true, false, false])
    #expect(targets[4].path == "Benchmarks/Bench")
    #expect(targets[5].path == "Tests/StorageTests")
  }

  /// Files that import all that the manifest says, and these lines.
  private func files(_ lines: String..., at path: String = "Sources/Storage/Planted.swift") throws -> [SourceFile] {
    try planted("import Domain\nimport CSQLite\n", at: "Sources/Storage/Storage.swift")
      + planted("public import Domain\n", at: "Sources/ViewModels/ViewModels.swift")
      + planted("import Domain\n", at: "Benchmarks/Bench/main.swift")
      + planted("@testable import Storage\n", at: "Tests/StorageTests/Tests.swift")
      + planted(lines.joined(separator: "\n"), at: path)
  }

  @Test func `a project that imports what it says is left in peace`() throws {
    #expect(try Rule.dependencies(of: files("// import ViewModels", "import Glibc"), targets).isEmpty)
  }

  @Test(arguments: [
    ("Sources/Domain/Planted.swift", "import Storage", "Domain imports Storage, and Package.swift does not say so."),
    (
      "Sources/ViewModels/App/Planted.swift", "@preconcurrency public import CSQLite",
      "ViewModels imports CSQLite, and Package.swift does not say so."
    ),
    (
      "Benchmarks/Bench/Planted.swift", "@_spi(Test) import struct Storage.Row",
      "Bench imports Storage, and Package.swift does not say so."
    ),
    (
      "Tests/StorageTests/Planted.swift", "@testable import ViewModels",
      "StorageTests imports ViewModels, and Package.swift does not say so."
    ),
  ])
  func `an import that is not declared is caught`(path: String, line: String, sentence: String) throws {
    #expect(try Rule.dependencies(of: files("let a = 1", line, at: path), targets) == ["\(path):2: \(sentence)"])
  }

  @Test func `a dependency that nobody imports is caught, but for a program`() throws {
    let files = try files().filter { $0.module != "Bench" && $0.module != "StorageTests" }
    #expect(
      Rule.dependencies(of: files, targets) == [
        "Package.swift:1: Bench depends on Domain and imports it nowhere.",
        "Package.swift:1: StorageTests depends on Storage and imports it nowhere.",
      ])
  }

  @Test func `a module that Package.swift does not know is caught`() throws {
    let found = try Rule.dependencies(of: files("let a = 1", at: "Sources/Attic/Planted.swift"), targets)
    #expect(found == ["Sources/Attic/Planted.swift:1: Attic is no target of Package.swift."])
  }

  @Test func `what is imported of the system is what the table says, no less and no more`() throws {
    func found(_ line: String, _ table: [String: Set<String>]) throws -> [String] {
      Rule.system(of: try planted(line, at: "Sources/Storage/Planted.swift"), targets, table: table)
    }
    #expect(try found("import Glibc", ["Storage": ["Glibc"]]).isEmpty)
    #expect(
      try found("internal import Foundation", ["Storage": []])
        == ["Sources/Storage/Planted.swift:1: Storage may not import Foundation."])
    #expect(
      try found("import Domain  // import Glibc", ["Storage": ["Glibc"]])
        == ["Tests/ArrowsTests/Architecture.swift:1: Storage may import Glibc, and does not."])
    #expect(Rule.system(of: try planted("import Foundation", at: "Tests/A/A.swift"), targets, table: [:]).isEmpty)
  }

  private static let page = """
    | module | what it is | imports | isolation |
    | --- | --- | --- | --- |
    | `Domain` | values: `Storage` | nothing | none; an actor |
    | `Storage` | SQLite | Domain, CSQLite | actors |
    | `ViewModels` | models | Domain | main actor |
    | `Bench` | measuring | Domain | none |

    | tests | what they are | import |
    | --- | --- | --- |
    | `StorageTests` | of a real file | Storage |
    """

  @Test func `a page that says what Package.swift says is left in peace`() {
    let rows = ArchitecturePage.rows(in: Self.page)
    #expect(rows.count == 5)
    #expect(rows.last == ModuleRow(name: "StorageTests", imports: ["Storage"], isOnMainActor: nil))
    #expect(Rule.page(rows, targets).isEmpty)
  }

  @Test(arguments: [
    ("| Domain, CSQLite |", "| Domain |", "Storage imports CSQLite, Domain."),
    ("| nothing |", "| CSQLite |", "Domain imports ."),
    ("| Domain | main actor |", "| Domain | none |", "ViewModels is on the main actor."),
    ("CSQLite | actors |", "CSQLite | main actor |", "Storage is not on the main actor."),
    ("| `Bench` | measuring | Domain | none |\n", "", "Bench stands in 0 rows."),
    ("| `Bench` |", "| `Attic` | all | nothing | none |\n| `Bench` |", "Attic is no target of Package.swift."),
  ])
  func `a page that says something else is caught`(text: String, instead: String, sentence: String?) {
    let rows = ArchitecturePage.rows(in: Self.page.replacing(text, with: instead))
    #expect(Rule.page(rows, targets) == (sentence.map { ["docs/architecture.md:1: \($0)"] } ?? []))
  }

  @Test(arguments: [
    "let s = socket(AF_INET, SOCK_STREAM, 0)", "connect(s, &address, size)", "getaddrinfo(host, nil, nil, &found)",
    "g_socket_client_new()", "soup_session_new()", "URLSession.shared.data(from: url)", "Command([\"curl\", \"-q\"])",
  ])
  func `a way to the network is caught`(line: String) throws {
    #expect(try Rule.network(in: planted(line, at: "Sources/Pictures/Planted.swift")).count == 1)
    #expect(try Rule.network(in: planted("// \(line)", at: "Sources/Pictures/Planted.swift")).isEmpty)
    #expect(try Rule.network(in: planted(line, at: "Tests/PicturesTests/Planted.swift")).isEmpty)
  }

  @Test func `the program is started by its module, and two joined sockets lead nowhere`() throws {
    #expect(try Rule.network(in: planted("Command([\"curl\"])", at: "Sources/Network/Planted.swift")).isEmpty)
    #expect(try Rule.network(in: planted("socketpair(AF_UNIX, 1, 0, &a)", at: "Sources/Workers/A.swift")).isEmpty)
    #expect(try Rule.network(in: planted("socket(AF_INET, 1, 0)", at: "Sources/Network/A.swift")).count == 1)
  }

  @Test(arguments: [
    "import Glibc", "package import Darwin", "#if os(Linux)", "  #if canImport(Glibc)", "#if !os(macOS)",
  ])
  func `asking for the system is caught but in its module`(line: String) throws {
    #expect(try Rule.platform(in: planted(line, at: "Sources/Storage/Planted.swift")).count == 1)
    #expect(try Rule.platform(in: planted(line, at: "Sources/Platform/Planted.swift")).isEmpty)
    #expect(try Rule.platform(in: planted("#if canImport(FoundationEssentials)", at: "Sources/Agents/A.swift")).isEmpty)
    #expect(try Rule.platform(in: planted("import GlibcMore", at: "Sources/Storage/Planted.swift")).isEmpty)
  }

  @Test func `of two modules that stand for each other the one that is there counts`() throws {
    let text =
      "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif\nimport Domain\n"
    #expect(
      try planted(text, at: "Sources/Agents/A.swift")[0].imports.map(\.module) == ["FoundationEssentials", "Domain"])
  }
}
