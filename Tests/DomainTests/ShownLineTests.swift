import Domain
import Testing

@Suite struct `A title as it is shown` {
  @Test func `cannot turn what follows it`() {
    #expect(ShownLine.of("abc\u{202E}gnp.exe") == "abcgnp.exe")
    #expect(ShownLine.of("\u{2067}a\u{2069}\u{202A}b\u{202C}") == "ab")
  }

  @Test func `is one line`() {
    #expect(ShownLine.of("one\ntwo\u{2028}three\r") == "one two three ")
  }

  @Test func `keeps its letters, whatever their direction`() {
    for title in ["Soup for Sunday", "שלום", "مرحبا", "👩‍👩‍👧 e\u{301}", "a\u{200F}!"] {
      #expect(ShownLine.of(title) == title)
    }
  }

  @Test func `is no pile of marks`() {
    #expect(
      ShownLine.of("a" + String(repeating: "\u{300}", count: 4_000) + "bc") == "a"
        + String(repeating: "\u{300}", count: 12) + "bc")
  }

  @Test func `stands by itself within a sentence`() {
    #expect(ShownLine.within("Soup") == "Soup")
    #expect(ShownLine.within("שלום\u{202E}") == "\u{2068}שלום\u{2069}")
  }
}
