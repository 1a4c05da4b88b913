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

  @Test func `is one line`() {
    #expect(preview("one\ntwo\r\n\n  three\tfour") == "one two three four")
  }

  @Test(arguments: ["5*3 = 15", "**bold**", "# no heading", "- a", "`code`", "¯\\_(ツ)_/¯", "---"])
  func `shows what people write as they did`(text: String) {
    let made = Preview(of: message(text, from: .user)) { _, _ in "read as Markdown" }
    #expect(made.text == text)
  }

  @Test func `shows what agents write as the reader of Markdown says, cut to its length`() {
    #expect(Preview(of: message("**a**\nb")) { text, limit in "\(text.count) \(limit)" }.text == "7 160")
    let long = Preview(of: message("a")) { _, _ in String(repeating: "a", count: 200) }
    #expect(long.text == String(repeating: "a", count: 160) + "…")
    #expect(Preview(of: message("a", hasPicture: true)) { _, _ in "" }.text == "\u{FFFC}")
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
  }

  @Test func `of a very long message takes time that grows no faster than the message`() {
    let growth = growth { size in
      let long = String(repeating: "[*`_~ ", count: 20_000 * size)
      return { _ = preview(long, from: .user) }
    }
    #expect(growth < 40)
  }
}
