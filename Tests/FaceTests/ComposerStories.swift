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
  }
}
