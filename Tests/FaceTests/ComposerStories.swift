import Domain
import Testing
import TestSupport

extension FaceStories {
  /// What stands around the text that is being written.
  @Suite struct ComposerStories {
    @Test func `A word to the user does not lie over the composer`() async throws {
      try await withFace { app in
        try await app.text("Mumbai Trip")
        try await app.the("list item", beginning: "Soup for Sunday").press("move-to-trash")
        try await app.the("button", ending: "Move to Trash").press()
        let undo = try await app.the("button", beginning: "Undo")
        let field = try await app.the("text box", "Message")
        try await app.expect("the composer has a height") { try field.extents.height > 0 }
        // It comes up from below.
        try await app.eventually("it has come to rest above the composer") {
          let (undo, field) = (try undo.extents, try field.extents)
          return undo.height > 0 && undo.y + undo.height <= field.y
        }
      }
    }

    @Test func `In a narrow window the keys go into the chat that is shown, and into none from the list`() async throws
    {
      try await withFace { app in
        try await app.awaiting("the demo is gone") { try await app.service.removeDemo() }
        for title in ["Second", "First"] {
          try await app.newChat(title)
          try await app.the("list item", beginning: title)
        }
        try await app.the("list item", beginning: "First").press("open")
        try await app.text("Talk with Crew")
        try await app.resize(width: 360, height: 640)
        try await app.the("button", "Back to the chats")
        try await app.stream([
          .key("ctrl+1"), .type("one"), .key("ctrl+2"), .type("two"), .key("ctrl+1"), .type(" and more"),
        ])
        try await app.eventually("the first chat has its words") {
          app.first("text box", "Message")?.text == "one and more"
        }
        try await app.goBack()
        try await app.eventually("the list is alone") { app.all("text box", "Message").isEmpty }
        try await app.type("qqq")
        try await app.stream([.key("Escape"), .key("ctrl+2"), .type("!")])
        try await app.eventually("the second chat has its words") { app.first("text box", "Message")?.text == "two!" }
        try await app.key("ctrl+1")
        try await app.eventually("the first chat is as it was") {
          app.first("text box", "Message")?.text == "one and more"
        }
      }
    }
  }
}
