import FoundationEssentials

/// One Swift file of the project.
struct SourceFile {
  /// From the project's root, as a compiler would name it.
  let path: String
  /// The folder below `Sources`, `Benchmarks` or `Tests`.
  let module: String
  let lines: [Substring]
  /// Each line's number and code, without a comment at its end.
  let code: [(number: Int, text: Substring)]

  var isSource: Bool { path.hasPrefix("Sources/") || path.hasPrefix("Benchmarks/") }
  var isTest: Bool { path.hasPrefix("Tests/") }

  init(path: String, module: String, lines: [Substring]) {
    self.path = path
    self.module = module
    self.lines = lines
    code = lines.enumerated().map { ($0.offset + 1, Self.withoutComment($0.element)) }
  }

  /// Every Swift file below `Sources`, `Benchmarks` and `Tests` of the project at `root`.
  static func all(in root: URL) throws -> [SourceFile] {
    try ["Sources", "Benchmarks", "Tests"].flatMap { top in
      let folder = root.appending(path: top)
      guard FileManager.default.fileExists(atPath: folder.path) else { return [SourceFile]() }
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".swift") }
        .map { below in
          let text = try String(decoding: Data(contentsOf: folder.appending(path: below)), as: UTF8.self)
          return SourceFile(
            path: "\(top)/\(below)",
            module: String(below.prefix { $0 != "/" }),
            lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
  }

  /// Whether a comment stands in the line of this number.
  func hasComment(at number: Int) -> Bool {
    lines.indices.contains(number - 1) && code[number - 1].text.count < lines[number - 1].count
  }

  static func withoutComment(_ line: Substring) -> Substring {
    guard line.contains("//") else { return line }
    var inString = false
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if character == "\"", previous != "\\" { inString.toggle() }
      if character == "/", previous == "/", !inString { return line[..<line.index(before: index)] }
      previous = character
    }
    return line
  }

  /// What the file imports, with the place of each. Of two that stand for each other it is the first, which is there.
  var imports: [(place: String, module: String)] {
    var (asks, isOther) = (false, false)
    return code.compactMap { number, text in
      if text.hasPrefix("#if canImport(") { (asks, isOther) = (true, false) }
      if asks, text.hasPrefix("#else") { isOther = true }
      if text.hasPrefix("#endif") { (asks, isOther) = (false, false) }
      return isOther ? nil : Self.importedModule(in: text).map { ("\(path):\(number)", $0) }
    }
  }

  /// The module a line imports, whatever stands before the word.
  static func importedModule(in line: Substring) -> String? {
    guard line.contains("import ") else { return nil }  // far quicker than the expression below
    let statement =
      /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+).*/
    return line.wholeMatch(of: statement).map { String($0.1) }
  }
}
