/// The rules about arrows; each gives its findings as `file:line: sentence`.
extension Rule {
  /// What the files of a target import is what `Package.swift` says it depends on. A dependency on a program only has it
  /// built, and is not imported.
  static func dependencies(of files: [SourceFile], _ targets: [Target]) -> [String] {
    let known = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var findings = files.filter { known[$0.module] == nil && !Architecture.apart.contains($0.module) }
      .map { "\($0.path):1: \($0.module) is no target of Package.swift." }
    let imports = Dictionary(grouping: files, by: \.module).mapValues { $0.flatMap(\.imports) }
    for target in targets where target.kind != .systemLibrary {
      let found = imports[target.name] ?? []
      for one in found where known[one.module] != nil && !target.dependencies.contains(one.module) {
        findings.append("\(one.place): \(target.name) imports \(one.module), and Package.swift does not say so.")
      }
      let modules = Set(found.map(\.module))
      for one in target.dependencies where known[one]?.kind != .executableTarget && !modules.contains(one) {
        findings.append("Package.swift:1: \(target.name) depends on \(one) and imports it nowhere.")
      }
    }
    return findings
  }

  /// What the files import of the system is what the table says, for all but tests.
  static func system(of files: [SourceFile], _ targets: [Target], table: [String: Set<String>]) -> [String] {
    let own = Set(targets.map(\.name))
    return Dictionary(grouping: files.filter { !$0.isTest }, by: \.module).sorted { $0.key < $1.key }.flatMap {
      module, files in
      let found = files.flatMap(\.imports).filter { !own.contains($0.module) }
      let allowed = table[module] ?? []
      let strange = found.filter { !allowed.contains($0.module) }
        .map { "\($0.place): \(module) may not import \($0.module)." }
      return strange
        + allowed.subtracting(found.map(\.module)).sorted().map {
          "Tests/ArrowsTests/Architecture.swift:1: \(module) may import \($0), and does not."
        }
    }
  }

  /// The tables of the page say what `Package.swift` says.
  static func page(_ rows: [ModuleRow], _ targets: [Target]) -> [String] {
    let page = "docs/architecture.md:1:"
    var findings: [String] = []
    for target in targets where target.kind != .systemLibrary {
      let row = rows.filter { $0.name == target.name }
      guard row.count == 1, let row = row.first else {
        findings.append("\(page) \(target.name) stands in \(row.count) rows.")
        continue
      }
      // What a test merely has built, it does not import.
      let programs = Set(targets.filter { $0.kind == .executableTarget }.map(\.name))
      let imports = Set(target.dependencies).subtracting(programs)
      if Set(row.imports) != imports {
        findings.append("\(page) \(target.name) imports \(imports.sorted().joined(separator: ", ")).")
      }
      if let isOnMainActor = row.isOnMainActor, isOnMainActor != target.isOnMainActor {
        findings.append("\(page) \(target.name) is \(target.isOnMainActor ? "" : "not ")on the main actor.")
      }
    }
    for row in rows where !targets.contains(where: { $0.name == row.name }) {
      findings.append("\(page) \(row.name) is no target of Package.swift.")
    }
    return findings
  }

  /// A test does the same each time, so that one that fails can be run again: its chance follows from a seed.
  static func chance(in files: [SourceFile]) -> [String] {
    let drawn =
      #/
      SystemRandomNumberGenerator | (?:\b[A-Z]\w*|(?:^|[\s\(\[,:=]))\.random\(in:(?!.*using:) | \bBool\.random\(\)
      | \.(?:randomElement|shuffled|shuffle)\(\) | \b(?:arc4random\w*|[dl]rand48|rand|getrandom)\(
      /#.wordBoundaryKind(.simple)
    return files.filter { $0.isTest && $0.module != "ArrowsTests" && $0.path != "Tests/TestSupport/Effort.swift" }
      .flatMap { file in
        file.code.compactMap { number, text -> String? in
          // Far quicker than the expression, which few lines need.
          guard text.contains("and") || text.contains("shuffle") else { return nil }
          return text.firstMatch(of: drawn).map {
            "\(file.path):\(number): \($0.0) has no seed; take SeededChance and Effort.seed."
          }
        }
      }
  }

  /// Only one module reaches the network, and it does so with a program.
  static func network(in files: [SourceFile]) -> [String] {
    let ways =
      #/
      \b(?:socket|getaddrinfo|gethostbyname|sendto)\( | \bconnect\(\w+,\ [&$] | \b(?:g_socket|g_resolver|soup)_\w+ | \bGSocket\w*
      | \bSoup[A-Z]\w* | \bURLSession\b | \bNWConnection\b
      /#.wordBoundaryKind(.simple)
    let hints = [
      "socket", "connect(", "getaddrinfo", "gethostbyname", "sendto", "resolver", "oup", "Socket", "URLS", "NWC",
      "curl",
    ]
    return files.filter { $0.isSource && !Architecture.measuring.contains($0.module) }.flatMap { file in
      file.code.compactMap { number, text in
        // Far quicker than the expression, which few lines need.
        guard hints.contains(where: text.contains) else { return nil }
        if let way = text.firstMatch(of: ways) {
          return "\(file.path):\(number): \(way.0) would reach the network from this process; ask the module Network."
        }
        if file.module != "Network", text.firstMatch(of: /\bcurl\b/) != nil {
          return "\(file.path):\(number): curl is the business of the module Network."
        }
        return nil
      }
    }
  }

  /// Which system this is compiled for is asked in one module alone, but for the two names of Foundation.
  static func platform(in files: [SourceFile]) -> [String] {
    let asked = /#if .*(?:os\(|canImport\((?!FoundationEssentials\)))|\bimport (?:Glibc|Darwin|Musl)\b/
    return files.filter { $0.isSource && $0.module != "Platform" }.flatMap { file in
      file.code.compactMap { number, text in
        guard text.contains("#if") || text.contains("import") else { return nil }
        return text.firstMatch(of: asked).map { "\(file.path):\(number): “\($0.0)” belongs to the module Platform." }
      }
    }
  }
}
