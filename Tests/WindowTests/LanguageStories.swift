import TestSupport
import Testing

extension Stories {
  /// The window in the user's language, by the translations that lie beside the program.
  @Suite struct LanguageStories {
    @Test func `The window speaks German from its first page on, and what is said stays as it is`() throws {
      let german = { (fixture: WindowFixture) in
        try fixture.personas().merging(TestLocale.german.environment()) { $1 }
      }
      try withApp(environment: german, start: "Chat beginnen") { app, fixture in
        try app.key("ctrl+n")
        try app.text("Mit Crew chatten")
        try app.the("text box", "Nachricht").setText("Hello")
        try eventually("the button is German") { app.all("button", "Senden").first?.has(.sensitive) == true }
        try app.press("button", "Senden")
        try app.text("Crew: A scripted answer")
        // Titles come from what was said, and a chat without one is called so only on the screen.
        try app.the("list item", beginning: "Hello, ")
        try sotto(["new"], in: fixture)
        try app.the("list item", beginning: "Neuer Chat, ")
        #expect(try sotto(["chats"], in: fixture).contains("New Chat"))
        try app.key("ctrl+comma")
        try app.text("Einstellungen")
      }
    }
  }
}
