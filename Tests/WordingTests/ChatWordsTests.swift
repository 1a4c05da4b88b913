import Domain
import Testing
import Wording

@Suite struct ChatWordsTests {
  private var chat = Chat(id: ChatID(high: 0, low: 1), agent: "crew", createdAt: Timestamp(milliseconds: 0))

  @Test(arguments: [(0, "You: "), (1, "You: Photo"), (2, "You: 2 photos"), (10, "You: 10 photos")])
  func `Pictures without words are counted`(count: Int, line: String) {
    #expect(Preview(text: PictureMarks.line(count), sender: .user).line == line)
  }

  @Test func `You stands before the user's words only`() {
    #expect(Preview(text: "Hello", sender: .user).line == "You: Hello")
    #expect(Preview(text: "Hello", sender: .agent).line == "Hello")
    #expect(Preview(text: PictureMarks.line(2), sender: .agent).line == "2 photos")
    #expect(Preview().line.isEmpty)
  }

  @Test func `What a library of an earlier version says of pictures stays as it is`() {
    #expect(Preview(text: "2 photos", sender: .user).line == "You: 2 photos")
  }

  @Test func `A chat without a title is called New Chat, whatever a damaged row says`() {
    var chat = chat
    #expect(chat.shownTitle == "New Chat")
    chat.titleOrigin = .manual
    #expect(chat.shownTitle == "New Chat")
    chat.title = "Owls"
    #expect(chat.shownTitle == "Owls")
    chat.title = PictureMarks.line(1)
    #expect(chat.shownTitle == "Photo")
  }

  @Test func `A draft of pictures alone is counted, too`() {
    var chat = chat
    #expect(chat.draftLine.isEmpty)
    chat.draftPreview = PictureMarks.line(3)
    #expect(chat.draftLine == "3 photos")
    chat.draftPreview = "Dear"
    #expect(chat.draftLine == "Dear")
  }
}
