import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Pictures of widgets that are in no window that anybody sees.
  @Suite struct OffscreenTests {
    private static let red = Color(red: 1, green: 0, blue: 0)

    private func square(_ width: Int, _ height: Int) -> Canvas {
      Canvas(width: width, height: height) { pen, width, height in
        pen.fill(Rectangle(x: 0, y: 0, width: width, height: height), Self.red)
      }
    }

    /// Blue, green, red and alpha.
    private func pixel(_ x: Int, _ y: Int, of texture: Texture) -> [UInt8] {
      Array(texture.bgra[(y * texture.width + x) * 4..<(y * texture.width + x) * 4 + 4])
    }

    @Test func `what is asked for is drawn twice as large, with its margin, and nothing beside it`() throws {
      let shown = square(40, 20)
      let column = BubbleColumn(free: 0) {
        BubbleColumn.Part(square(150, 100), .end)
        BubbleColumn.Part(shown, .start)
      }
      let window = OffscreenWindow(column, width: 200)
      #expect(window.contentHeight == 120)
      let texture = try #require(window.picture(of: [shown], margin: 5, maximumHeight: 1_000, scale: 2))
      #expect((texture.width, texture.height) == (100, 60))
      #expect(pixel(50, 30, of: texture) == [0, 0, 255, 255])
      #expect(pixel(11, 11, of: texture) == [0, 0, 255, 255] && pixel(8, 30, of: texture) == [0, 0, 0, 0])
    }

    @Test func `text that is added later is there, in all its lines, and what is too high is cut off`() throws {
      let bubble = Box(.vertical)
      let column = BubbleColumn(free: 0) { BubbleColumn.Part(bubble, .start) }
      let window = OffscreenWindow(column, width: 200)
      let label = Label.inColumn().wrapping()
      label.show("One")
      bubble.append(label)
      let one = try #require(window.picture(of: [bubble], margin: 0, maximumHeight: 1_000, scale: 2))
      let more = Label.inColumn().wrapping()
      more.show(String(repeating: "many words ", count: 40))
      bubble.append(more)
      let all = try #require(window.picture(of: [bubble], margin: 0, maximumHeight: 1_000, scale: 2))
      #expect(one.width < 200 && all.width > 300 && all.height > 5 * one.height)
      // Letters in the last line, too.
      let end = all.bgra.suffix(all.width * 4 * one.height)
      #expect(end.contains { $0 > 0 })
      #expect(window.picture(of: [bubble], margin: 0, maximumHeight: 50, scale: 2)?.height == 100)
    }

    @Test func `nothing is drawn of what is hidden, and the window goes with its last user`() throws {
      let label = Label("Hidden")
      let column = BubbleColumn(free: 0) { BubbleColumn.Part(label, .start) }
      let gone = Weak(column)
      var window: OffscreenWindow? = OffscreenWindow(column, width: 200)
      label.isVisible = false
      #expect(window?.picture(of: [label], margin: 0, maximumHeight: 100, scale: 2) == nil)
      window = nil
      WindowFixture.settle()
      #expect(gone.value == nil)
    }

    @Test func `as a file it says nothing but what it looks like`() async throws {
      let shown = square(9, 9)
      let window = OffscreenWindow(BubbleColumn(free: 0) { BubbleColumn.Part(shown, .start) }, width: 100)
      let texture = try #require(window.picture(of: [shown], margin: 2, maximumHeight: 100, scale: 2))
      let file = try await WindowFixture.awaiting { await texture.encoded(as: .png) }
      let bytes = try #require(file?.bytes)
      #expect(chunks(of: bytes).allSatisfy { ["IHDR", "IDAT", "IEND", "sRGB", "gAMA", "cHRM", "sBIT"].contains($0) })
      #expect(chunks(of: bytes).last == "IEND")
    }

    /// The names of a PNG file's parts.
    private func chunks(of png: [UInt8]) -> [String] {
      var names: [String] = []
      var at = 8
      while at + 8 <= png.count {
        let length = png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        names.append(String(decoding: png[at + 4..<at + 8], as: UTF8.self))
        at += 12 + length
      }
      return names
    }
  }
}
