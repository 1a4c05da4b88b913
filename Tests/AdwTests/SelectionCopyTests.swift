import Adw
import Markdown
import Testing
import WindowSupport

/// Texts for a selection, numbered from 0.
final class TextsOfTest: SelectionTexts {
  var blocks: [[Block]]
  /// Whether they must be read first.
  var isOnDisk = false
  /// Why they cannot be read.
  var failure: (any Error)?
  /// Whether they were deleted meanwhile.
  var isGone = false
  private(set) var told: [String] = []
  private(set) var revealed: [AnyHashable] = []

  init(_ blocks: [[Block]]) { self.blocks = blocks }

  func number(of text: AnyHashable) -> Int? { text as? Int }

  func parts(from first: Place, through last: Place) -> [Part]? {
    isOnDisk ? nil : isGone ? [] : (first.number...last.number).map { ($0, $0, blocks[$0], "\n\n") }
  }

  func read(from first: Place, through last: Place) async throws -> [Part] {
    await Task.yield()
    if let failure { throw failure }
    return isGone ? [] : (first.number...last.number).map { ($0, $0, blocks[$0], "\n\n") }
  }

  func tellNotCopied(_ error: (any Error)?) { told.append(error == nil ? "gone" : "failed") }

  func whole(around text: AnyHashable) -> (first: AnyHashable, last: AnyHashable) { (text, text) }

  func reveal(_ text: AnyHashable) { revealed.append(text) }
}

extension WindowFixtureTests {
  /// What is copied of code that is folded or not.
  @Suite struct SelectionCopyTests {
    @Test func `code that is unfolded is copied as far as it is selected, also into the next message`() async throws {
      let code = { (lines: Int, isClosed: Bool) in
        let text = (1...lines).map { "let line\($0) = \($0)" }.joined(separator: "\n")
        return Block(.code(CodeBlock(text, language: "swift", isClosed: isClosed)))
      }
      let (first, second) = (RichText(), RichText())
      let texts = TextsOfTest([[code(60, true)], [Sample.paragraph("Next words.")]])
      let group = SelectionGroup(texts)
      // It was watched while it came, so it stays unfolded.
      first.show([code(45, false)])
      first.show(texts.blocks[0])
      second.show(texts.blocks[1])
      group.join(first, as: 0)
      group.join(second, as: 1)
      let column = Box(.vertical, spacing: 12) {
        first
        second
      }
      let scroller = Scroller(column)
      try await WindowFixture.show(scroller, width: 500, height: 700) { window in
        #expect(await WindowFixture.frames(2, of: window))
        scroller.offset = 10_000
        #expect(await WindowFixture.frames(2, of: window))
        let end = Point(x: 80, y: first.places[0].bottom - 60)
        try await Pointer.point(at: end, of: first)
        try await Pointer.click(times: 3)
        let all = (1...60).map { "let line\($0) = \($0)" }.joined(separator: "\n")
        #expect(await WindowFixture.wait { group.text == all }, "\(group.text ?? "")")
        // Elsewhere: here it would be a fourth click.
        try await Pointer.point(at: Point(x: 80, y: end.y - 120), of: first)
        try await Pointer.button(down: true)
        try await Pointer.point(at: Point(x: 80, y: end.y - 60), of: first)
        #expect(await WindowFixture.wait { (2...6).contains(group.text?.split(separator: "\n").count ?? 0) })
        #expect(group.text.map { all.contains($0) && !$0.contains("line20") } == true, "\(group.text ?? "")")
        try await Pointer.point(at: Point(x: Double(second.width) - 4, y: 8), of: second)
        #expect(
          await WindowFixture.wait { group.text?.hasSuffix("= 60\n\nNext words.") == true }, "\(group.text ?? "")")
        try await Pointer.button(down: false)
      }
    }
  }
}
