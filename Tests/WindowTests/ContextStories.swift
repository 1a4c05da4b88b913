import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// How much of its context a local model has left, with the real engine and a tiny model.
  @Suite struct ContextStories {
    @Test func `The gauge counts what is typed, the lens shows what the model sees, and a line says what it does not`()
      throws
    {
      try withApp { app, fixture in
        let path = fixture.folder + "/tiny.gguf"
        let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
        try Data(TinyModel.speaking(words, context: 512).bytes).write(to: URL(filePath: path))
        try sotto(["models", "import", path], in: fixture)
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try expectStays("a persona has no context", after: app.shows("Talk with Crew")) { !app.shows("Context: ") }
        try choose("Tiny", in: app)
        try app.text("Talk with Tiny")
        try app.type("hello there")
        let gauge = try app.the("button", ending: " of 512 tokens; the draft takes 30")
        #expect(gauge.name.hasPrefix("Context: 30 of"))
        try app.key("ctrl+l")
        let lens = try app.the("list", "What the model sees")
        try eventually("it shows who says what, and the template's marks") {
          !lens.all("label", "You").isEmpty && !lens.all("label", "hello there").isEmpty
            && lens.all("label", "The model's template").count == 2
        }
        try app.text("30 of 512 tokens")
        try app.key("Escape")
        try eventually("it is closed") { app.all("list", "What the model sees").isEmpty }
        try app.raise()
        try seeAll(in: app)
        try app.key("Return")
        try eventually("it is answered") { app.shows("Tiny: Good morning, Ada") }
        let line = "The model no longer sees what is above this line."
        try expectStays("the model sees all of it", after: app.shows("Tiny: Good morning, Ada")) { !app.shows(line) }
        for number in 1...5 {
          try send("Question \(number), with some more words to fill the context", in: app)
          try eventually("it is answered") {
            try app.the("list", "Conversation").all("label", "Good morning, Ada").count == number + 1
          }
        }
        try app.text(line)
        try app.the("button", ending: "The oldest messages are left out.")
        try app.the(nil, "What to Do…")
        try summarise(in: app, line)
        // After a restart the line is there without the model, which says only about how much it is.
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text(line)
        try app.the("button", beginning: "Context: About ")
        // Its menu keeps the keyboard while more is heard of the model.
        try openMenu(in: app)
        try app.tab(to: "Summarise") { $0.role == "button" && $0.name == "Summarise" }
        try app.key("Escape")
        try eventually("the menu is closed") { app.all("button", "Summarise").isEmpty }
        try app.key("Escape")
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        // Typing loads it.
        try app.type("h")
        try app.the("button", ending: "The oldest messages are left out.")
        // The gauge is pressed as any button.
        try app.the("button", beginning: "Context: ").press()
        try app.text("older messages are left out")
      }
    }

    /// Looks by keys at all of a long message in the lens.
    private func seeAll(in app: RunningApp) throws {
      let composer = try app.the("text box", "Message")
      try composer.setText(Array(repeating: "more", count: 14).joined(separator: "\n"))
      try app.key("ctrl+l")
      try app.text("Show All")
      try eventually("the lens has the keyboard") { app.focused?.role == "list item" }
      try app.key("End", "Up")
      try eventually("it is at the message") { app.focused?.name.hasPrefix("You") == true }
      try app.key("Return")
      try app.the("list", "Message")
      try app.key("Escape")
      try eventually("it is closed") { app.all("list", "Message").isEmpty }
      try app.key("Escape")
      try eventually("the lens is closed") { app.all("list", "What the model sees").isEmpty }
      try app.raise()
      try composer.setText("hello there")
    }

    /// Opens the menu on the line. Newer GTK has parts of that name that cannot be pressed.
    private func openMenu(in app: RunningApp) throws {
      try app.the(nil, "What to Do…")
      try eventually("the menu can be opened") { app.all(nil, "What to Do…").contains { !$0.actions.isEmpty } }
      try app.all(nil, "What to Do…").first { !$0.actions.isEmpty }?.press()
    }

    /// Has the model sum up what is above the line, and takes that back.
    private func summarise(in app: RunningApp, _ line: String) throws {
      try openMenu(in: app)
      let first = try app.the("button", "Drop the Oldest")
      try eventually("the first choice has the keyboard") { first.has(.focused) }
      try app.tab(to: "Summarise") { $0.role == "button" && $0.name == "Summarise" }
      try app.key("Return")
      try app.text("Summary of the messages above: Good morning, Ada")
      try app.text("Chat summarised")
      try eventually("nothing is left out any more") { !app.shows(line) }
      try app.the("button", beginning: "Undo").press()
      try app.text(line)
      try eventually("the summary is gone") { !app.shows("Summary of the messages above") }
    }
  }
}
