import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// What is typed and not sent, with one window, with two on one data folder, and with one that is killed: a library that
/// is only left alone has saved what it has saved, as a killed one has.
@Suite(.timeLimit(.minutes(1)))
final class DraftTests {
  private let windows = Windows()

  /// A second process on the same data folder.
  private func beside(_ library: TestLibrary) async throws -> TestLibrary {
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(now: 1_736_000_000_000))
    try await other.service.start()
    return other
  }

  /// Types, and waits until what is on disk is `row`.
  private func type(_ text: String, in thread: ThreadModel, of library: TestLibrary, row: String) async throws {
    thread.draft = text
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(400))
    try await onDisk(row, in: thread.chat.id, of: library)
  }

  private func onDisk(_ text: String, in chat: ChatID, of library: TestLibrary) async throws {
    let preview = text.replacing("\n", with: " ")
    if try await library.service.draft(in: chat).text == text { return }
    await library.log.first { if case .saved(let chat) = $0 { chat.draftPreview == preview } else { false } }
    #expect(try await library.service.draft(in: chat).text == text)
  }

  @Test func `What is sent is kept even where nobody holds the library's model any more`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "One", messages: 2)
    weak var gone: LibraryModel?
    let thread = try await {
      let model = try await openModel(library)
      gone = model
      model.open(chat.id)
      let thread = try #require(model.thread)
      await until { thread.phase == .ready }
      return thread
    }()
    // What it had begun may hold it for a moment.
    while gone != nil {
      try Task.checkCancellation()
      await Task.yield()
    }
    thread.draft = "These words"
    thread.send()
    await library.log.first { if case .messageSaved(let message) = $0 { message.text == "These words" } else { false } }
  }

  @Test func `Words that a face has at hand are sent apart from what is typed, and a failed send leaves both`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "One", messages: 2)
    let (_, thread) = try await windows.open(chat.id, in: library)
    try await type("half", in: thread, of: library, row: "half")
    let receipt = try await thread.composer.send("Whole", isTyped: false)
    #expect(receipt.message.text == "Whole" && thread.draft == "half")
    #expect(try await library.service.draft(in: chat.id).text == "half")
    library.failing.failWrites(with: .diskFull(path: "/library"))
    await #expect(throws: StoreError.diskFull(path: "/library")) {
      _ = try await thread.composer.send("Lost", isTyped: false)
    }
    library.failing.failWrites(with: nil)
    #expect(thread.draft == "half" && thread.sendFailure == nil)
    // Typed, sent, and typed on: what was on disk of the first goes with it, and the rest is there again.
    thread.draft = "next"
    _ = try await thread.composer.send("half", isTyped: true)
    try await onDisk("next", in: chat.id, of: library)
  }

  @Test func `Text that no field can show stands beside it, and is one draft and one message with what is typed`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "One", messages: 2)
    let (model, thread) = try await windows.open(chat.id, in: library)
    let long = String(repeating: "x", count: 60_000)
    thread.draft = "Explain"
    #expect(!thread.composer.takes(inserted: "this: "))
    #expect(thread.composer.takes(inserted: long))
    #expect(thread.draft == "Explain" && thread.composer.longTextSize == "60.0 kB")
    await model.shutDown()
    #expect(try await library.service.draft(in: chat.id).text == "Explain\n" + long)

    let (again, restored) = try await windows.open(chat.id, in: library)
    await until { restored.composer.longTextSize != nil }
    #expect(restored.draft.isEmpty && restored.canSend)
    restored.composer.removeLongText()
    #expect(!restored.canSend)
    again.notices.newest?.action?()
    restored.draft = "Please"
    restored.send()
    await until { restored.rows.contains { $0.text == "Please\nExplain\n" + long } }
    #expect(restored.draft.isEmpty && restored.composer.longTextSize == nil)
    await again.shutDown()
    #expect(try await library.service.draft(in: chat.id).isBlank)
  }

  @Test(arguments: [
    (String(repeating: "漢字仮名、", count: 1_000), true), (String(repeating: "words and ", count: 1_500), true),
    (String(repeating: "a line of code\n", count: 10_000), true), (String(repeating: "x", count: 4_001), false),
    (String(repeating: "words and ", count: 1_700), false), (String(repeating: "line\n", count: 50_000), false),
  ]) func `A field takes what it can lay out at once`(text: String, fits: Bool) async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "One", messages: 2)
    let (_, thread) = try await windows.open(chat.id, in: library)
    thread.draft = text
    #expect(thread.draft == (fits ? text : ""))
    #expect((thread.composer.longTextSize == nil) == fits)
  }

  @Test func `What is typed before the draft was read is kept when the chat is left at once`() async throws {
    let library = try await TestLibrary()
    let one = try await library.chat(titled: "One", messages: 2)
    let two = try await library.chat(titled: "Two", messages: 2)
    try await library.service.saveDraft(Draft(text: "From before "), in: one.id)
    let model = try await openModel(library)
    for round in 1...6 {
      model.open(one.id)
      model.thread?.draft += "a\(round)"
      model.open(two.id)
      model.thread?.draft += "b\(round)"
    }
    await model.shutDown()
    #expect(try await library.service.draft(in: one.id).text == "From before a1a2a3a4a5a6")
    #expect(try await library.service.draft(in: two.id).text == "b1b2b3b4b5b6")
  }

  @Test func `A message that is sent before the draft was read leaves the draft alone`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    try await library.service.saveDraft(Draft(text: "For later"), in: chat.id)
    let model = try await openModel(library)
    model.open(chat.id)
    let thread = try #require(model.thread)
    thread.draft = "Now"
    thread.send()
    await until { thread.texts.last == "Now" && thread.draft == "For later" }
    await model.shutDown()
    #expect(try await library.service.draft(in: chat.id).text == "For later")
  }

  @Test func `The field is told of each change in the same turn, and a key right after Enter is a new message`()
    async throws
  {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let (model, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    // A field as the window has it: a key is added to what it shows.
    var field = ""
    thread.composer.onWrite = { field = $0 }
    for index in 1...50 {
      for letter in "m\(index)" {
        field.append(letter)
        thread.draft = field
      }
      thread.send()
    }
    await model.shutDown()
    #expect(try await library.saved(in: thread.chat.id).map(\.text) == (1...50).map { "m\($0)" })
  }

  @Test func `When one of many sends fails, all behind it come back in their order`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    library.failing.failWrites(with: .diskFull(path: "/library"))
    for text in ["one", "two", "three"] {
      thread.draft = text
      thread.send()
    }
    thread.draft = "four"
    await until { thread.sendFailure != nil }
    #expect(thread.draft == "one\ntwo\nthree\nfour")
    #expect(try await library.saved(in: thread.chat.id).isEmpty)
  }

  @Test func `A draft that cannot be saved says so in its place until it can`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    library.failing.failWrites(with: .diskFull(path: "/library"))
    thread.draft = "Not lost"
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(400))
    await until { thread.composer.failure?.contains("full") == true }
    #expect(model.notices.newest == nil)
    library.failing.failWrites(with: nil)
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(5))
    library.surroundings.advance(by: .seconds(5))
    await until { thread.composer.failure == nil }
    #expect(try await library.service.draft(in: thread.chat.id).text == "Not lost")
  }

  @Test func `While one types, the draft is saved every 400 milliseconds`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await windows.open(try await library.chat(messages: 0).id, in: library)
    thread.draft = "a"
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(300))
    thread.draft = "ab"
    library.surroundings.advance(by: .milliseconds(100))
    try await onDisk("ab", in: thread.chat.id, of: library)
  }

  // MARK: Two processes

  @Test func `A sends what it wrote, and B's own words stay`() async throws {
    let a = try await TestLibrary()
    a.puppet.answers(.never)
    let chat = try await a.chat(messages: 1)
    let b = try await beside(a)
    let (_, inA) = try await windows.open(chat.id, in: a)
    let (modelB, inB) = try await windows.open(chat.id, in: b)
    try await type("X", in: inA, of: a, row: "X")
    try await type("Y", in: inB, of: b, row: "X\nY")
    inA.send()
    await until { inA.texts.last == "X" }
    #expect(try await a.service.draft(in: chat.id).text == "Y")
    await modelB.shutDown()
    #expect(try await a.service.draft(in: chat.id).text == "Y")
    #expect(inA.draft == "" && inB.draft == "Y")
  }

  @Test(arguments: [true, false])
  func `Whichever of two is killed, both drafts are there afterwards`(isFirstKilled: Bool) async throws {
    let a = try await TestLibrary()
    let chat = try await a.chat(messages: 1)
    let b = try await beside(a)
    let (modelA, inA) = try await windows.open(chat.id, in: a)
    let (modelB, inB) = try await windows.open(chat.id, in: b)
    try await type("X", in: inA, of: a, row: "X")
    try await type("Y", in: inB, of: b, row: "X\nY")
    try await type("X and more", in: inA, of: a, row: "X and more\nY")
    await (isFirstKilled ? modelB : modelA).shutDown()
    let (_, next) = try await windows.open(chat.id, in: try await beside(a))
    #expect(next.draft == "X and more\nY")
  }

  @Test func `What another takes away although it was written here is saved again on leaving`() async throws {
    let a = try await TestLibrary()
    let chat = try await a.chat(messages: 1)
    let b = try await beside(a)
    let (modelA, inA) = try await windows.open(chat.id, in: a)
    try await type("X", in: inA, of: a, row: "X")
    // An older Sotto takes the whole draft away with each message that it sends.
    try await b.service.saveDraft(Draft(), in: chat.id)
    await modelA.shutDown()
    #expect(try await b.service.draft(in: chat.id).text == "X")
  }

  @Test func `A draft that was only read here goes when the other sends it, and does not come back`() async throws {
    let a = try await TestLibrary()
    a.puppet.answers(.never)
    let chat = try await a.chat(messages: 1)
    try await a.service.saveDraft(Draft(text: "From before"), in: chat.id)
    let b = try await beside(a)
    let (_, inA) = try await windows.open(chat.id, in: a)
    let (modelB, inB) = try await windows.open(chat.id, in: b)
    await modelB.start()
    #expect(inB.draft == "From before")
    inA.send()
    await until { inB.draft == "" }
    await modelB.shutDown()
    #expect(try await a.service.draft(in: chat.id).isBlank)
  }

  @Test func `Each process sends its own pictures, and the other's wait on`() async throws {
    let a = try await TestLibrary()
    a.puppet.answers(.never)
    let chat = try await a.chat(messages: 1)
    let b = try await beside(a)
    let (_, inA) = try await windows.open(chat.id, in: a)
    let (modelB, inB) = try await windows.open(chat.id, in: b)
    inA.add([.file(path: "/photos/one.jpg")])
    await until { inA.canSend }
    await a.log.first { if case .saved(let chat) = $0 { chat.draftLine == "Photo" } else { false } }
    inB.add([.file(path: "/photos/two.jpg")])
    await until { inB.canSend }
    await b.log.first { if case .saved(let chat) = $0 { chat.draftLine == "2 photos" } else { false } }
    inA.send()
    await until { inA.rows.contains { $0.pictures.count == 1 } }
    await modelB.shutDown()
    #expect(try await a.service.draft(in: chat.id).pictures.map(\.alternative) == ["two.jpg"])
  }
}
