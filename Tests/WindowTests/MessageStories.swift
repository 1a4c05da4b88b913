import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Stories {
  /// What is told of one message, and what is given away of it.
  @Suite struct MessageStories {
    /// What ImageMagick says of a picture.
    private func told(_ format: String, of path: String, _ changes: String...) throws -> [Double] {
      try output(["convert", path] + changes + ["-format", format, "info:"]).split(separator: " ").compactMap {
        Double($0)
      }
    }

    /// The part of a picture that has this colour, from 0 to 1.
    private func part(of path: String, in colour: String) throws -> Double {
      try #require(
        try told(
          "%[fx:mean]", of: path, "-alpha", "off", "-fill", "black", "+opaque", colour, "-fill", "white", "-opaque",
          colour, "-colorspace", "gray"
        ).first)
    }

    @Test func `A message is saved as a picture by keys: its bubble alone, sharp, and with nothing else in the file`()
      throws
    {
      try withApp { app, fixture in
        try sotto(["new", "Words"], in: fixture)
        try sotto(["send", "Words", "--no-wait", "Not this one, which is so much longer than the other"], in: fixture)
        try app.the("list item", beginning: "Words").press("open")
        try app.text("Crew: A scripted answer")
        try sotto(["send", "Words", "--no-wait", "This one"], in: fixture)
        try app.text("You: This one")
        try app.tab(to: "a message") { $0.name.hasPrefix("Crew: ") || $0.name.hasPrefix("You: ") }
        while app.focused?.name.hasPrefix("You: This one") != true {
          let before = app.focused?.name
          try app.key("Up")
          try eventually("the message above has the keyboard") { app.focused?.name != before }
        }
        try app.key("Menu")
        try chooseEntry("Save as Picture…", in: app)
        try app.the("button", ending: "Save")
        let target = fixture.folder + "/message.png"
        try app.key("ctrl+a")
        try app.type(target)
        try app.key("Return")
        try app.text("Saved as message.png")
        let size = try told("%w %h", of: target)
        #expect(size.count == 2 && (100..<1_184).contains(size[0]) && (100..<320).contains(size[1]), "\(size)")
        // The bubble of one's own words; beside it stand letters and the window's colour.
        #expect(try (0.1..<0.9).contains(part(of: target, in: "#1c71d8")))
        #expect(try part(of: target, in: "#fafafa") > 0.1)
        #expect(try told("%[fx:minima.a]", of: target) == [1])
        let bytes = FileManager.default.contents(atPath: target) ?? Data()
        for name in ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"] { #expect(bytes.firstRange(of: Data(name.utf8)) == nil) }
      }
    }

    @Test func `A message with a picture and a long one are copied as pictures, the long one up to a limit`() throws {
      try withApp { app, fixture in
        let photo = try fixture.picture("square.png", size: "400x400", fill: "xc:#00ff00")
        try sotto(["new", "Pictures"], in: fixture)
        try sotto(["send", "Pictures", "--no-wait", "--image", photo, "--caption", "Green"], in: fixture)
        try app.the("list item", beginning: "Pictures").press("open")
        let target = fixture.folder + "/copied.png"
        func copied() throws {
          try eventually("the clipboard holds a picture", seconds: 30) {
            try output([
              "sh", "-c", "xclip -selection clipboard -o -t image/png > '\(target)' 2>&1; head -c 4 '\(target)'",
            ])
            .contains("PNG")
          }
        }
        try app.the("list item", beginning: "You: Green").press("copy-as-picture")
        try app.text("Copied as a picture")
        try copied()
        #expect(try part(of: target, in: "#00ff00") > 0.3)
        let path = fixture.folder + "/long.txt"
        try Data((1...5_000).map { "Line \($0)\n" }.joined().utf8).write(to: URL(filePath: path))
        try run([
          "sh", "-c",
          "'\(try RunningApp.binary("sotto"))' --home '\(fixture.home)' send Pictures --no-wait - < '\(path)'",
        ])
        try app.the("list item", beginning: "You: Line 1").press("copy-as-picture")
        try app.text("its end is left out", seconds: 30)
        try copied()
        let size = try told("%w %h", of: target)
        #expect(size.count == 2 && (8_000...16_000).contains(size[1]), "\(size)")
      }
    }

    @Test func `The details of a model's reply tell what it cost and with what it was made`() throws {
      try withApp { app, fixture in
        let path = fixture.folder + "/tiny.gguf"
        let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
        try Data(TinyModel.speaking(words).bytes).write(to: URL(filePath: path))
        try sotto(["models", "import", path], in: fixture)
        try sotto(["new", "Model", "--model", "Tiny"], in: fixture)
        try sotto(["send", "Model", "Hello"], in: fixture)
        try app.the("list item", beginning: "Model").press("open")
        try app.tab(to: "the reply") { $0.name.hasPrefix("Tiny: Good morning, Ada") }
        try app.key("Menu")
        try chooseEntry("Details", in: app)
        for name in ["Sent", "Answered by", "Tokens read", "Time to first token", "Context used", "Settings", "Length"]
        {
          try app.text(name)
        }
        try app.text("Temperature 0.8")
        try app.key("Escape")
        try eventually("the message has the keyboard again") { app.focused?.name.hasPrefix("Tiny: ") == true }
        try app.the("list item", beginning: "You: Hello").press("details")
        try app.text("5 characters")
        try expectStays("of one's own no tokens are counted", after: app.shows("5 characters")) {
          !app.shows("Tokens read")
        }
      }
    }
  }
}
