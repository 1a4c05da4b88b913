import FoundationEssentials

/// A target of `Package.swift`, as it stands there.
struct Target: Equatable {
  enum Kind: String {
    case systemLibrary, target, executableTarget, testTarget
  }
  var kind: Kind
  var name: String
  var dependencies: [String] = []
  /// Below the project's root.
  var path: String
  /// Whether its settings put it on the main actor.
  var isOnMainActor = false
}

/// `Package.swift`, read as text: the package's own description would need its tools to be run.
enum Manifest {
  static func targets(in text: String) -> [Target] {
    let text = text.split(separator: "\n", omittingEmptySubsequences: false).map(SourceFile.withoutComment)
      .joined(separator: "\n")
    return text.matches(of: /\.(systemLibrary|target|executableTarget|testTarget)\(/).compactMap { match in
      guard let kind = Target.Kind(rawValue: String(match.1)) else { return nil }
      let body = balanced(text[match.range.upperBound...])
      guard let name = body.firstMatch(of: /name: "(\w+)"/) else { return nil }
      let path = body.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      let list = body.firstMatch(of: /dependencies: \[([^\]]*)\]/).map { String($0.1) } ?? ""
      return Target(
        kind: kind, name: String(name.1),
        dependencies: list.matches(of: /"(\w+)"/).map { String($0.1) },
        path: path ?? (kind == .testTarget ? "Tests/\(name.1)" : "Sources/\(name.1)"),
        isOnMainActor: body.contains("swiftSettings: onMainActor"))
    }
  }

  /// What stands up to the bracket that closes an opened one.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if "([".contains(text[index]) { depth += 1 }
      if ")]".contains(text[index]) { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}

/// A row of the tables in `docs/architecture.md`.
struct ModuleRow: Equatable {
  var name: String
  var imports: [String]
  /// Nil in the table of tests, which has no such column.
  var isOnMainActor: Bool?
}

/// The tables of modules, read as text.
enum ArchitecturePage {
  /// Rows that begin with a name in backquotes: name, what it is, what it imports and its isolation.
  static func rows(in text: String) -> [ModuleRow] {
    text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0.drop { $0 == " " }) }
      guard line.hasPrefix("| `"), cells.count >= 5, let name = cells[1].wholeMatch(of: /`(\w+)` */) else { return nil }
      let imports = cells[3].matches(of: /\w+/).map { String($0.0) }.filter { $0 != "nothing" }
      return ModuleRow(
        name: String(name.1), imports: imports,
        isOnMainActor: cells.count > 5 ? cells[4].hasPrefix("main actor") : nil)
    }
  }
}
