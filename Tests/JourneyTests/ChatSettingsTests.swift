import Domain
import TestLibrary
import TestSupport
import Testing

/// What is set for a chat, from the service to the disk, to agents, and to other processes.
@Suite(.timeLimit(.minutes(1)))
struct ChatSettingsTests {
  @Test func `What is set is told, kept, and given to whoever answers`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    try await library.service.changeChatSettings(of: chat.id) {
      $0.instructions = "Be brief."
      $0.parameters.topK = 5
    }
    guard
      case .chatSettingsSaved(let told, in: chat.id) = await library.log.first(where: {
        if case .chatSettingsSaved = $0 { true } else { false }
      })
    else { return }
    #expect(told.instructions == "Be brief." && told.parameters.topK == 5)
    #expect(try await library.service.chatSettings(of: chat.id) == told)
    _ = try await library.service.send("Hello", in: chat.id)
    await library.puppet.asked(times: 1)
    let request = try #require(library.puppet.request)
    #expect(request.instructions == "Be brief.")
    #expect(request.parameters == told.parameters)
    await library.service.shutDown()
  }

  @Test func `A new chat is kept with the first thing that is set in it, and goes when it has nothing any more`()
    async throws
  {
    let library = try await TestLibrary()
    let new = library.service.newChat(agent: "puppet")
    try await library.service.changeChatSettings(of: new.id, new: new) { $0.instructions = "Be brief." }
    #expect(try await library.service.chat(new.id)?.id == new.id)
    // A draft that comes and goes takes nothing with it.
    try await library.service.saveDraft(Draft(text: "x"), in: new.id, new: new)
    try await library.service.saveDraft(Draft(), in: new.id, new: new)
    #expect(try await library.service.chatSettings(of: new.id).instructions == "Be brief.")
    try await library.service.changeChatSettings(of: new.id, new: new) { $0.instructions = "" }
    #expect(try await library.service.chat(new.id) == nil)
    await #expect(throws: StoreError.noSuchChat) {
      try await library.service.changeChatSettings(of: new.id) { $0.instructions = "Be brief." }
    }
  }

  @Test func `Of what two processes set, each value is the last one's, and both hear of it`() async throws {
    let one = try await TestLibrary()
    let chat = try await one.chat(messages: 1)
    let other = try await TestLibrary(in: one.folder)
    await other.service.listenToOtherProcesses()
    try await one.service.changeChatSettings(of: chat.id) { $0.parameters.temperature = 0.3 }
    await other.log.first {
      if case .chatSettingsSaved(let settings, in: chat.id) = $0 {
        settings.parameters.temperature == 0.3
      } else {
        false
      }
    }
    try await other.service.changeChatSettings(of: chat.id) { $0.parameters.seed = 9 }
    let settings = try await one.service.chatSettings(of: chat.id)
    #expect(settings.parameters.temperature == 0.3 && settings.parameters.seed == 9)
    await #expect(throws: StoreError.unfitSettings(.outOfRange(.temperature))) {
      try await other.service.changeChatSettings(of: chat.id) { $0.parameters.temperature = 99 }
    }
    #expect(try await one.service.chatSettings(of: chat.id) == settings)
  }
}
