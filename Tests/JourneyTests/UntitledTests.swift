import Domain
import TestLibrary
import TestSupport
import Testing
import Wording

/// A chat without a title gets one from its first message, whatever that says and whoever sends it.
@Suite(.timeLimit(.minutes(1)))
struct UntitledTests {
  @Test(arguments: ["New Chat", "Photo", "Hello"])
  func `The first message gives the title, and no later one changes it`(words: String) async throws {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let made = try await library.service.createChat(titled: nil, agent: "puppet")
    #expect(made.titleOrigin == .untitled && made.title.isEmpty && made.shownTitle == "New Chat")
    #expect(try await library.service.chat(made.id)?.titleOrigin == .untitled)
    _ = try await library.service.send(words, in: made.id)
    _ = try await library.service.send("Something else", in: made.id)
    let chat = try #require(try await library.service.chat(made.id))
    #expect(chat.title == words && chat.titleOrigin == .automatic)
  }

  @Test func `A chat made in one process gets its title from a message sent in another`() async throws {
    let one = try await TestLibrary()
    let made = try await one.service.createChat(titled: nil, agent: "puppet")
    let two = try await TestLibrary(in: one.folder, surroundings: one.surroundings)
    two.puppet.answers(.never)
    await one.service.listenToOtherProcesses()
    _ = try await two.service.send("New Chat", in: made.id)
    await one.log.first { if case .saved(let chat) = $0 { chat.title == "New Chat" } else { false } }
    one.puppet.answers(.never)
    _ = try await one.service.send("Later", in: made.id)
    #expect(try await two.service.chat(made.id)?.title == "New Chat")
  }

  @Test func `A chat that begins with a picture is called so in the user's language, and stays`() async throws {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let made = try await library.service.createChat(titled: nil, agent: "puppet")
    let owl = Attachment(content: .drawing("owl"), width: 4, height: 3, alternative: "An owl")
    _ = try await library.service.send("", attachments: [owl, owl], in: made.id)
    let chat = try #require(try await library.service.chat(made.id))
    #expect(chat.shownTitle == "Photo" && chat.preview.line == "You: 2 photos")
    _ = try await library.service.send("An owl", in: made.id)
    #expect(try await library.service.chat(made.id)?.shownTitle == "Photo")
    try await library.service.rename(made.id, to: "Owls")
    #expect(try await library.service.chat(made.id)?.shownTitle == "Owls")
  }
}
