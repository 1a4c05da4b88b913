import Testing

extension FaceStories {
  /// The settings of a chat in the real window, by keys and by a screen reader's actions.
  @Suite struct ChatSettingsStories {
    @Test func `An agent that follows a script has nothing to set`() async throws {
      try await withFace { app in
        try await app.key("ctrl+i")
        try await app.text("Nothing to Set")
        try await app.text("follows a script")
        try await app.expectStays("there is nothing to write into") { app.all("text box", "Instructions").isEmpty }
        try await app.key("Escape")
        try await app.eventually("the page is closed") { app.all("frame", "Chat Settings").isEmpty }
      }
    }
  }
}
