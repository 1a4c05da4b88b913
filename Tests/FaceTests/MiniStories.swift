import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// Sotto Mini, the model that comes with Sotto, and the first page that leads to it.
  @Suite struct MiniStories {
    @Test func `What is typed right after the first page is left is said to Sotto Mini`() async throws {
      try await withFirstPage(environment: { _ in [:] }) { app in
        try await Pointer.run("xdotool", "key", "Return", "type", "--delay", "2", "who are you?")
        let composer = try await app.the("text box", "Message")
        try await app.eventually("all of it is there") { composer.text == "who are you?" }
        try await app.key("Return")
        try await app.text("Sotto Mini: I am Sotto Mini, a tiny language model")
      }
    }

    @Test func `The demo chats are one key further on the first page`() async throws {
      try await withFirstPage(environment: { _ in [:] }) { app in
        try await app.key("Tab")
        let demo = try await app.the("button", "Look at the Demo Chats")
        try await app.eventually("it has the keyboard") { demo.has(.focused) }
        try await app.key("Return")
        try await app.text("Crew: Then you have one evening")
        try await app.key("ctrl+n")
        try await app.text("Talk with Sotto Mini")
      }
    }
  }
}
