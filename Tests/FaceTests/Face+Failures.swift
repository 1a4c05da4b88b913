import FoundationEssentials
import Glibc
import WindowSupport
import Workers

extension Face {
  /// The error of a story, with the tree and the picture of the screen in a folder of `SOTTO_FAILURES`, if that is set.
  func failure(_ what: String) -> DriverError {
    guard let folder = Command.ownVariables["SOTTO_FAILURES"], !folder.isEmpty else {
      return DriverError(description: "\(what); the keyboard is at \(focused?.description ?? "nothing")")
    }
    let name = story.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let path = "\(folder)/\(name)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data((what + "\n\n" + tree).utf8).write(to: URL(filePath: path + "/tree.txt"))
      try Pointer.start(["import", "-silent", "-window", "root", path + "/screen.png"]).wait()
      let focus = [
        "sh", "-c", "{ xdotool getwindowfocus getwindowname; xwininfo -root -tree; } >'\(path)/focus.txt' 2>&1",
      ]
      try Pointer.start(focus).wait()
    } catch { return DriverError(description: "\(what); nothing could be kept of it: \(error)") }
    return DriverError(description: "\(what); see \(path)")
  }

  /// All windows as screen readers find them, a line for each thing.
  var tree: String { windows.map { Self.lines(of: $0, depth: 0) }.joined(separator: "\n") + "\n" }

  private static func lines(of thing: Thing, depth: Int) -> String {
    let states: [(Thing.State, String)] = [
      (.focused, "focused"), (.selected, "selected"), (.checked, "checked"), (.sensitive, "sensitive"),
    ]
    let held = states.filter { thing.has($0.0) }.map(\.1).joined(separator: " ")
    // What has no place is printed without one.
    let place = (try? thing.extents).map { "\($0.x),\($0.y) \($0.width)×\($0.height)" } ?? ""
    let line = String(repeating: "  ", count: depth) + "\(thing) [\(held)] \(place)"
    return ([line] + thing.children.map { lines(of: $0, depth: depth + 1) }).joined(separator: "\n")
  }
}
