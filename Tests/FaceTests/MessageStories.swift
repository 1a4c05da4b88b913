import Domain
import FoundationEssentials
import TestSupport
import Testing
import WindowSupport

extension FaceStories {
  /// What is told of one message, and what is given away of it.
  @Suite struct MessageStories {
    /// What ImageMagick says of a picture.
    private func told(_ format: String, of path: String, _ changes: String..., in app: Face) async throws -> [Double] {
      try await app.printed(by: ["convert", path] + changes + ["-format", format, "info:"]).split(separator: " ")
        .compactMap { Double($0) }
    }

    /// The part of a picture that has this colour, from 0 to 1.
    private func part(of path: String, in colour: String, app: Face) async throws -> Double {
      try #require(
        try await told(
          "%[fx:mean]", of: path, "-alpha", "off", "-fill", "black", "+opaque", colour, "-fill", "white", "-opaque",
          colour, "-colorspace", "gray", in: app
        ).first)
    }

    @Test func `A message is saved as a picture by keys: its bubble alone, sharp, and with nothing else in the file`()
      async throws
    {
      try await withFace { app in
        try await app.newChat("Words")
        try await app.say("Not this one, which is so much longer than the other", in: "Words")
        try await app.the("list item", beginning: "Words").press("open")
        try await app.text("Crew: A scripted answer")
        try await app.say("This one", in: "Words")
        try await app.text("You: This one")
        try await app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.hasPrefix("You: This one") != true {
          let before = app.focused?.name
          try await app.key("Up")
          try await app.eventually("the message above has the keyboard") { app.focused?.name != before }
        }
        try await app.key("Menu")
        try await app.chooseEntry("Save as Picture…")
        try await app.the("button", ending: "Save")
        let target = app.folder.folder + "/message.png"
        try await app.key("ctrl+a")
        try await Pointer.type(path: target)
        try await app.key("Return")
        try await app.text("Saved as message.png")
        let size = try await told("%w %h", of: target, in: app)
        #expect(size.count == 2 && (100..<1_184).contains(size[0]) && (100..<320).contains(size[1]), "\(size)")
        // The bubble of one's own words; beside it stand letters and the window's colour.
        #expect(try await (0.1..<0.9).contains(part(of: target, in: "#1c71d8", app: app)))
        #expect(try await part(of: target, in: "#fafafa", app: app) > 0.1)
        #expect(try await told("%[fx:minima.a]", of: target, in: app) == [1])
        let bytes = FileManager.default.contents(atPath: target) ?? Data()
        for name in ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"] { #expect(bytes.firstRange(of: Data(name.utf8)) == nil) }
      }
    }

    @Test func `A message with a picture and a long one are copied as pictures, the long one up to a limit`()
      async throws
    {
      try await withFace { app in
        let photo = try await app.picture("square.png", size: "400x400", fill: "xc:#00ff00")
        try await app.newChat("Pictures")
        try await app.say("Green", pictures: [photo], in: "Pictures")
        try await app.the("list item", beginning: "Pictures").press("open")
        let target = app.folder.folder + "/copied.png"
        func copied() async throws {
          try await app.eventually("the clipboard holds a picture") {
            try await app.printed(by: [
              "sh", "-c", "xclip -selection clipboard -o -t image/png > '\(target)' 2>&1; head -c 4 '\(target)'",
            ]).contains("PNG")
          }
        }
        try await app.the("list item", beginning: "You: Green").press("copy-as-picture")
        try await app.text("Copied as a picture")
        try await copied()
        #expect(try await part(of: target, in: "#00ff00", app: app) > 0.3)
        try await app.say((1...5_000).map { "Line \($0)\n" }.joined(), in: "Pictures")
        try await app.the("list item", beginning: "You: Line 1").press("copy-as-picture")
        try await app.text("its end is left out")
        try await copied()
        let size = try await told("%w %h", of: target, in: app)
        #expect(size.count == 2 && (8_000...16_000).contains(size[1]), "\(size)")
      }
    }

    @Test func `The details of a model's reply tell what it cost and with what it was made`() async throws {
      try await withFace { app in
        let agent = try await app.addModel(
          TinyModel.speaking(["Good", " morning", ", Ada"].map { Array($0.utf8) }))
        try await app.newChat("Model", agent: agent)
        try await app.say("Hello", in: "Model")
        try await app.eventually("it is answered") {
          try await app.messages(in: "Model").last.map { $0.sender == .agent && $0.state == .complete } ?? false
        }
        try await app.the("list item", beginning: "Model").press("open")
        try await app.tab(to: "the reply") { $0.name.hasPrefix("Tiny: Good morning, Ada") }
        try await app.key("Menu")
        try await app.chooseEntry("Details")
        for name in ["Sent", "Answered by", "Tokens read", "Time to first token", "Context used", "Settings", "Length"]
        {
          try await app.text(name)
        }
        try await app.text("Temperature 0.8")
        try await app.key("Escape")
        try await app.eventually("the message has the keyboard again") { app.focused?.name.hasPrefix("Tiny: ") == true }
        try await app.the("list item", beginning: "You: Hello").press("details")
        try await app.text("5 characters")
        try await app.expectStays("of one's own no tokens are counted") { !app.shows("Tokens read") }
      }
    }
  }
}
