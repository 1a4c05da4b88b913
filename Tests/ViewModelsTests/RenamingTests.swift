import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// What the field for a title has at first, and what becomes the title.
@Suite(.timeLimit(.minutes(1)))
struct RenamingTests {
  @Test func `A title in words is there to be changed`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "Mumbai", messages: 2)
    let model = try await openModel(library)
    let renaming = Renaming(chat)
    #expect(renaming.text == "Mumbai" && renaming.placeholder == "Mumbai")
    for same in ["Mumbai", "", "  "] {
      #expect(await model.rename(renaming, to: same).value)
      #expect(try await library.service.chat(chat.id)?.title == "Mumbai")
    }
    #expect(await model.rename(renaming, to: " Bombay ").value)
    #expect(try await library.service.chat(chat.id)?.title == "Bombay")
  }

  @Test func `A chat whose title follows its first message keeps that unless another is written`() async throws {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let chat = try await library.service.createChat(titled: nil, agent: "puppet")
    let model = try await openModel(library)
    let untitled = Renaming(chat)
    #expect(untitled.text == "" && untitled.placeholder == "New Chat")
    // While the field is open the first message comes.
    _ = try await library.service.send("Soup", in: chat.id)
    _ = await model.rename(untitled, to: untitled.text).value
    let titled = try #require(try await library.service.chat(chat.id))
    #expect(titled.title == "Soup" && titled.titleOrigin == .automatic)
    let again = Renaming(titled)
    _ = await model.rename(again, to: again.text).value
    #expect(try await library.service.chat(chat.id)?.titleOrigin == .automatic)
    // What was written counts, though the title is another one by now.
    _ = await model.rename(untitled, to: "New Chat").value
    let renamed = try #require(try await library.service.chat(chat.id))
    #expect(renamed.title == "New Chat" && renamed.titleOrigin == .manual)
    #expect(Renaming(renamed).text == "New Chat")
  }

  @Test func `What is only said in place of a title is never kept as one`() async throws {
    let library = try await TestLibrary()
    let model = try await openModel(library)
    var chat = try await library.service.createChat(titled: nil, agent: "puppet")
    chat.title = PictureMarks.line(1)
    chat.titleOrigin = .automatic
    let pictured = chat
    try await library.store.write { store throws(StoreError) in try store.update(pictured) }
    let renaming = Renaming(chat)
    #expect(renaming.text == "" && renaming.placeholder == "Photo")
    _ = await model.rename(renaming, to: renaming.text).value
    let kept = try #require(try await library.service.chat(chat.id))
    #expect(kept.title == PictureMarks.line(1) && kept.titleOrigin == .automatic)
  }

  @Test func `A title that is longer than its field is not cut for being looked at`() async throws {
    let library = try await TestLibrary()
    let title = String(repeating: "👩‍👩‍👧‍👦", count: 150)
    let chat = try await library.chat(titled: title, messages: 1)
    let model = try await openModel(library)
    let renaming = Renaming(chat)
    #expect(renaming.text.unicodeScalars.count == Renaming.limit)
    _ = await model.rename(renaming, to: renaming.text).value
    #expect(try await library.service.chat(chat.id)?.title == title)
  }
}
