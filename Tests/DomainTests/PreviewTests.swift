import Domain
import TestSupport
import Testing

@Suite struct `The preview of a chat` {
  private func message(_ text: String, from sender: Sender = .agent, hasPicture: Bool = false) -> Message {
    let picture = Attachment(content: .drawing("rain"), width: 3, height: 2, alternative: "Rain")
    return Message(
      id: MessageID(high: 0, low: 1), chat: ChatID(high: 0, low: 2), sequence: 1, sender: sender, text: text,
      attachments: hasPicture ? [picture] : [], createdAt: Timestamp(milliseconds: 0))
  }

  private func preview(_ text: String, from sender: Sender = .agent, hasPicture: Bool = false) -> String {
    Preview(of: message(text, from: sender, hasPicture: hasPicture)).text
  }

  @Test func `is empty while there is no message`() {
    #expect(Preview().text.isEmpty)
    #expect(Preview().sender == nil)
  }

  @Test func `of several pictures without words knows how many they are`() {
    let picture = Attachment(content: .drawing("rain"), width: 3, height: 2, alternative: "Rain")
    var two = message("", from: .user, hasPicture: true)
    two.attachments = [picture, picture]
    #expect(PictureMarks.count(in: Preview(of: two).text) == 2)
    two.text = "At dusk"
    #expect(Preview(of: two) == Preview(text: "At dusk", sender: .user))
  }

  @Test func `of a picture is its caption, else its mark`() {
    #expect(preview("", hasPicture: true) == "\u{FFFC}")
    #expect(preview(" \n", from: .user, hasPicture: true) == "\u{FFFC}")
    #expect(preview("At dusk", hasPicture: true) == "At dusk")
  }

  @Test(arguments: ["\u{FFFC}", "\u{FFFC}\u{FFFC}", "a\u{FFFC}b", "\u{FFFC}\u{301}"])
  func `of what somebody wrote never stands for pictures`(text: String) {
    for hasPicture in [false, true] {
      let made = Preview(of: message(text, hasPicture: hasPicture))
      #expect(PictureMarks.count(in: made.text) == nil && !made.text.isEmpty)
    }
    #expect(Title.automatic(from: text, hasPicture: true).flatMap(PictureMarks.count) == nil)
    #expect(Title.manual(text).flatMap(PictureMarks.count) == nil)
  }

  @Test(arguments: [
    ("one\ntwo\r\n\n  three\tfour", "one two three four"),
    ("# Title\n\nText", "Title Text"),
    ("###### Six\n####### Seven", "Six ####### Seven"),
    ("#hashtag", "#hashtag"),
    ("- one\n- two\n* three\n+ four", "one two three four"),
    ("1. one\n2. two", "1. one 2. two"),
    ("> quoted\n>> twice", "quoted twice"),
    ("above\n---\nbelow\n* * *\nend\n___", "above below end"),
    ("| a | b |\n|---|:-:|\n| 1 | 2 |", "| a | b | | 1 | 2 |"),
    ("```swift\nlet a = b * c * d\n# not a heading\n---\n```\nafter", "let a = b * c * d # not a heading --- after"),
    ("~~~\n__init__\n~~~", "__init__"),
    ("```one line```", "one line"),
  ])
  func `is one line without the marks of blocks`(text: String, line: String) {
    #expect(preview(text) == line)
  }

  @Test(arguments: [
    ("**bold** and *slanted* and __bold__ and _slanted_", "bold and slanted and bold and slanted"),
    ("***both*** and ~~gone~~", "both and gone"),
    ("**a *b* c**", "a b c"),
    ("これは**重要**です", "これは重要です"),
    ("use `a * b` and ``x`y``", "use a * b and x`y"),
    ("see [the docs](https://example.org/a_(b)) now", "see the docs now"),
    ("![a **big** cat](cat.png)!", "a big cat!"),
    ("(**bold**), \"*slanted*\"", "(bold), \"slanted\""),
  ])
  func `is without the marks of emphasis, code and links`(text: String, line: String) {
    #expect(preview(text) == line)
  }

  @Test(arguments: [
    "5*3 = 15 and 2*3*4 = 24", "2**3**2", "5 * 3 * 2", "snake_case_name and __init", "a ~ b, ~10, ~/notes",
    "price* and *terms", "½ ~~ 1", "¯\\_(ツ)_/¯", "list[0](x) and [ ] and [a] (b)", "it's `open", ">:( and >_<",
    "C:\\*.*", "<b>", "a < b > c", "👩‍👩‍👧‍👦 🇮🇳", "1_000_000", "**", "~", "#", "-5 °C",
  ])
  func `keeps what only looks like a mark`(text: String) {
    #expect(preview(text, from: .user) == text)
    #expect(preview(text) == text)
  }

  @Test(arguments: ["---", "***", "```", "> ", "-"])
  func `shows a text of nothing but marks as it is`(text: String) {
    #expect(preview(text) == text.filter { $0 != " " })
  }

  @Test func `takes tags for text: what a model thinks is kept apart from what it says`() {
    #expect(preview("<think>Hm.</think> It is four.") == "<think>Hm.</think> It is four.")
    let thought = Message(
      id: MessageID(high: 1, low: 1), chat: ChatID(high: 1, low: 1), sequence: 1, sender: .agent, text: "It is four.",
      reasoning: "Two and two.",
      createdAt: Timestamp(milliseconds: 0))
    #expect(Preview(of: thought).text == "It is four.")
  }

  @Test func `holds 160 characters whole, and one more is cut`() {
    let family = String(repeating: "👩‍👩‍👧‍👦", count: 160)
    #expect(preview(family) == family)
    #expect(preview(family + "a") == family + "…")
    #expect(preview("**" + String(repeating: "a", count: 160) + "**") == String(repeating: "a", count: 160))
  }

  @Test func `of a very long message is made at once`() {
    let long = String(repeating: "[*`_~ ", count: 200_000)
    let spent = processorTime { _ = preview(long, from: .user) }
    #expect(spent < .seconds(1))
  }
}
