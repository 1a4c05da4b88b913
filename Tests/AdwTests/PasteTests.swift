import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct PasteTests {
    private let picture: [UInt8]

    init() throws { picture = try #require(Texture(width: 2, height: 3, pixels: Array(repeating: 200, count: 24))).png }

    /// How one pastes.
    enum Way: CaseIterable { case keys, action, menu }

    /// Pastes into a field; gives what it was told, and what is written in it then.
    private func paste(_ way: Way) async throws -> (told: Incoming?, text: String) {
      let field = ComposerField(placeholder: "Message")
      let told = Told()
      field.onPasteContent { told.content = $0 }
      let text = try await WindowFixture.show(Box(.vertical) { field }) { window in
        try await paste(way, into: field, of: window, told)
      }
      return (told.content, text)
    }

    private final class Told { var content: Incoming? }

    private func paste(_ way: Way, into field: ComposerField, of window: Window, _ told: Told) async throws -> String {
      #expect(await WindowFixture.wait { window.isActive })
      field.grabFocus()
      switch way {
      case .keys: try await Pointer.key("ctrl+v")
      case .action: #expect(field.textView.perform("clipboard.paste"))
      case .menu:
        field.textView.perform("menu.popup")
        #expect(await WindowFixture.frames(3, of: window))
        try await Pointer.key("p")
      }
      let isPasted = await WindowFixture.wait(upTo: 20_000) { told.content != nil || !field.isEmpty }
      // A menu that is still open would have the keyboard in the next test, too.
      if !isPasted { try await Pointer.key("Escape") }
      #expect(isPasted)
      return field.text
    }

    @Test(arguments: Way.allCases)
    func `files copied in a file manager are told by their paths`(way: Way) async throws {
      let list = Array("file:///pictures/a%20b.png\r\nfile:///pictures/c.jpg\r\n".utf8)
      let other = try await Pointer.offering([("text/uri-list", list), ("text/plain", Array("/pictures/a b.png".utf8))])
      defer { other.end() }
      let paths = try await WindowFixture.awaiting { await Clipboard.filePaths() }
      #expect(paths == ["/pictures/a b.png", "/pictures/c.jpg"])
      let pasted = try await paste(way)
      guard case .files(let told) = pasted.told else { throw Pointer.Failure(description: "\(pasted)") }
      #expect(told == paths)
      #expect(pasted.text.isEmpty)
    }

    @Test(arguments: Way.allCases)
    func `a picture beside which a browser puts its markup is pasted as the picture`(way: Way) async throws {
      let other = try await Pointer.offering([("text/html", Array("<img src='x'>".utf8)), ("image/png", picture)])
      defer { other.end() }
      let pasted = try await paste(way)
      guard case .picture(let told) = pasted.told else { throw Pointer.Failure(description: "\(pasted)") }
      #expect(told.mimeType == "image/png")
      #expect(pasted.text.isEmpty)
    }

    @Test func `text beside which a picture of it lies is pasted as text`() async throws {
      let cells = Array("cells".utf8)
      let other = try await Pointer.offering([("text/plain", cells), ("image/png", picture)])
      defer { other.end() }
      let pasted = try await paste(.keys)
      #expect(pasted.told == nil)
      #expect(pasted.text == "cells")
    }

    @Test func `an address of the web is pasted as text`() async throws {
      let address = Array("https://example.org/".utf8)
      let other = try await Pointer.offering([("text/uri-list", address), ("text/plain", address)])
      defer { other.end() }
      let pasted = try await paste(.keys)
      #expect(pasted.told == nil)
      #expect(pasted.text == "https://example.org/")
    }
  }
}
