import Domain
import TestSupport
import Testing

@Suite struct `The title of a chat` {
  private func title(_ text: String, hasPicture: Bool = false) -> String? {
    Title.automatic(from: text, hasPicture: hasPicture)
  }

  @Test(arguments: [
    ("Hello", "Hello"),
    ("  Hello  ", "Hello"),
    ("\n\n \t\n  Second line first\nthird", "Second line first"),
    ("one\r\ntwo", "one"),
    ("one\u{2028}two", "one"),
    ("a  \t b \u{A0} c", "a b c"),
  ])
  func `is the first line that is not empty, white space collapsed`(text: String, title: String) {
    #expect(self.title(text) == title)
  }

  @Test(arguments: ["", " ", "\n\n\t "])
  func `is none without words, and the mark of a picture for one alone`(text: String) {
    #expect(title(text) == nil)
    #expect(title(text, hasPicture: true) == "\u{FFFC}")
  }

  @Test func `is the caption of a picture that has one`() {
    #expect(title("The harbour\nat dusk", hasPicture: true) == "The harbour")
  }

  @Test func `holds thirty characters whole, and one more is cut`() {
    let thirty = String(repeating: "a", count: 30)
    #expect(title(thirty) == thirty)
    #expect(title(thirty + "\n" + thirty) == thirty)
    #expect(title(thirty + "a") == thirty + "…")
  }

  @Test func `is not cut for white space at its end`() {
    let thirty = String(repeating: "a", count: 30)
    #expect(title("  " + thirty + "   ") == thirty)
  }

  /// `before` characters, a space, and letters to well beyond the limit.
  private func words(_ before: Int) -> String {
    String(repeating: "a", count: before) + " " + String(repeating: "b", count: 60)
  }

  @Test(arguments: 20...30)
  func `is cut at a word's end that lies within the last ten`(end: Int) {
    #expect(title(words(end)) == String(repeating: "a", count: end) + "…")
  }

  @Test(arguments: [1, 10, 18, 19])
  func `is cut inside a word when no word ends within the last ten`(end: Int) {
    #expect(title(words(end)) == words(end).prefix(30) + "…")
  }

  @Test(arguments: [31, 40])
  func `is cut at the limit when the first word is longer`(end: Int) {
    #expect(title(words(end)) == String(repeating: "a", count: 30) + "…")
  }

  @Test func `is cut at the last word's end of several`() {
    #expect(title("Four days in Mumbai with my sister in December") == "Four days in Mumbai with my…")
    #expect(title("aaaaaaaaaaaaaaaaaaaa b c d e ffffffffff") == "aaaaaaaaaaaaaaaaaaaa b c d e…")
  }

  @Test(arguments: ["👩‍👩‍👧‍👦", "🇮🇳", "👍🏽", "e\u{301}", "क्षि", "❤️", "1️⃣"])
  func `counts what looks like one character as one`(character: String) {
    #expect(character.count == 1)
    let thirty = String(repeating: character, count: 30)
    #expect(title(thirty) == thirty)
    #expect(title(thirty + character) == thirty + "…")
  }

  @Test func `counts Chinese and Japanese by characters and cuts between them`() {
    let text = String(repeating: "東京へ行きたい", count: 5)
    #expect(title(text) == text.prefix(30) + "…")
    #expect(title("東京へ行きたい") == "東京へ行きたい")
  }

  @Test func `may be cut at an ideographic space`() {
    #expect(
      title(String(repeating: "山", count: 25) + "\u{3000}" + String(repeating: "川", count: 20))
        == String(repeating: "山", count: 25) + "…")
  }

  @Test func `of a very long message takes no longer than that of a long one`() {
    let growth = growth { size in
      let book = String(repeating: "\n", count: 100) + String(repeating: "word ", count: 100_000 * size)
      return { #expect(title(book) == "word word word word word word…") }
    }
    #expect(growth < 5)
  }

  @Test(arguments: [("  My  trip\nto Rome ", "My trip to Rome"), ("A", "A")])
  func `as typed by the user is put on one line`(typed: String, title: String) {
    #expect(Title.manual(typed) == title)
  }

  @Test func `as typed by the user is kept when the new one is blank, and cut only at two hundred`() {
    #expect(Title.manual(" \n\t") == nil)
    let long = String(repeating: "👩‍👩‍👧‍👦", count: 250)
    #expect(Title.manual(long) == String(long.prefix(200)))
  }

  private func preview(_ text: String) -> String {
    let message = Message(
      id: MessageID(high: 0, low: 1), chat: ChatID(high: 0, low: 2), sequence: 1, sender: .agent, text: text,
      createdAt: Timestamp(milliseconds: 0))
    return Preview(of: message).text
  }

  @Test func `is no taller than a line: a letter with a million marks keeps a few`() {
    let pile = "a" + String(repeating: "\u{300}", count: 1_000_000) + "b"
    let kept = "a" + String(repeating: "\u{300}", count: 12) + "b"
    #expect(title(pile) == kept)
    #expect(Title.manual(pile) == kept)
    #expect(preview(pile) == kept)
    // One character of many parts is no longer than others.
    let chain = String(repeating: "👩\u{200D}", count: 500_000)
    for line in [title(chain), Title.manual(chain), preview(chain)] {
      #expect((1...1_601).contains(line?.unicodeScalars.count ?? 0))
    }
  }
}
