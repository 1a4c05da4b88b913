/// The rules that a compiler does not know; each gives its findings as `file:line: sentence`.
enum Rule {
  /// Every import is in the table.
  static func arrows(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      guard let allowed = Architecture.mayImport[file.module] else {
        return ["\(file.path):1: \(file.module) is a room that the table of rooms does not know."]
      }
      return file.code.compactMap { number, text in
        guard let module = SourceFile.importedModule(in: text), !allowed.contains(module) else { return nil }
        return "\(file.path):\(number): \(file.module) may not import \(module)."
      }
    }
  }

  /// Time, chance and new names come from one file, so that a test can put its own in their place.
  static func surroundings(in files: [SourceFile]) -> [String] {
    let asked =
      #/
      \bUUID\(\) | \bDate\(\) | \bDate\.now\b | \bContinuousClock\b | \bSuspendingClock\b | \bTask\.sleep\b
      | clock_gettime | gettimeofday | \bg_get_(?:real|monotonic)_time\b
      | SystemRandomNumberGenerator | \b[A-Z]\w*\.random\((?!.*using:) | \.(?:randomElement|shuffled|shuffle)\(\) | \bg_random_\w+
      /#.wordBoundaryKind(.simple)
    return files.filter {
      !Architecture.measuring.contains($0.module) && $0.path != "Sources/Sotto/SystemSurroundings.swift"
    }
    .flatMap { file in
      file.code.compactMap { number, text in
        text.firstMatch(of: asked).map {
          "\(file.path):\(number): \($0.0) belongs to Sources/Sotto/SystemSurroundings.swift alone; ask Surroundings."
        }
      }
    }
  }

  /// An error reaches a person in words; nothing dies for one, and nothing talks past the view.
  static func manners(in files: [SourceFile]) -> [String] {
    let rude = /(?:^|[^\w.])(try!|fatalError\(|print\()/
    return files.filter { !Architecture.measuring.contains($0.module) && $0.module != "CommandLine" }
      .flatMap { file in
        file.code.compactMap { number, text in
          text.firstMatch(of: rude).map { "\(file.path):\(number): \($0.1) may stand only in the command line." }
        }
      }
  }

  /// Past 400 lines a second idea is hiding.
  static func length(of files: [SourceFile]) -> [String] {
    files.filter { $0.lines.count > 401 }  // the last newline ends a line and begins none
      .map { "\($0.path):401: a file of \($0.lines.count - 1) lines; 400 are enough for one idea." }
  }
}
