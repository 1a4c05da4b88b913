import Adw
import Glibc
import Markdown
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// Pictures of rich text, to be looked at: SOTTO_GALLERY says in which folder they go.
  @Suite(.enabled(if: getenv("SOTTO_GALLERY") != nil, "Nobody wants to look.")) struct RichTextGallery {
    private static func picture(
      _ name: String, width: Int = 760, height: Int = 900, scheme: ColorScheme = .light,
      _ make: () -> any Widget, then: (Window) async throws -> Void = { _ in }
    ) async throws {
      Appearance.colorScheme = scheme
      defer { Appearance.colorScheme = .light }
      let column = make()
      try await WindowFixture.show(Scroller(AnyWidget(column)), width: width, height: height) { window in
        _ = await WindowFixture.frames(4, of: window)
        try await then(window)
        _ = await WindowFixture.frames(4, of: window)
        // Colours of code come later.
        let late = MainLoop.after(milliseconds: 400) {}
        await WindowFixture.wait { !late.isWaiting }
        let folder = getenv("SOTTO_GALLERY").map { String(cString: $0) } ?? "."
        try await Pointer.run("import", "-silent", "-window", "root", "\(folder)/\(name).png")
      }
    }

    private static func text(_ blocks: [Block], letters: Int? = 75) -> RichText {
      let text = RichText().lettersPerLine(letters).margins(24)
      text.show(blocks)
      return text
    }

    @Test(arguments: [ColorScheme.light, .dark])
    func everything(_ scheme: ColorScheme) async throws {
      try await Self.picture("rt-everything-\(scheme)", height: 1_000, scheme: scheme) {
        Self.text(GallerySample.answer)
      }
      try await Self.picture("rt-more-\(scheme)", height: 1_000, scheme: scheme) { Self.text(GallerySample.more) }
    }

    @Test func narrow() async throws {
      try await Self.picture("rt-narrow", width: 360, height: 1_000) { Self.text(GallerySample.answer).margins(12) }
      try await Self.picture("rt-narrow-more", width: 360, height: 1_000) { Self.text(GallerySample.more).margins(12) }
    }

    @Test func `right to left`() async throws {
      try await Self.picture("rt-rtl", height: 800) { Self.text(GallerySample.rightToLeft) }
    }

    @Test(arguments: [ColorScheme.light, .dark])
    func `bubbles and emoji`(_ scheme: ColorScheme) async throws {
      let sheet = StyleSheet(
        """
        .test-bubble { border-radius: 18px; padding: 8px 14px; background: alpha(currentColor, 0.08); }
        .test-bubble.user { background: #1c71d8; color: white; }
        """)
      defer { sheet.remove() }
      try await Self.picture("rt-bubbles-\(scheme)", width: 520, height: 820, scheme: scheme) {
        let column = BubbleColumn(free: 60, spacing: 8).margins(16)
        for (index, block) in GallerySample.talk.enumerated() {
          let text = RichText().onColor(index.isMultiple(of: 2))
          text.show([block])
          let bubble = Box(.vertical) { text }.styled("test-bubble").style("user", index.isMultiple(of: 2))
          column.add(bubble, index.isMultiple(of: 2) ? .end : .start)
        }
        return column
      }
    }

    @Test func selected() async throws {
      let text = Self.text(GallerySample.answer)
      try await Self.picture("rt-selected", height: 1_000) {
        text
      } then: { _ in
        text.selectAll()
      }
    }
  }
}
