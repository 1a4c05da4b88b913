import Glibc
import Testing
import TestSupport

extension Stories {
  /// Who answers, and what is seen before it does.
  @Suite struct AgentStories {
    @Test func `Sage loads, reads, thinks and answers; what it thought is folded and is there after a restart`() throws
    {
      try withApp(environment: { try $0.sage() }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sage", in: app)
        try app.text("Talk with Sage")
        try send("One two three four five six seven eight nine ten", in: app)
        try app.text("Sage is reading the chat")
        try app.the("button", "Thinking")
        try expect("the chat says that it is answered") { app.shows("Replying…") || app.shows("replying") }
        try app.text("Sage: Thought for")
        try app.text("An answer that was thought about")
        try expectStays(
          "its thoughts are folded", after: !app.all("button", "Stop").isEmpty || app.shows("Thought for")
        ) {
          !app.shows("weigh it up")
        }
        try app.the("button", beginning: "Thought for").press()
        try app.text("They ask for one thing and I weigh it up")
        try app.the("button", beginning: "Thought for").press()
        try eventually("it is folded again") { !app.shows("weigh it up") }
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("An answer that was thought about")
        try app.the("button", beginning: "Thought for")
      }
    }

    @Test func `What was thought has room of its own above the answer, however often it is unfolded`() throws {
      try withApp(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 1_000) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sage", in: app)
        try app.text("Talk with Sage")
        try send("One two three", in: app)
        try app.text("Sage: Thought for")
        try app.resize(width: 360, height: 640)
        try app.the("button", "Back to the chats")
        // The list of chats has a label of the same words.
        let answer = try #require(
          app.the("list", "Conversation").first("label", "An answer that was thought about"))
        for _ in 1...2 {
          try app.the("button", beginning: "Thought for").press()
          let thought = try app.the("label", beginning: "They ask for one thing")
          try eventually("it has several lines, and the answer begins below them") {
            let (above, below) = (try thought.extents, try answer.extents)
            return above.height > below.height && above.y + above.height <= below.y
          }
          try app.the("button", beginning: "Thought for").press()
          try eventually("it is folded again") { !app.shows("weigh it up") }
        }
      }
    }

    @Test func `A reply that loads is stopped, asked for again, and taken over by another agent that is chosen`() throws
    {
      try withApp(environment: { try $0.sage(loads: 300) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sage", in: app)
        try app.text("Talk with Sage")
        try send("Go on", in: app)
        try app.text("Sage is loading")
        try app.press("button", "Stop")
        try app.text("Stopped")
        try app.press("button", "Try Again")
        try app.text("Sage is loading")
        try choose("Crew", in: app)
        try app.text("Crew: A scripted answer")
      }
    }

    @Test func `A chat whose agent is gone is read, takes nothing, and goes on with another`() throws {
      try withApp(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 1_000) }) { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sage", in: app)
        try app.text("Talk with Sage")
        try send("First", in: app)
        try app.text("An answer that was thought about")
        try app.end(by: SIGTERM)
        _ = try fixture.personas()
        try app.launch()
        try app.text("An answer that was thought about")
        try app.text("is not here. Choose another agent")
        let composer = try app.the("text box", "Message")
        try composer.setText("Second")
        // By a key: a button pressed over the bus would do its work only a moment later.
        try app.key("Return")
        try eventually("the text is back") { composer.text == "Second" }
        try choose("Crew", in: app)
        try eventually("nothing is missed") { !app.shows("is not here. Choose another agent") }
        try send("Second", in: app)
        try app.text("Crew: A scripted answer")
        // Who has said the first is not renamed.
        try app.text("Sage: ")
      }
    }

    @Test func `The list of agents that is closed without a choice gives the keyboard back`() throws {
      try withApp { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try app.key("ctrl+m")
        try app.the("button", beginning: "Crew, answers here")
        try app.key("Escape")
        let composer = try app.the("text box", "Message")
        try eventually("the composer has the keyboard") { composer.has(.focused) }
        for key in ["a", "space", "b", "space", "c"] { try app.key(key) }
        try eventually("every letter is there") { composer.text == "a b c" }
        try app.text("Talk with Crew")
      }
    }

    @Test func `An agent that dies in the middle leaves what came, and answers the next message`() throws {
      try withApp(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 100, diesAfterWords: 3) }) {
        app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sage", in: app)
        try app.text("Talk with Sage")
        try send("Go on", in: app)
        try app.text("Sage stopped in the middle.")
        try app.text("An answer that")
        try app.the("button", "Try Again")
      }
    }
  }
}

/// Opens the list of agents of the open chat and takes one, by keys alone.
func choose(_ name: String, in app: RunningApp) throws {
  try app.key("ctrl+m")
  try app.tab(to: name) { $0.role == "button" && $0.name == name }
  try app.key("Return")
}
