import Testing

extension Stories {
  /// The chats by keyboard alone: where Tab and the arrows lead, and what keys do there.
  @Suite struct KeyboardStories {
    @Test func `The arrows lead from the search into its hits and back, and Enter opens one`() throws {
      try withApp { app, _ in
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        try app.key("ctrl+f")
        let field = try app.the(nil, "Find a chat by its title")
        try app.type("soup")
        try app.key("Down")
        try eventually("the hit has the keyboard") { app.focused?.name.hasPrefix("Soup for Sunday") == true }
        try expect("the others are hidden") { !app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") } }
        try app.key("Up")
        try eventually("the search has it again") { app.focused?.name == field.name }
        try app.key("Down")
        try eventually("the hit has the keyboard") { app.focused?.name.hasPrefix("Soup for Sunday") == true }
        try app.key("Return")
        let hit = try app.the("list item", beginning: "Soup for Sunday")
        try eventually("the chat is open") { hit.has(.selected) }
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
      }
    }

    @Test func `In a narrow window the search brings the list into view, and Escape leaves the keyboard there`() throws
    {
      try withApp { app, _ in
        try app.resize(width: 360, height: 640)
        try app.the("button", "Back to the chats")
        try app.key("ctrl+f")
        try app.type("soup")
        try eventually("only what was looked for is listed") {
          app.all("list item").map(\.name).allSatisfy { $0.hasPrefix("Soup for Sunday") }
            && app.shows("Soup for Sunday")
        }
        try app.key("Escape")
        let row = try app.the("list item", beginning: "Mumbai Trip")
        try eventually("the list has the keyboard") { app.all("list item").contains { $0.has(.focused) } }
        try row.press("open")
        try app.the("text box", "Message")
      }
    }

    @Test func `Enter in the search opens the hit of what was typed, however quickly`() throws {
      try withApp { app, _ in
        try app.key("ctrl+f")
        try app.type("hallway")
        try app.key("Return")
        let row = try app.the("list item", beginning: "A picture for the hallway")
        try eventually("the chat is open") { row.has(.selected) }
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        try app.key("ctrl+f")
        // Without its first letter it would be found.
        try app.type("xhallway")
        try app.key("Return")
        try app.text("No Chat Found")
        try app.key("Escape")
        try eventually("one can write again") { try app.the("text box", "Message").has(.focused) }
        try app.the("list item", beginning: "Mumbai Trip")
      }
    }

    @Test(arguments: ["2", "30"])
    func `What is typed right after Enter in the search is in the composer of the hit`(pace: String) throws {
      try withApp { app, _ in
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        for (title, row, words) in [("hallway", "A picture", "abcdefghijkl"), ("mumb", "Mumbai", "mnopqrstuvwx")] {
          let type = ["type", "--delay", pace, "--args", "1"]
          try RunningApp.xdotool(["key", "ctrl+f"] + type + [title, "key", "--delay", "0", "Return"] + type + [words])
          let hit = try app.the("list item", beginning: row)
          try eventually("the chat is open") { hit.has(.selected) }
          try eventually("all of it is in the composer, \(words)") {
            try app.the("text box", "Message").text == words
          }
        }
      }
    }

    @Test func `A new chat ends the search, and is listed once something is said in it`() throws {
      try withApp { app, _ in
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        try app.key("ctrl+f")
        try app.type("soup")
        try eventually("the others are hidden") {
          !app.all("list item").contains { $0.name.hasPrefix("Mumbai Trip") }
        }
        try app.key("ctrl+n")
        try app.type("Something else")
        try eventually("it is in the composer") { composer.text == "Something else" }
        try app.the("list item", beginning: "Mumbai Trip")
        try app.key("Return")
        try app.the("list item", beginning: "Something else")
      }
    }

    @Test func `Tab passes each list in one step, and the arrows walk in it`() throws {
      try withApp { app, _ in
        try app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try app.key("Up")
        try eventually("the message above has the keyboard") { app.focused?.name.hasPrefix("You: Perfect") == true }
        try app.key("Tab")
        try eventually("the composer comes next") { app.focused?.role == "button" }
        try app.key("shift+Tab")
        try eventually("it is the same message") { app.focused?.name.hasPrefix("You: Perfect") == true }
        try app.tab(to: "the list", backwards: true) { $0.name.hasPrefix("Mumbai Trip") }
        try app.key("Down")
        try eventually("the next chat has the keyboard") { app.focused?.name.hasPrefix("A picture for") == true }
        try app.key("Tab")
        try eventually("the list is left") { app.focused.map { $0.role != "list item" } ?? false }
        try app.key("shift+Tab")
        try eventually("it is entered where the open chat is") { app.focused?.name.hasPrefix("Mumbai Trip") == true }
        try app.key("shift+Tab")
        try eventually("the list is left") { app.focused.map { $0.role != "list item" } ?? false }
      }
    }

    @Test func `The arrows come from the buttons to the last message, and to the open chat`() throws {
      try withApp { app, _ in
        try eventually("one can write") { try app.the("text box", "Message").has(.focused) }
        try app.key("shift+Tab")
        try eventually("the camera has the keyboard") { app.focused?.name == "Take a photo" }
        try app.key("Up")
        try eventually("the last message has it") { app.focused?.name.contains("Good shoes") == true }
        try app.key("Up")
        try eventually("the one before has it") { app.focused?.name.contains("What are we forgetting") == true }
        try app.key("Delete")
        try app.text("Message deleted")
        try app.key("alt+2")
        let row = try app.the("list item", beginning: "A picture for the hallway")
        try eventually("the second chat is open") { row.has(.selected) }
        try eventually("one can write there") { try app.the("text box", "Message").has(.focused) }
        try app.text("Message deleted in “Mumbai Trip”")
        try app.tab(to: "the main menu", backwards: true) { $0.name == "Main menu" }
        try app.key("Down")
        try eventually("the open chat has the keyboard") { row.has(.focused) }
      }
    }

    @Test func `Ctrl+C copies the message that has the keyboard`() throws {
      try withApp { app, _ in
        try app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try app.key("Up")
        try eventually("the message above has the keyboard") { app.focused?.name.hasPrefix("You: Perfect") == true }
        try app.key("ctrl+c")
        try app.text("Copied")
        try app.key("Escape")
        let composer = try app.the("text box", "Message")
        try eventually("one can write") { composer.has(.focused) }
        try app.key("ctrl+v")
        try eventually("the words are there") { composer.text.hasPrefix("Perfect. What are we forgetting?") }
      }
    }

    @Test func `Delete deletes the message that has the keyboard, and Undo brings it back`() throws {
      try withApp { app, fixture in
        try app.tab(to: "the last message", backwards: true) { $0.name.hasPrefix("Crew: Good shoes") }
        try app.key("Up")
        try eventually("the message above has the keyboard") { app.focused?.name.hasPrefix("You: Perfect") == true }
        try app.key("Delete")
        try app.text("Message deleted")
        try eventually("it is gone from the list") {
          !app.all("list item").contains { $0.name.hasPrefix("You: Perfect") }
        }
        try eventually("a message has the keyboard") { app.focused?.name.hasPrefix("Crew: ") == true }
        #expect(try sotto(["show", "Mumbai Trip"], in: fixture).contains("Perfect. What are we forgetting?"))
        try app.the("button", beginning: "Undo").press()
        try app.the("list item", beginning: "You: Perfect")
      }
    }

    @Test func `Without chats there is one page with one button`() throws {
      try withApp { app, fixture in
        try sotto(["demo", "remove"], in: fixture)
        try app.text("No Chats Yet")
        try expect("there is one page with one button") {
          app.all("button", "New Chat").count == 1 && app.shows("No chats yet")
            && !app.shows("Choose a chat from the list")
        }
        for width in [400, 1_000, 400] {
          let before = app.focused?.path
          try app.resize(width: width, height: 640)
          try eventually("the button of the other page has the keyboard") {
            app.focused.map { $0.name == "New Chat" && $0.path != before } ?? false
          }
        }
        try app.key("Return")
        try app.text("Talk with Crew")
      }
    }
  }
}

extension RunningApp {
  /// What has the keyboard.
  var focused: Accessible? { application?.all(having: .focused).last }

  /// The same, once something has it.
  func whatHasTheKeyboard() throws -> Accessible {
    var found: Accessible?
    try eventually("something has the keyboard") {
      found = focused
      return found != nil
    }
    return found!
  }

  /// Presses Tab until something has the keyboard.
  func tab(to what: String, backwards: Bool = false, where isFound: (Accessible) -> Bool) throws {
    var passed: [String] = []
    for _ in 0..<20 {
      let before = focused
      if let before, isFound(before) { return }
      passed.append("\(before?.role ?? "nothing") “\(before?.name ?? "")”")
      try key(backwards ? "shift+Tab" : "Tab")
      try eventually("Tab leads on to \(what)") { focused.map { $0.path != before?.path } ?? false }
    }
    throw DriverError(description: "Tab does not lead to \(what), but to \(passed)")
  }
}
