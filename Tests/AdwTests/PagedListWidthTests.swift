import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// A list in a window that becomes narrower.
  @Suite struct PagedListWidthTests {
    @Test func `a row is as high as its text in each width that the window passes`() async throws {
      let talk = Conversation(Array(0..<5))
      try await talk.open(width: 800) { window in
        let label = try #require(talk.labels[4])
        // Measured twice with one height: GTK believes then that widths between have it, too.
        for word in ["some", "same", "some"] {
          label.text = String(repeating: word + " words that need a line ", count: 80)
          #expect(await WindowFixture.frames(2, of: window))
        }
        for width in [700, 560, 420, 640, 500, 800] {
          window.size = (width, 500)
          #expect(await WindowFixture.wait { abs(talk.list.width - width) < 60 })
          #expect(await WindowFixture.frames(2, of: window))
          let text = try #require(label.frame(in: talk.list))
          let row = try #require(talk.list.row(of: 4)?.frame(in: talk.list))
          #expect(text.bottom <= row.bottom && row.bottom - text.bottom < 40, "in \(width) pixels: \(text), \(row)")
        }
      }
    }
  }
}
