import Domain
import FoundationEssentials
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// The page of a chat's settings, on a real library.
@Suite(.timeLimit(.minutes(1)))
struct ChatSettingsTests {
  /// A library whose puppet takes settings, with a chat open in a window, and the page of its settings.
  private func page(
    in library: TestLibrary, of chat: ChatID, _ windows: Windows
  ) async throws -> (LibraryModel, ChatSettingsModel) {
    var defaults = ReplyParameters.usual
    defaults.temperature = 0.6
    defaults.contextLength = 4_096
    library.puppet.takes(TakenSettings(defaults: defaults, longestContext: 8_192, canSwitchReasoning: true))
    let (model, _) = try await windows.open(chat, in: library)
    let page = try #require(model.openChatSettings())
    await page.load()
    #expect(page.phase == .ready)
    return (model, page)
  }

  private func saved(_ library: TestLibrary, _ chat: ChatID) async throws -> ChatSettings {
    try await library.service.chatSettings(of: chat)
  }

  @Test
  func `What is typed is saved, an empty field is the agent's own, and what cannot be says why and changes nothing`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1).id
    let windows = Windows()
    let (_, page) = try await page(in: library, of: chat, windows)
    #expect(page.text(of: .temperature) == "" && page.defaultText(of: .temperature) == "0.6")
    #expect(page.defaultText(of: .seed) == "any" && page.defaultText(of: .contextLength) == "4096")
    page.write(instructions: "Be brief.")
    page.write("0,25", for: .temperature)
    page.write("٧", for: .topK)
    #expect(!page.isSaved)
    // While one types, what was typed stands there; then it is written as usual.
    #expect(page.text(of: .temperature) == "0,25")
    page.endWriting(.temperature)
    #expect(page.text(of: .temperature) == "0.25")
    await page.settle()
    #expect(page.isSaved)
    var settings = try await saved(library, chat)
    #expect(settings.instructions == "Be brief.")
    #expect(settings.parameters.temperature == 0.25 && settings.parameters.topK == 7)
    for wrong in ["99", "x", "-1", "nan", "1e3", "0x1", ".", "1.2.3"] {
      page.write(wrong, for: .temperature)
      #expect(page.fault(of: .temperature) == "“Temperature” takes a number from 0 to 5.", "\(wrong)")
    }
    page.write("9000", for: .contextLength)
    #expect(page.fault(of: .contextLength) == "“Context length” takes a whole number from 512 to 8192.")
    page.write(instructions: String(repeating: "a", count: 70_000))
    #expect(page.instructionsFault == "Instructions can take 65.5 kB, and these take 70.0 kB. Shorten them.")
    await page.settle()
    #expect(try await saved(library, chat) == settings)
    page.write("", for: .temperature)
    #expect(page.fault(of: .temperature) == nil)
    page.set(reasoning: false)
    await page.settle()
    settings = try await saved(library, chat)
    #expect(settings.parameters.temperature == nil && settings.parameters.reasoning == false)
    page.reset()
    await page.settle()
    #expect(try await saved(library, chat) == ChatSettings(instructions: "Be brief."))
    #expect(!page.canReset && page.fault(of: .contextLength) == nil)
    // Once more, and then back again.
    page.write("9000", for: .contextLength)
    page.write("0.3", for: .temperature)
    page.set(reasoning: true)
    page.set(summarises: true)
    let old = page.reset()
    #expect(!page.summarises && page.text(of: .temperature) == "" && page.fault(of: .contextLength) == nil)
    page.set(old)
    await page.settle()
    #expect(page.text(of: .temperature) == "0.3" && page.reasoning == true)
    #expect(try await saved(library, chat) == old && old.overflow == .summarise)
    // A larger context that was chosen goes with its number.
    try await library.service.changeChatSettings(of: chat) { $0.overflow = .largerContext }
    await until { !page.summarises }
    page.reset()
    await page.settle()
    #expect(try await saved(library, chat).overflow == nil)
  }

  @Test func `It is saved 0.4 seconds after the first key, and whoever closes the page or the window saves at once`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1).id
    let windows = Windows()
    let (model, page) = try await page(in: library, of: chat, windows)
    page.write("1", for: .temperature)
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(400))
    await until { page.isSaved }
    #expect(try await saved(library, chat).parameters.temperature == 1)
    page.write(instructions: "Last words")
    model.closeChatSettings()
    await windows.idle()
    #expect(try await saved(library, chat).instructions == "Last words")
    let next = try #require(model.openChatSettings())
    await next.load()
    next.write(instructions: "Very last words")
    await model.shutDown()
    #expect(try await saved(library, chat).instructions == "Very last words")
  }

  @Test func `A model that is loaded with another context than the chat wants can be loaded with that now`()
    async throws
  {
    let library = try await TestLibrary()
    let path = library.folder + "/a.gguf"
    try Data(Array("GGUF-a".utf8)).write(to: URL(filePath: path))
    let record = try await library.addModel(
      path, ModelFacts(architecture: "llama", contextLength: 8_192, contextBytesPerToken: 1_000))
    library.agents.replace(by: [library.puppet, PuppetAgent(id: record.agent, name: "a")])
    let chat = try await library.chat(messages: 1).id
    try await library.service.setAgent(record.agent, in: chat)
    let windows = Windows()
    let (model, page) = try await page(in: library, of: chat, windows)
    #expect(page.contextOffer == nil)
    library.loader.tell([record.id: .loaded(context: 4_096)])
    page.write("6000", for: .contextLength)
    await until { page.contextOffer != nil }
    #expect(
      page.contextOffer?.sentence == "a is loaded with 4096 tokens. The next reply here loads it anew with 6000.")
    page.loadContext()
    await library.loader.asked(for: record.id)
    #expect(library.loader.loadedContexts == [6_000])
    library.loader.tell([record.id: .loading(part: 0.5)])
    await until { page.contextOffer?.canLoad == false }
    library.loader.tell([record.id: .loaded(context: 6_000)])
    await until { page.contextOffer == nil }
    page.write("600", for: .contextLength)
    // The end of the load that was asked for may be known here before what is loaded is.
    await until {
      page.contextOffer?.sentence.hasSuffix("This chat takes 600 of them; loading it anew frees memory.") == true
    }
    // Who wants nothing takes what there is, if it is enough.
    page.write("", for: .contextLength)
    #expect(page.contextOffer == nil)
    await model.shutDown()
  }

  @Test func `What another process sets is shown, but for what is just being changed here`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1).id
    let windows = Windows()
    let (model, page) = try await page(in: library, of: chat, windows)
    await model.start()
    let other = try await TestLibrary(in: library.folder)
    page.write("0.2", for: .temperature)
    try await other.service.changeChatSettings(of: chat) {
      $0.instructions = "From elsewhere"
      $0.parameters.temperature = 3
      $0.parameters.topK = 5
    }
    await until { page.instructions == "From elsewhere" }
    #expect(page.text(of: .topK) == "5" && page.text(of: .temperature) == "0.2")
    await page.settle()
    let settings = try await saved(library, chat)
    #expect(settings.parameters.temperature == 0.2 && settings.parameters.topK == 5)
    try await other.service.moveToTrash(chat)
    await until { page.isGone }
  }

  @Test func `What cannot be saved says so, stays on screen, and is saved later`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1).id
    let windows = Windows()
    let (_, page) = try await page(in: library, of: chat, windows)
    library.failing.failWrites(with: .diskFull(path: "/d"))
    page.write(instructions: "Kept in hand")
    await page.settle()
    #expect(page.failure?.hasPrefix("The settings are not saved yet. The disk that holds /d is full.") == true)
    #expect(!page.isSaved && page.instructions == "Kept in hand")
    library.failing.failWrites(with: nil)
    await page.settle()
    #expect(page.failure == nil && page.isSaved)
    #expect(try await saved(library, chat).instructions == "Kept in hand")
  }

  @Test func `An agent that follows a script has nothing to set, and a new chat is kept with what is set in it`()
    async throws
  {
    let library = try await TestLibrary()
    let model = try await openModel(library)
    model.newChat()
    let thread = try #require(model.thread)
    let scripted = try #require(model.openChatSettings())
    await scripted.load()
    #expect(scripted.nothingToSet?.hasPrefix("Puppet follows a script") == true)
    library.puppet.takes(TakenSettings(defaults: .usual))
    library.agents.set(.ready, of: "puppet")
    await until { scripted.nothingToSet == nil }
    #expect(!scripted.canSwitchReasoning)
    scripted.write(instructions: "Be brief.")
    await scripted.settle()
    await until { !thread.isNew }
    #expect(try await saved(library, thread.chat.id).instructions == "Be brief.")
    await model.shutDown()
  }
}
