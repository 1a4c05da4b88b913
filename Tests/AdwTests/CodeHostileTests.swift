import Adw
import Testing
import TestSupport
import WindowSupport

extension WindowFixtureTests {
  /// Code that no rule for a language was written for. All of it has to be read to its end. How long
  /// turns are, with code as people write it, is in `make bench ARGS=markdown`; here they only have to end.
  @Suite struct CodeHostileTests {
    private nonisolated static let languages =
      ["swift", "html", "bash"]
      + (Effort.isLong
        ? ["python", "js", "typescript", "tsx", "json", "markdown", "c++", "css", "php", "yaml", "tex"] : [])
    private static let pieces =
      ["[{(", "\"", "<a b=", "/*", "\u{0}"]
      + (Effort.isLong
        ? ["a", "(", "'", "`${", "\\", "{\"a\":", "a.b(", "\r", "日", "<script>", "$((", "=>("] : [])

    @Test("a line without an end, brackets in brackets, open quotes: all ends", arguments: languages)
    func endless(language: String) async {
      let colours = CodeColours()
      for piece in Self.pieces {
        for text in [
          String(repeating: piece, count: 200_000 / piece.utf8.count), String(repeating: piece + "\n", count: 3_000),
          String(repeating: String(repeating: piece, count: 80) + "\n", count: 60),
        ] {
          let colouring = CodeColouring(language: language, by: colours) { _ in }
          colouring.show(text)
          let hasEnded = await WindowFixture.wait { !colours.isBusy }
          #expect(hasEnded, "\(language): \(piece.debugDescription)")
        }
      }
    }

    @Test func `a line that is too long stays plain, and those around it have their colours`() async {
      let colours = CodeColours()
      let (before, after) = ("let a = 1\n", "\nlet b = \"c\"\n")
      // One of 200 kB would be all that is read of a text.
      for long in [String(repeating: "let ", count: 300), String(repeating: "let ", count: 40_000), "let \u{0}"] {
        let text = before + long + after
        let whole = CodeColouring(language: "swift", by: colours) { _ in }
        whole.show(text)
        await WindowFixture.wait { !colours.isBusy }
        let growing = CodeColouring(language: "swift", by: colours) { _ in }
        var end = 0
        for step in [12, 500, 1_500, 1_600, text.utf8.count] where step > end && step <= text.utf8.count {
          end = step
          growing.show(String(decoding: text.utf8.prefix(end), as: UTF8.self))
          await WindowFixture.wait { !colours.isBusy }
        }
        #expect(whole.spans == growing.spans)
        let line = before.utf8.count..<before.utf8.count + long.utf8.count
        #expect(whole.spans(in: line).isEmpty)
        #expect(!whole.spans(in: 0..<3).isEmpty && !whole.spans(in: line.upperBound + 1..<text.utf8.count).isEmpty)
      }
    }

    @Test func `a text that is too long has colours as far as they are worth it`() async {
      let colours = CodeColours()
      for line in ["let a = 1\n", "let a = 1" + String(repeating: " ", count: 300) + "\n"] {
        let text = String(repeating: line, count: 6_000)
        let colouring = CodeColouring(language: "swift", by: colours) { _ in }
        colouring.show(text)
        await WindowFixture.wait { !colours.isBusy }
        let end = colouring.spans.last?.range.upperBound ?? 0
        #expect(end > 40_000 && end < 210_000)
        #expect(
          zip(colouring.spans, colouring.spans.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
      }
    }

    @Test func `GtkSourceView is loaded with the first code that is shown, and no sooner`() async {
      await #expect(processExitsWith: .success) {
        try await MainActor.run { @MainActor in
          struct Wrong: Error {}
          @MainActor func isLoaded() throws -> Bool {
            String(decoding: try Scratch.read("/proc/self/maps"), as: UTF8.self).contains("libgtksourceview")
          }
          guard Toolkit.start() else { throw Wrong() }
          let colours = CodeColours()
          let plain = CodeColouring(language: "text", by: colours) { _ in }
          plain.show("let a = 1")
          while MainLoop.turn() {}
          guard try !isLoaded() else { throw Wrong() }
          let colouring = CodeColouring(language: "swift", by: colours) { _ in }
          colouring.show("let a = 1")
          guard try !isLoaded() else { throw Wrong() }
          while colours.isBusy { MainLoop.turn(mayBlock: true) }
          guard try isLoaded(), !colouring.spans.isEmpty else { throw Wrong() }
        }
      }
    }
  }
}
