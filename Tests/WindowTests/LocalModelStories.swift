import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// A local model in a chat, with the real engine and a tiny model.
  @Suite struct LocalModelStories {
    @Test func `A local model answers, is stopped, dies, begins anew, serves two chats, and nothing opens a socket`()
      throws
    {
      try withApp { app, fixture in
        let sockets = SocketWatch(of: app.process)
        let path = fixture.folder + "/tiny.gguf"
        let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
        try Data(TinyModel.speaking(words).bytes).write(to: URL(filePath: path))
        try sotto(["models", "import", path], in: fixture)
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Tiny", in: app)
        try app.text("Talk with Tiny")
        try send("First", in: app)
        try answers(1, in: app)
        // One that takes no notice: the stop is seen at once, and the next message is answered by another.
        let first = try engine(of: app)
        kill(first, SIGSTOP)
        try send("Second", in: app)
        try app.press("button", "Stop")
        try app.text("Stopped")
        try send("Third", in: app)
        try answers(2, in: app)
        let second = try engine(of: app)
        #expect(first != second)
        // One that dies.
        kill(second, SIGSTOP)
        try send("Fourth", in: app)
        try app.the("button", "Stop")
        kill(second, SIGKILL)
        try app.text("Tiny stopped in the middle.")
        try send("Fifth", in: app)
        try answers(3, in: app)
        // Two chats that wait for the same one.
        let third = try engine(of: app)
        kill(third, SIGSTOP)
        try send("Sixth", in: app)
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Tiny", in: app)
        try app.text("Talk with Tiny")
        try send("Elsewhere", in: app)
        try app.text("Tiny is writing")
        kill(third, SIGCONT)
        try answers(1, in: app)
        #expect(try engine(of: app) == third)
        #expect(sockets.end() == [])
        // Nothing of it outlives the window.
        try app.end(by: SIGKILL)
        try eventually("the engine has gone with the window") { kill(third, 0) != 0 }
      }
    }

    @Test func `A model is measured, its details say what it is denied, and a reply finds a file that was moved`()
      throws
    {
      try withApp { app, fixture in
        let path = fixture.folder + "/tiny.gguf"
        let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
        try Data(TinyModel.speaking(words).bytes).write(to: URL(filePath: path))
        try sotto(["models", "import", path], in: fixture)
        try app.key("ctrl+shift+m")
        let row = try app.the("list item", beginning: "Tiny, ")
        try eventually("the row has the keyboard") { row.has(.focused) }
        try RunningApp.xdotool(["mousemove", "0", "0"])
        try app.key("Menu")
        try app.the("menu item", "Measure Speed")
        try app.key("Down", "Down", "Return")
        try app.text("tokens per second")
        try eventually("the row has the keyboard again") {
          app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try app.key("Return")
        try app.text("Runs without network and files")
        try app.text("llama.cpp ")
        try app.key("Escape")
        try eventually("the details are gone, and the row has the keyboard") {
          !app.shows("Fingerprint")
            && app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try app.key("Escape")
        try eventually("the models are gone") { app.all("list item").allSatisfy { !$0.name.hasPrefix("Tiny, ") } }
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Tiny", in: app)
        try app.text("Talk with Tiny")
        let moved = fixture.folder + "/elsewhere.gguf"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        try send("First", in: app)
        try app.text("The file of “Tiny” is not where it was.")
        try app.press("button", "Find It…")
        try app.the("button", ending: "Choose")
        try app.typePath(moved)
        try answers(1, in: app)
        #expect(utimes(moved, nil) == 0)
        try send("Second", in: app)
        try app.text("The file of “Tiny” was changed since it was imported.")
        try app.press("button", "Try Again")
        try answers(2, in: app)
        try app.key("ctrl+comma")
        try app.text("Unload a model after")
      }
    }
  }
}

/// Waits until the open chat has so many whole answers.
func answers(_ count: Int, of words: String = "Good morning, Ada", in app: RunningApp) throws {
  try eventually("there are \(count) answers") {
    try app.the("list", "Conversation").all("label", words).count == count
  }
}

/// The process that has the model loaded.
private func engine(of app: RunningApp) throws -> Int32 {
  let number = Int32(try output(["pgrep", "-P", "\(app.process)", "sotto-engine"]).split(separator: "\n").first ?? "")
  return try #require(number)
}
