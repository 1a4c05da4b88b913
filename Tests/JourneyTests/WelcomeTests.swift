import Domain
import TestLibrary
import TestSupport
import Testing

/// Who answers in new chats where nobody has chosen an agent.
@Suite(.timeLimit(.minutes(1)))
struct WelcomeTests {
  @Test func `somebody new gets the agent of newcomers, for good, whoever that is in a later Sotto`() async throws {
    let library = try await TestLibrary(agents: [SilentAgent(id: "first"), SilentAgent(id: "later")])
    try await library.service.welcome(withAgent: "first")
    #expect(try await library.service.currentSettings().agentForNewChats == "first")
    try await library.service.welcome(withAgent: "later")
    #expect(try await library.service.currentSettings().agentForNewChats == "first")
  }

  @Test func `who was here before keeps the agent of before, and one that is not there welcomes nobody`() async throws {
    let library = try await TestLibrary(agents: [SilentAgent(id: "first")])
    let before = Settings.usualAgent
    try await library.service.welcome(withAgent: "nobody")
    #expect(try await library.service.currentSettings().agentForNewChats == before)
    let chat = try await library.service.createChat(titled: "Old", agent: "puppet")
    try await library.service.welcome(withAgent: "first")
    try await library.service.moveToTrash(chat.id)
    try await library.service.welcome(withAgent: "first")
    #expect(try await library.service.currentSettings().agentForNewChats == before)
    let welcomed = try await TestLibrary(agents: [SilentAgent(id: "first")])
    try await welcomed.service.changeSettings { $0.isWelcomed = true }
    try await welcomed.service.welcome(withAgent: "first")
    #expect(try await welcomed.service.currentSettings().agentForNewChats == before)
  }
}
