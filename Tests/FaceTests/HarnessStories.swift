import Domain
import TestSupport
import Testing

extension FaceStories {
  /// What the other stories rely on: time, places, the pointer, and what a failure says.
  @Suite struct HarnessStories {
    @Test func `While time stands a reply is due, and it grows word by word as time goes on`() async throws {
      let words = (1...40).map { "word\($0)" }.joined(separator: " ")
      try await withFace(environment: { try $0.personas(crewSays: words, wordsPerSecond: 10, crewWaits: 2) }) { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        app.timeStands = true
        try await app.send("Go on")
        try await app.text("You: Go on")
        try await app.expectStays("nothing is said yet") { !app.shows("word1") }
        try await app.advance(.seconds(5))
        try await app.text("word1 word2")
        try await app.expectStays("the end is not there yet") { !app.shows("word40") }
        app.timeStands = false
        try await app.text("word40")
      }
    }

    @Test func `The pointer reaches what it is sent to`() async throws {
      try await withFace { app in
        try await app.click(try await app.the("list item", beginning: "Soup for Sunday"))
        let row = try await app.the("list item", beginning: "Soup for Sunday")
        try await app.eventually("the chat is open") { row.has(.selected) }
        try await app.resize(width: 1_100, height: 700)
        try await app.click(try await app.the("button", "Main menu"))
        try await app.chooseEntry("Preferences")
        try await app.eventually("the preferences are open") { app.windows.count == 2 }
        try await app.key("Escape")
        try await app.eventually("they are closed") { app.windows.count == 1 }
      }
    }

    @Test func `What is gone has no place`() async throws {
      try await withFace { app in
        let row = try await app.the("list item", beginning: "Mumbai Trip")
        try await app.expect("it has a place") { try row.extents.width > 100 }
        try await app.awaiting("the demo is gone") { try await app.service.removeDemo() }
        try await app.text("No Chats Yet")
        for look in [{ _ = try row.extents }, { try row.press() }] {
          #expect(throws: DriverError.self) { try look() }
        }
      }
    }

    @Test func `What is said by the service is shown and answered, and is on disk`() async throws {
      try await withFace { app in
        try await app.newChat("From elsewhere")
        try await app.the("list item", beginning: "From elsewhere").press("open")
        try await app.say("Hello there", in: "From elsewhere")
        try await app.text("Crew: A scripted answer")
        try await app.eventually("it is on disk") {
          try await app.messages(in: "From elsewhere").map(\.text) == ["Hello there", "A scripted answer"]
        }
      }
    }
  }
}
