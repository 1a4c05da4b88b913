import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// Code of answers in an editor.
  @Suite struct CodeStories {
    private static let code = (1...60).map { "let line\($0) = \($0)" }.joined(separator: "\n")

    /// With an answer of sixty lines of code in the open chat, and the keyboard on it.
    private func withCode(
      _ more: (WindowFixture) throws -> [String: String] = { _ in [:] },
      _ body: (RunningApp, WindowFixture) throws -> Void
    ) throws {
      let environment: (WindowFixture) throws -> [String: String] = { fixture in
        try fixture.personas(crewSays: "Here:\n\n```swift\n\(Self.code)\n```\n").merging(try more(fixture)) { $1 }
      }
      try withApp(environment: environment) { app, fixture in
        try sotto(["new", "Code"], in: fixture)
        try app.the("list item", beginning: "Code").press("open")
        try sotto(["send", "Code", "--no-wait", "Write some"], in: fixture)
        // It was seen to grow, so nothing of it is folded away.
        try app.the("button", "Show Less")
        try app.tab(to: "a message") { $0.name.contains(": Here:") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.contains(": Here:") != true {
          let before = app.focused?.name
          try app.key("Down")
          try eventually("the message below has the keyboard") { app.focused?.name != before }
        }
        try body(app, fixture)
      }
    }

    /// From the message to the menu of its code, and to one of its entries.
    private func choose(_ entry: String, in app: RunningApp) throws {
      let row = app.focused?.name
      try app.key("Tab")
      try eventually("the code has the keyboard") { app.focused?.name != row }
      try app.key("Return")
      try chooseEntry(entry, in: app)
    }

    @Test func `Code is opened in the editor from where nobody else can read it, and gone with the window`() throws {
      try withEditor { app, fixture in
        let told = String(decoding: try opened(in: fixture), as: UTF8.self)
        let lines = told.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        try #require(lines.count == 4)
        // It goes with the window, so the editor is not to save into it.
        #expect(lines[0].hasSuffix("/code.swift") && lines[1] == "700" && lines[2] == "400")
        #expect(lines[3] == Self.code + "\n")
        try app.end(by: SIGTERM)
        #expect(!FileManager.default.fileExists(atPath: String(lines[0])))
      }
    }

    @Test func `What an editor was given goes with the next start where the window was killed`() throws {
      try withEditor { app, fixture in
        let told = String(decoding: try opened(in: fixture), as: UTF8.self)
        let path = try #require(told.split(separator: "\n").first.map(String.init))
        // Another process on the library leaves it alone while the window runs.
        try sotto(["chats"], in: fixture)
        #expect(FileManager.default.fileExists(atPath: path))
        try app.end(by: SIGKILL)
        #expect(FileManager.default.fileExists(atPath: path))
        try app.launch()
        try eventually("it is gone") { !FileManager.default.fileExists(atPath: path) }
      }
    }

    /// What the editor has of the file that it was given: the path, the rights of its folder and its own, and what is in it.
    private func opened(in fixture: WindowFixture) throws -> Data {
      let path = fixture.folder + "/opened"
      try eventually("the editor has it") { FileManager.default.fileExists(atPath: path) }
      return FileManager.default.contents(atPath: path) ?? Data()
    }

    /// With the code opened in an editor that notes what it is given.
    private func withEditor(_ body: (RunningApp, WindowFixture) throws -> Void) throws {
      let editor: (WindowFixture) throws -> [String: String] = { fixture in
        let folder = fixture.folder
        let entry = "[Desktop Entry]\nType=Application\nName=Editor\nExec=\(folder)/editor %f\nMimeType=text/plain;\n"
        let script = """
          #!/bin/sh
          { echo "$1"; stat -c %a "$(dirname "$1")" "$1"; cat "$1"; } > '\(folder)/new'
          mv '\(folder)/new' '\(folder)/opened'
          """
        try FileManager.default.createDirectory(
          atPath: folder + "/data/applications", withIntermediateDirectories: true)
        try Data(entry.utf8).write(to: URL(filePath: folder + "/data/applications/editor.desktop"))
        try Data("[Default Applications]\ntext/plain=editor.desktop\n".utf8)
          .write(to: URL(filePath: folder + "/data/applications/mimeapps.list"))
        try Data(script.utf8).write(to: URL(filePath: folder + "/editor"))
        chmod(folder + "/editor", 0o755)
        return ["XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config"]
      }
      try withCode(editor) { app, fixture in
        try choose("Open in Editor", in: app)
        try body(app, fixture)
      }
    }
  }
}
