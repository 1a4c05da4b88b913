import FoundationEssentials
import Glibc
import Testing

/// What a failed wait leaves: a picture of the display, and the programs' trees.
enum Failures {
  /// Writes both into the folder that `SOTTO_FAILURES` names; returns where they are, for the end of a sentence.
  static func keep() -> String {
    guard let folder = getenv("SOTTO_FAILURES").map({ String(cString: $0) }), let bus = Signals.shared?.bus else {
      return ""
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let path = free(folder + "/" + name)
      try Data(tree(on: bus).utf8).write(to: URL(filePath: path + ".txt"))
      try run(["import", "-silent", "-window", "root", path + ".png"])
      return "; see \(path).png and .txt"
    } catch {
      return "; nothing was kept of it: \(error)"
    }
  }

  /// Of the running test, as the name of a file.
  private static var name: String {
    let words = (Test.current?.name ?? "story").split { !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(80))
  }

  private static func free(_ path: String) -> String {
    let paths = [path] + (2...99).map { "\(path)-\($0)" }
    return paths.first { !FileManager.default.fileExists(atPath: $0 + ".txt") } ?? path
  }

  private static func tree(on bus: AccessibilityBus) throws -> String {
    try bus.applications().map { lines(of: $0, indent: "") }.joined(separator: "\n")
  }

  private static func lines(of thing: Accessible, indent: String) -> String {
    // What is gone by now, or does not answer, has no parts.
    let parts = (try? thing.children()) ?? []
    return "\(indent)\(thing.summary)\n" + parts.map { lines(of: $0, indent: indent + "  ") }.joined()
  }
}

extension Accessible {
  /// Role, name, states, place and text in one line.
  fileprivate var summary: String {
    let states = State.allCases.filter(has).map { "\($0)" }.joined(separator: " ")
    let place = (try? extents).map { "\($0.x),\($0.y) \($0.width)×\($0.height)" } ?? "no place"
    return "\(role) “\(name)” [\(states)] \(place)"
  }
}
