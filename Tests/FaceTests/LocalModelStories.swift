import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// A local model in a chat, with the real engine and a tiny model.
  @Suite struct LocalModelStories {
    @Test func `A model is measured, its details say what it is denied, and a reply finds a file that was moved`()
      async throws
    {
      try await withFace { app in
        let path = try await app.importTinyModel()
        try await app.key("ctrl+shift+m")
        let row = try await app.the("list item", beginning: "Tiny, ")
        try await app.eventually("the row has the keyboard") { row.has(.focused) }
        try await Pointer.point(x: 0, y: 0)
        try await app.key("Menu")
        try await app.the("menu item", "Measure Speed")
        try await app.key("Down", "Down", "Return")
        try await app.text("tokens per second")
        try await app.eventually("the row has the keyboard again") {
          app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try await app.key("Return")
        try await app.text("Runs without network and files")
        try await app.text("llama.cpp ")
        try await app.key("Escape")
        try await app.eventually("the details are gone, and the row has the keyboard") {
          !app.shows("Fingerprint")
            && app.all("list item").first { $0.name.hasPrefix("Tiny, ") }?.has(.focused) == true
        }
        try await app.key("Escape")
        try await app.eventually("the models are gone") {
          app.all("list item").allSatisfy { !$0.name.hasPrefix("Tiny, ") }
        }
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await app.key("ctrl+m")
        try await app.the("button", "Tiny")
        try await app.settle()
        try await app.tab(to: "Tiny") { $0.role == "button" && $0.name == "Tiny" }
        try await app.key("Return")
        try await app.text("Talk with Tiny")
        let moved = app.folder.folder + "/elsewhere.gguf"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        try await app.send("First")
        try await app.text("The file of “Tiny” is not where it was.")
        try await app.press("button", "Find It…")
        try await app.the("button", ending: "Choose")
        try await app.typePath(moved)
        try await app.answers(1)
        #expect(utimes(moved, nil) == 0)
        try await app.send("Second")
        try await app.text("The file of “Tiny” was changed since it was imported.")
        try await app.press("button", "Try Again")
        try await app.answers(2)
        try await app.key("ctrl+comma")
        try await app.text("Unload a model after")
      }
    }
  }
}
