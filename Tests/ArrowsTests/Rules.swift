/// The rules that a compiler does not know; each gives its findings as `file:line: sentence`.
enum Rule {
  /// Time, chance and new names come from one file, so that a test can put its own in their place.
  static func surroundings(in files: [SourceFile]) -> [String] {
    let asked =
      #/
      \bUUID\(\) | \bDate\(\) | \bDate\.now\b | \bContinuousClock\b | \bSuspendingClock\b | \bTask\.sleep\b
      | clock_gettime\b(?!\(CLOCK_THREAD_) | gettimeofday | \bg_get_(?:real|monotonic)_time\b
      | SystemRandomNumberGenerator | \b[A-Z]\w*\.random\((?!.*using:) | \.(?:randomElement|shuffled|shuffle)\(\) | \bg_random_\w+
      /#.wordBoundaryKind(.simple)
    return ofTheApp(files).filter { $0.path != "Sources/Sotto/SystemSurroundings.swift" }.flatMap { file in
      file.code.compactMap { number, text in
        text.firstMatch(of: asked).map {
          "\(file.path):\(number): \($0.0) belongs to Sources/Sotto/SystemSurroundings.swift alone; ask Surroundings."
        }
      }
    }
  }

  /// The environment is read in one place and handed on, so that a test can put its own in its place.
  static func environment(in files: [SourceFile]) -> [String] {
    let asked = /\b(?:g_getenv|getenv|secure_getenv|environ|ProcessInfo)\b(?!:)/.wordBoundaryKind(.simple)
    return ofTheApp(files).filter { !Architecture.environment.contains($0.path) }.flatMap { file in
      file.code.compactMap { number, text -> String? in
        guard text.contains("env") || text.contains("ProcessInfo") else { return nil }
        return text.firstMatch(of: asked).map {
          "\(file.path):\(number): \($0.0): the environment is read in Sources/Sotto/ProcessEnvironment.swift alone."
        }
      }
    }
  }

  /// An error reaches a person in words; nothing dies for one, and nothing talks past the view.
  static func manners(in files: [SourceFile]) -> [String] {
    let rude = /(?:^|[^\w.])(try!|fatalError\(|print\()/
    return ofTheApp(files).filter { $0.module != "CommandLine" }.flatMap { file in
      file.code.compactMap { number, text in
        text.firstMatch(of: rude).map { "\(file.path):\(number): \($0.1) may stand only in the command line." }
      }
    }
  }

  /// Whoever lets an error fall says why, there or in the line above.
  static func swallowing(in files: [SourceFile]) -> [String] {
    ofTheApp(files).flatMap { file in
      file.code.compactMap { number, text in
        guard text.contains("try?"), text.contains(/\btry\?/.wordBoundaryKind(.simple)), !file.hasComment(at: number),
          !file.hasComment(at: number - 1)
        else { return nil }
        return "\(file.path):\(number): try? drops an error; say why that is well."
      }
    }
  }

  /// What the compiler does not check about threads is said where it is switched off.
  static func unchecked(in files: [SourceFile]) -> [String] {
    ofTheApp(files).flatMap { file in
      file.code.compactMap { number, text in
        guard text.contains("@unchecked Sendable"), !file.hasComment(at: number) else { return nil }
        return "\(file.path):\(number): @unchecked Sendable; say on the line why that is safe."
      }
    }
  }

  /// Past 300 lines a second idea is hiding.
  static func length(of files: [SourceFile]) -> [String] {
    files.filter { $0.lines.count > 301 }  // the last newline ends a line and begins none
      .map { "\($0.path):301: a file of \($0.lines.count - 1) lines; 300 are enough for one idea." }
  }

  /// Nothing stands there that nobody asks for: each declared name occurs once more, in the sources or in a test.
  static func callers(in files: [SourceFile], except: Set<String> = Architecture.calledByNobody) -> [String] {
    var uses: [Substring: Int] = [:]
    var declared: [(place: String, name: Substring)] = []
    for file in files {
      for (number, text) in file.code {
        var name = Self.declaredName(in: text)
        if file.isSource, let name { declared.append(("\(file.path):\(number)", name)) }
        for word in Self.words(of: text) {
          if word == name { name = nil } else { uses[word, default: 0] += 1 }
        }
      }
    }
    return declared.filter { uses[$0.name] == nil && $0.name != "_" && !except.contains(String($0.name)) }
      .map { "\($0.place): nobody asks for \($0.name); delete it, the history keeps it." }
  }

  private static let introducers: Set<Substring> = [
    "func", "var", "let", "struct", "class", "enum", "protocol", "typealias", "actor",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "nonisolated", "mutating",
    "nonmutating", "required", "weak", "lazy", "unowned", "indirect", "convenience", "set", "unsafe",
  ]

  /// The name that a line declares, if it begins by declaring one.
  static func declaredName(in text: Substring) -> Substring? {
    var text = text.drop { $0 == " " }
    while text.first == "@" {
      // An attribute, with what stands in its brackets.
      text = text.drop { $0 != " " && $0 != "(" }
      if text.first == "(" { text = text.drop { $0 != ")" }.dropFirst() }
      text = text.drop { $0 == " " }
    }
    var words = words(of: text)[...]
    while let word = words.popFirst() {
      if word == "class", words.first.map(introducers.contains) == true { continue }
      if introducers.contains(word) {
        // An operator has no name that anybody would write.
        let isOperator = text.firstRange(of: "func ").map { "<>=+-*/!~".contains(text[$0.upperBound]) } ?? false
        return isOperator ? nil : words.first
      }
      guard modifiers.contains(word) else { return nil }
    }
    return nil
  }

  private static func words(of text: Substring) -> [Substring] {
    let utf8 = text.utf8
    return utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "_") || byte >= 0x80)
    }.map { Substring($0) }
  }

  /// What other modules see says what it is for. What a protocol asks for is explained there, and not again by each type
  /// that has it.
  static func documentation(in files: [SourceFile]) -> [String] {
    let explained = explainedByProtocols(in: files)
    return files.filter(\.isSource).flatMap { file in
      file.code.compactMap { number, text in
        guard text.contains("public "), let name = declaredName(in: text), !explained.contains(name),
          !["unownedExecutor", "description"].contains(name), !isExplained(number, in: file)
        else { return nil }
        return "\(file.path):\(number): \(name) is public without a word on what it is for."
      }
    }
  }

  private static func explainedByProtocols(in files: [SourceFile]) -> Set<Substring> {
    var explained: Set<Substring> = []
    for file in files where file.isSource {
      var isInProtocol = false
      for (number, text) in file.code {
        if text.contains("protocol ") { isInProtocol = true } else if text.hasPrefix("}") { isInProtocol = false }
        guard isInProtocol, let name = declaredName(in: text), isExplained(number, in: file) else { continue }
        explained.insert(name)
      }
    }
    return explained
  }

  /// Whether a comment for readers stands above the line of this number and its attributes.
  private static func isExplained(_ number: Int, in file: SourceFile) -> Bool {
    var above = number - 2
    while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
    return above >= 0 && file.lines[above].drop { $0 == " " }.hasPrefix("///")
  }

  private static func ofTheApp(_ files: [SourceFile]) -> [SourceFile] {
    files.filter { $0.isSource && !Architecture.measuring.contains($0.module) }
  }
}
