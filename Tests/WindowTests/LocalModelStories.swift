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
