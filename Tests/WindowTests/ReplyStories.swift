import Glibc
import Testing
import TestSupport

extension Stories {
  /// Replies that are stopped, and asked for again.
  @Suite struct ReplyStories {
    @Test func `A reply that is stopped at the dots leaves Stopped and Try Again, over a restart too`() throws {
      try withApp(environment: { try $0.personas(crewWaits: 300) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("Crew is writing")
        try app.press("button", "Stop")
        try app.text("Stopped")
        try eventually("the dots are gone") { !app.shows("Crew is writing") }
        try app.press("button", "Try Again")
        try app.text("Crew is writing")
        try app.press("button", "Stop")
        try app.the("button", "Try Again")
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("Stopped")
        try app.the("button", "Try Again")
      }
    }

    @Test func `Stop stands beside Send while one writes, and who presses either goes on writing`() throws {
      try withApp(environment: { try $0.personas(crewWaits: 300) }) { app, _ in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("Crew is writing")
        let composer = try app.the("text box", "Message")
        try app.type("and then")
        try app.the("button", "Stop")
        try app.tab(to: "Send") { $0.role == "button" && $0.name == "Send" }
        try app.key("space")
        try app.text("You: and then")
        try eventually("one can write") { composer.has(.focused) }
        try app.type("more")
        try eventually("it is written") { composer.text == "more" }
        try app.tab(to: "Stop") { $0.role == "button" && $0.name == "Stop" }
        try app.key("space")
        try app.text("Stopped")
        try eventually("one can write again") { composer.has(.focused) }
        try app.type(" words")
        try eventually("they are added") { composer.text == "more words" }
      }
    }

    @Test func `Try Again leaves what came on screen until the next reply begins`() throws {
      let words = (1...400).map { "word\($0)" }.joined(separator: " ")
      try withApp(environment: { try $0.personas(crewSays: words, wordsPerSecond: 20) }) { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try send("Go on", in: app)
        try app.text("word1 word2")
        try app.press("button", "Stop")
        try app.text("Stopped")
        try app.end(by: SIGTERM)
        _ = try fixture.personas(crewSays: "Another answer", crewWaits: 300)
        try app.launch()
        try app.press("button", "Try Again")
        try expectStays("what came is there", after: app.shows("Crew is writing")) { app.shows("Crew: word1 word2") }
        try app.press("button", "Stop")
        try expectStays("it is still there", after: !app.all("button", "Try Again").isEmpty) {
          app.shows("Crew: word1 word2")
        }
        try app.end(by: SIGTERM)
        _ = try fixture.personas(crewSays: "Another answer")
        try app.launch()
        try app.press("button", "Try Again")
        try app.text("Crew: Another answer")
        try expect("the other answer is in its place") { !app.shows("word1") }
      }
    }
  }
}
