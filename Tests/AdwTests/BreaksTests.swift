import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct BreaksTests {
    @Test func `a text without long words is shown as it is`() {
      let text = String(repeating: "words of some length, and\nline ends ", count: 50)
      #expect(Breaks.added(to: text) == text)
    }

    @Test func `a long word may break after each 32 letters, and nothing else is changed`() {
      let text = "short " + String(repeating: "x", count: 100)
      let shown = Breaks.added(to: text)
      #expect(shown.split(separator: "\u{200B}").map(\.count) == [38, 32, 32, 4])
      #expect(shown.filter { $0 != "\u{200B}" } == text)
    }

    @Test func `letters of many parts stay whole`() {
      let family = "👩‍👩‍👧‍👦"
      let shown = Breaks.added(to: String(repeating: family, count: 70))
      #expect(shown.split(separator: "\u{200B}").map(\.count) == [32, 32, 6])
      #expect(shown.split(separator: "\u{200B}").allSatisfy { $0.allSatisfy { String($0) == family } })
    }

    @Test func `a long word wraps within the label`() async throws {
      let label = Label().wrapping()
      label.show(String(repeating: "x", count: 4_000))
      let column = BubbleColumn(free: 60) { BubbleColumn.Part(label, .end) }
      try await WindowFixture.show(Box(.vertical) { column }) { _ in
        #expect(label.width <= column.width - 60)
        #expect(label.height > 400)
      }
    }
  }
}
