import Testing
import TestSupport

extension FaceStories {
  /// Who answers, and what is seen before it does.
  @Suite struct AgentStories {
    @Test func `Sage loads, reads, thinks and answers; what it thought is folded and is there after a restart`()
      async throws
    {
      try await withFace(environment: { try $0.sage() }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Sage")
        try await app.text("Talk with Sage")
        try await app.send("One two three four five six seven eight nine ten")
        try await app.text("Sage is reading the chat")
        try await app.the("button", "Thinking")
        try await app.expect("the chat says that it is answered") { app.shows("Replying…") || app.shows("replying") }
        try await app.text("Sage: Thought for")
        try await app.text("An answer that was thought about")
        try await app.expectStays("its thoughts are folded") { !app.shows("weigh it up") }
        try await app.the("button", beginning: "Thought for").press()
        try await app.text("They ask for one thing and I weigh it up")
        try await app.the("button", beginning: "Thought for").press()
        try await app.eventually("it is folded again") { !app.shows("weigh it up") }
        try await app.reopen()
        try await app.text("An answer that was thought about")
        try await app.the("button", beginning: "Thought for")
      }
    }

    @Test func `What was thought has room of its own above the answer, however often it is unfolded`() async throws {
      try await withFace(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 1_000) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Sage")
        try await app.text("Talk with Sage")
        try await app.send("One two three")
        try await app.text("Sage: Thought for")
        try await app.resize(width: 360, height: 640)
        try await app.the("button", "Back to the chats")
        // The list of chats has a label of the same words.
        let answer = try await #require(
          app.the("list", "Conversation").first("label", "An answer that was thought about"))
        for _ in 1...2 {
          try await app.the("button", beginning: "Thought for").press()
          let thought = try await app.the("label", beginning: "They ask for one thing")
          try await app.eventually("it has several lines, and the answer begins below them") {
            let (above, below) = (try thought.extents, try answer.extents)
            return above.height > below.height && above.y + above.height <= below.y
          }
          try await app.the("button", beginning: "Thought for").press()
          try await app.eventually("it is folded again") { !app.shows("weigh it up") }
        }
      }
    }

    @Test func `A reply that loads is stopped, asked for again, and taken over by another agent that is chosen`()
      async throws
    {
      try await withFace(environment: { try $0.sage(loads: 300) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Sage")
        try await app.text("Talk with Sage")
        try await app.send("Go on")
        try await app.text("Sage is loading")
        try await app.press("button", "Stop")
        try await app.text("Stopped")
        try await app.press("button", "Try Again")
        try await app.text("Sage is loading")
        try await app.chooseAgent("Crew")
        try await app.text("Crew: A scripted answer")
      }
    }

    @Test func `A chat whose agent is gone is read, takes nothing, and goes on with another`() async throws {
      try await withFace(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 1_000) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Sage")
        try await app.text("Talk with Sage")
        try await app.send("First")
        try await app.text("An answer that was thought about")
        _ = try app.folder.personas()
        try await app.reopen()
        try await app.text("An answer that was thought about")
        try await app.text("is not here. Choose another agent")
        let composer = try await app.the("text box", "Message")
        try composer.setText("Second")
        try await app.key("Return")
        try await app.eventually("the text is back") { composer.text == "Second" }
        try await app.chooseAgent("Crew")
        try await app.eventually("nothing is missed") { !app.shows("is not here. Choose another agent") }
        try await app.send("Second")
        try await app.text("Crew: A scripted answer")
        // Who has said the first is not renamed.
        try await app.text("Sage: ")
      }
    }

    @Test func `The list of agents that is closed without a choice gives the keyboard back`() async throws {
      try await withFace { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.key("ctrl+m")
        try await app.the("button", beginning: "Crew, answers here")
        try await app.key("Escape")
        let composer = try await app.the("text box", "Message")
        try await app.eventually("the composer has the keyboard") { composer.has(.focused) }
        for key in ["a", "space", "b", "space", "c"] { try await app.key(key) }
        try await app.eventually("every letter is there") { composer.text == "a b c" }
        try await app.text("Talk with Crew")
      }
    }

    @Test func `An agent that dies in the middle leaves what came, and answers the next message`() async throws {
      try await withFace(environment: { try $0.sage(loads: 0.1, reads: 1_000, wordsPerSecond: 100, diesAfterWords: 3) })
      {
        app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.chooseAgent("Sage")
        try await app.text("Talk with Sage")
        try await app.send("Go on")
        try await app.text("Sage stopped in the middle.")
        try await app.text("An answer that")
        try await app.the("button", "Try Again")
      }
    }
  }
}
