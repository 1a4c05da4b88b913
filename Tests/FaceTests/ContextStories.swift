import Domain
import TestSupport
import Testing

extension FaceStories {
  /// How much of its context a local model has left, with the real engine and a tiny model.
  @Suite struct ContextStories {
    @Test func `The gauge counts what is typed, the lens shows what the model sees, and a line says what it does not`()
      async throws
    {
      try await withFace { app in
        let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
        try await app.addModel(TinyModel.speaking(words, context: 512))
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.expectStays("a persona has no context") { !app.shows("Context: ") }
        try await app.chooseAgent("Tiny")
        try await app.text("Talk with Tiny")
        try await app.type("hello there")
        let gauge = try await app.the("button", ending: " of 512 tokens; the draft takes 30")
        #expect(gauge.name.hasPrefix("Context: 30 of"))
        try await app.key("ctrl+l")
        let lens = try await app.the("list", "What the model sees")
        try await app.eventually("it shows who says what, and the template's marks") {
          !lens.all("label", "You").isEmpty && !lens.all("label", "hello there").isEmpty
            && lens.all("label", "The model's template").count == 2
        }
        try await app.text("30 of 512 tokens")
        try await app.isInFront("What the Model Sees")
        try await app.key("Escape")
        try await app.eventually("it is closed") { app.all("list", "What the model sees").isEmpty }
        try await seeAll(in: app)
        try await app.key("Return")
        try await app.eventually("it is answered") { app.shows("Tiny: Good morning, Ada") }
        let line = "The model no longer sees what is above this line."
        try await app.expectStays("the model sees all of it") { !app.shows(line) }
        for number in 1...5 {
          try await app.send("Question \(number), with some more words to fill the context")
          try await app.eventually("it is answered") {
            try await app.the("list", "Conversation").all("label", "Good morning, Ada").count == number + 1
          }
        }
        try await app.text(line)
        try await app.the("button", ending: "The oldest messages are left out.")
        try await app.the(nil, "What to Do…")
        try await summarise(in: app, line)
        // After a restart the line is there without the model, which says only about how much it is.
        try await app.reopen()
        try await app.text(line)
        try await app.the("button", beginning: "Context: About ")
        // Its menu keeps the keyboard while more is heard of the model.
        try await openMenu(in: app)
        try await app.tab(to: "Summarise") { $0.role == "button" && $0.name == "Summarise" }
        try await app.key("Escape")
        try await app.eventually("the menu is closed") { app.all("button", "Summarise").isEmpty }
        // A key that comes while it lets go of the keyboard is lost.
        try await app.frames(3)
        try await app.key("Escape")
        let composer = try await app.the("text box", "Message")
        try await app.eventually("one can write") { composer.has(.focused) }
        // Typing loads it.
        try await app.type("h")
        try await app.the("button", ending: "The oldest messages are left out.")
        // The gauge is pressed as any button.
        try await app.the("button", beginning: "Context: ").press()
        try await app.text("older messages are left out")
      }
    }

    @Test func `The gauge appears once there is something to measure`() async throws {
      try await withFace { app in
        try await app.addModel(TinyModel.speaking([Array("Good".utf8)], context: 512))
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Tiny")
        try await app.text("Talk with Tiny")
        app.timeStands = true
        try await app.expectStays("nothing is said of the context") { !app.shows("Context: ") }
        app.timeStands = false
        try await app.type("hello")
        try await app.the("button", beginning: "Context: ")
        try await app.the("text box", "Message").setText("")
        try await app.eventually("there is nothing to measure again") { !app.shows("Context: ") }
      }
    }

    @Test func `The gauge leads to what the model sees while nothing of a chat is measured`() async throws {
      try await withFace { app in
        try await app.addModel(TinyModel.speaking([Array("Good".utf8)], context: 512))
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Hello")
        try await app.text("Crew: A scripted answer")
        app.timeStands = true
        try await app.chooseAgent("Tiny")
        let gauge = try await app.the("button", "Context: Not measured yet. Tiny holds 512 tokens.")
        app.timeStands = false
        try gauge.press()
        try await app.isInFront("What the Model Sees")
      }
    }

    @Test func `What the model sees opens at its beginning`() async throws {
      try await withFace { app in
        let agent = try await app.addModel(TinyModel.speaking([Array("Good".utf8)], context: 4_096))
        try await app.newChat("Long", agent: agent)
        try await app.the("list item", beginning: "Long").press("open")
        let (service, chat) = (app.service, try await app.chat("Long").id)
        try await app.awaiting("it has instructions") {
          try await service.changeChatSettings(of: chat) { $0.instructions = "Be brief, and say nothing else." }
        }
        for number in 1...6 {
          try await app.send("Question \(number)" + String(repeating: "\nwith more lines", count: 6))
          try await app.answers(number, of: "Good")
        }
        try await app.key("ctrl+l")
        let lens = try await app.the("list", "What the model sees")
        try await app.eventually("the first row has the keyboard") {
          lens.all("list item").first?.has(.focused) == true
        }
        try await app.expectStays("its beginning is in view") {
          let header = try await app.the("button", "Copy all").extents
          return try lens.all("list item").first.map { try $0.extents.y >= header.y + header.height } ?? false
        }
      }
    }

    /// Looks by keys at all of a long message in the lens.
    private func seeAll(in app: Face) async throws {
      let composer = try await app.the("text box", "Message")
      try await app.eventually("one can write") { composer.has(.focused) }
      try composer.setText(Array(repeating: "more", count: 14).joined(separator: "\n"))
      try await app.key("ctrl+l")
      try await app.text("Show All")
      try await app.eventually("the lens has the keyboard") { app.focused?.role == "list item" }
      try await app.key("End", "Up")
      try await app.eventually("it is at the message") { app.focused?.name.hasPrefix("You") == true }
      try await app.key("Return")
      try await app.the("list", "Message")
      try await app.isInFront("Message")
      try await app.key("Escape")
      try await app.eventually("it is closed") { app.all("list", "Message").isEmpty }
      try await app.isInFront("What the Model Sees")
      try await app.key("Escape")
      try await app.eventually("the lens is closed") { app.all("list", "What the model sees").isEmpty }
      try await app.eventually("one can write again") { composer.has(.focused) }
      try composer.setText("hello there")
    }

    /// Opens the menu on the line.
    private func openMenu(in app: Face) async throws {
      try await app.press("button", "What to Do…")
      try await app.the("button", "Drop the Oldest")
      // A key that comes while the menu is being shown is lost.
      try await app.frames(3)
    }

    /// Has the model sum up what is above the line, and takes that back.
    private func summarise(in app: Face, _ line: String) async throws {
      try await openMenu(in: app)
      let first = try await app.the("button", "Drop the Oldest")
      try await app.eventually("the first choice has the keyboard") { first.has(.focused) }
      try await app.tab(to: "Summarise") { $0.role == "button" && $0.name == "Summarise" }
      try await app.key("Return")
      try await app.text("Summary of the messages above: Good morning, Ada")
      try await app.text("Chat summarised")
      try await app.eventually("nothing is left out any more") { !app.shows(line) }
      try await app.the("button", beginning: "Undo").press()
      try await app.text(line)
      try await app.eventually("the summary is gone") { !app.shows("Summary of the messages above") }
    }
  }
}
