import Testing

@testable import Agents

@Suite struct `The chunks of a text` {
  @Test(arguments: [
    ("", []),
    ("One", ["One"]),
    ("One two", ["One", " two"]),
    ("One\n\ntwo  three\n", ["One", "\n\ntwo", "  three\n"]),
    ("  lead", ["  lead"]),
    (" \n", [" \n"]),
    ("a\r\nb", ["a", "\r\nb"]),
    ("Hi 👩‍👩‍👧‍👦 🇮🇳!", ["Hi", " 👩‍👩‍👧‍👦", " 🇮🇳!"]),
    ("e\u{301}te\u{301} là", ["e\u{301}te\u{301}", " là"]),
  ])
  func `are words with the white space before them`(text: String, chunks: [String]) {
    #expect(WordSplitter.chunks(of: text) == chunks)
  }

  @Test func `are cut where a script has no spaces, but never inside a character`() {
    let text = String(repeating: "山👨‍👩‍👧", count: 40)
    let chunks = WordSplitter.chunks(of: text)
    #expect(chunks.map(\.count) == [24, 24, 24, 8])
    #expect(chunks.joined() == text)
  }

  @Test(arguments: ["jarvis", "crew"])
  func `of every text of the personas join to that text, and each has one word`(id: String) throws {
    let persona = try persona(id)
    for text in persona.texts + persona.pictures.map(\.caption) {
      let chunks = WordSplitter.chunks(of: text)
      #expect(chunks.joined() == text)
      #expect(chunks.count == text.split(whereSeparator: \.isWhitespace).count)
      #expect(chunks.map(\.count).reduce(0, +) == text.count)
    }
  }
}
