import Testing
import TestSupport

extension FaceStories {
  /// Replies that are stopped, and asked for again.
  @Suite struct ReplyStories {
    @Test func `A reply that is stopped at the dots leaves Stopped and Try Again, over a restart too`() async throws {
      try await withFace(environment: { try $0.personas(crewWaits: 300) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Go on")
        try await app.text("Crew is writing")
        try await app.press("button", "Stop")
        try await app.text("Stopped")
        try await app.eventually("the dots are gone") { !app.shows("Crew is writing") }
        try await app.press("button", "Try Again")
        try await app.text("Crew is writing")
        try await app.press("button", "Stop")
        try await app.the("button", "Try Again")
        try await app.reopen()
        try await app.text("Stopped")
        try await app.the("button", "Try Again")
      }
    }

    @Test func `Stop stands beside Send while one writes, and who presses either goes on writing`() async throws {
      try await withFace(environment: { try $0.personas(crewWaits: 300) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Go on")
        try await app.text("Crew is writing")
        let composer = try await app.the("text box", "Message")
        try await app.type("and then")
        try await app.the("button", "Stop")
        try await app.tab(to: "Send") { $0.role == "button" && $0.name == "Send" }
        try await app.key("space")
        try await app.text("You: and then")
        try await app.eventually("one can write") { composer.has(.focused) }
        try await app.type("more")
        try await app.eventually("it is written") { composer.text == "more" }
        try await app.tab(to: "Stop") { $0.role == "button" && $0.name == "Stop" }
        try await app.key("space")
        try await app.text("Stopped")
        try await app.eventually("one can write again") { composer.has(.focused) }
        try await app.type(" words")
        try await app.eventually("they are added") { composer.text == "more words" }
      }
    }

    @Test func `Try Again leaves what came on screen until the next reply begins`() async throws {
      let words = (1...400).map { "word\($0)" }.joined(separator: " ")
      try await withFace(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.send("Go on")
        try await app.text("word1 word2")
        try await app.press("button", "Stop")
        try await app.text("Stopped")
        _ = try app.folder.personas(crewSays: "Another answer", crewWaits: 300)
        try await app.reopen()
        try await app.press("button", "Try Again")
        try await app.text("Crew is writing")
        try await app.expectStays("what came is there") { app.shows("Crew: word1 word2") }
        try await app.press("button", "Stop")
        try await app.the("button", "Try Again")
        try await app.expectStays("it is still there") { app.shows("Crew: word1 word2") }
        _ = try app.folder.personas(crewSays: "Another answer")
        try await app.reopen()
        try await app.press("button", "Try Again")
        try await app.text("Crew: Another answer")
        try await app.expectStays("the other answer is in its place") { !app.shows("word1") }
      }
    }
  }
}
