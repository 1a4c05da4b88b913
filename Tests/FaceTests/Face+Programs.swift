import FoundationEssentials
import TestSupport
import WindowSupport

/// Other programs of the desktop, which run while the window goes on.
extension Face {
  /// Runs a program to its end and returns what it printed.
  func printed(by arguments: [String]) async throws -> String {
    let path = folder.folder + "/printed"
    let words = arguments.map {
      "'\($0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
    try await Pointer.run("sh", "-c", "\(words.joined(separator: " ")) >'\(path)'")
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// What an X program would paste: after Ctrl+C from "clipboard", by the middle button from "primary". Nothing where the
  /// window does not give it.
  func pasted(from selection: String) async throws -> String {
    try await printed(by: ["sh", "-c", "timeout 5 xclip -selection \(selection) -o -t UTF8_STRING || true"])
  }
}
