import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct DropTests {
    /// What a place told while something was dragged over it and dropped.
    private final class Told {
      var content: Incoming?
      var hovers: [Bool] = []
      /// The program that offers it must live until it has been read.
      var other: Pointer.Program?
    }

    /// Drags what another program offers over a text field in a place that takes drops, and lets go.
    private func drop(_ files: [(type: String, bytes: [UInt8])]) async throws -> Told {
      let told = Told()
      let field = ComposerField(placeholder: "Message")
      let location = Box(.vertical) { field.expanding(vertically: true) }
        .onDrop {
          told.hovers.append($0)
        } _: {
          told.content = $0
        }
      try await WindowFixture.show(location) { window in
        told.other = try await Pointer.offering(files)
        try await drag(to: field, in: window, told)
      }
      return told
    }

    private func drag(to field: ComposerField, in window: Window, _ told: Told) async throws {
      try await Pointer.move(window.title, x: 20, y: 20)
      try await Pointer.move("Other", x: 700, y: 300)
      try await Pointer.point(x: 800, y: 400)
      try await Pointer.button(down: true)
      // A drag begins after some pixels, and the place is told once the pointer moves over it.
      for x in [790, 770, 740] { try await Pointer.point(x: x, y: 400) }
      for step in 0..<40 where told.hovers.isEmpty {
        try await Pointer.point(at: Point(x: Double(50 + step), y: 60), of: field)
        #expect(await WindowFixture.frames(2, of: window))
      }
      try await Pointer.button(down: false)
      #expect(await WindowFixture.wait { told.content != nil })
    }

    @Test func `files are told by their paths, even above a text field`() async throws {
      let list = Array("file:///pictures/a%20b.png\r\nfile:///pictures/c.jpg\r\n".utf8)
      let told = try await drop([("text/uri-list", list), ("text/plain", Array("/pictures/a b.png".utf8))])
      guard case .files(let paths) = told.content else { throw Pointer.Failure(description: "\(told.content as Any)") }
      #expect(paths == ["/pictures/a b.png", "/pictures/c.jpg"])
      #expect(told.hovers == [true, false])
    }

    @Test func `a picture out of a browser arrives as its bytes, not decoded`() async throws {
      let junk = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let told = try await drop([("text/uri-list", Array("https://example.org/a.png".utf8)), ("image/png", junk)])
      guard case .picture(let offer) = told.content else {
        throw Pointer.Failure(description: "\(told.content as Any)")
      }
      let read = try await WindowFixture.awaiting { try? await offer.read(limit: 1_000_000) }
      #expect(read == EncodedPicture(bytes: junk, mimeType: "image/png"))
    }

    @Test func `a link is told as text`() async throws {
      let address = Array("https://example.org/".utf8)
      let told = try await drop([("text/uri-list", address), ("text/plain", address)])
      guard case .text(let text) = told.content else { throw Pointer.Failure(description: "\(told.content as Any)") }
      #expect(text == "https://example.org/")
    }
  }
}
