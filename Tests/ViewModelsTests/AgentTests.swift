import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// Who answers in a chat, and what is seen of a reply before its words.
@Suite(.timeLimit(.minutes(1)))
struct AgentTests {
  private let windows = Windows()

  @Test func `The dots say what is done: loading, reading with the time left, then thinking in the row`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await windows.open(try await library.chat(messages: 2).id, in: library)
    thread.draft = "Hello"
    thread.send()
    await until { thread.rows.last?.id == .typing }
    let dots = try #require(thread.rows.last)
    #expect(dots.phase == .queued)
    #expect(dots.phase.spoken(agent: "Puppet") == "Puppet is writing")
    await library.puppet.asked(times: 1)
    library.puppet.say(.loading(part: 0.4))
    await until { dots.phase == .loading(ReplyProgress(part: 0.4)) }
    #expect(dots.phase.label(agent: "Puppet") == "Loading Puppet")
    #expect(dots.phase.detail == "40 %")
    #expect(dots.phase.spoken(agent: "Puppet") == "Puppet is loading")
    library.puppet.say(.reading(part: 0))
    await until { dots.phase == .reading(ReplyProgress(part: 0)) }
    library.surroundings.advance(by: .seconds(3))
    library.puppet.say(.reading(part: 0.5))
    await until { dots.phase.detail == "3 s left" }
    #expect(dots.phase.spoken(agent: "Puppet") == "Puppet is reading the chat")
    library.puppet.say(.reasoning("They say hello."))
    await until { thread.rows.last?.reasoning?.isThinking == true }
    let row = try #require(thread.rows.last)
    let reasoning = try #require(row.reasoning)
    #expect(reasoning.title == "Thinking")
    #expect(reasoning.shownText.blocks.isEmpty)
    #expect(!row.hasText && thread.isStreaming)
    reasoning.isUnfolded = true
    #expect(reasoning.shownText.plain == "They say hello.")
    library.surroundings.advance(by: .seconds(12))
    library.puppet.say(.text("Hello!"))
    await until { reasoning.title == "Thought for 12 s" }
    library.puppet.end()
    await until { !thread.isReplying && row.text == "Hello!" }
    #expect(row.spoken(agent: "Puppet").hasPrefix("Puppet: Thought for 12 s. Hello!"))
    await until { model.list.rows.first?.preview == "Hello!" }
  }

  @Test func `A chat that is opened while its reply loads shows that at once`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    _ = try await library.service.send("Hello", in: chat.id)
    await library.puppet.asked(times: 1)
    library.puppet.say(.loading(part: 0.7))
    await library.log.first { if case .phase = $0 { true } else { false } }
    let (_, thread) = try await windows.open(chat.id, in: library)
    #expect(thread.rows.last?.phase == .loading(ReplyProgress(part: 0.7)))
  }

  @Test func `An agent that goes while its chat is open is missed in words, and another can be chosen`() async throws {
    let other = PuppetAgent(id: "other", name: "Other")
    let library = try await TestLibrary(agents: [other])
    let (model, thread) = try await windows.open(try await library.chat(messages: 2).id, in: library)
    #expect(thread.agentTrouble == nil)
    library.agents.replace(by: [other])
    await until { thread.agentTrouble != nil }
    #expect(thread.agentTrouble?.contains("is not here. Choose another agent") == true)
    #expect(thread.texts == ["Message 1", "Message 2"])
    thread.draft = "Anybody?"
    thread.send()
    await until { thread.composer.failure?.contains("Choose another agent") == true }
    #expect(thread.draft == "Anybody?")
    #expect(thread.agentChoices.map(\.name) == ["Other"])
    thread.choose(agent: "other")
    await until { thread.agentName == "Other" && thread.agentTrouble == nil }
    thread.send()
    await other.asked(times: 1)
    #expect(model.agents.map(\.id) == ["other"])
  }

  @Test(arguments: ["mini", "model:0123456789abcdef"])
  func `A model that is not here is missed without its id, also the one that comes with Sotto`(id: String) async throws
  {
    let library = try await TestLibrary(agents: [PuppetAgent(id: id, name: "A model")])
    let chat = try await library.service.createChat(titled: "Chat", agent: id)
    library.agents.replace(by: [])
    let (_, thread) = try await windows.open(chat.id, in: library)
    await until { thread.agentTrouble != nil }
    #expect(thread.agentName == "A removed model")
    #expect(thread.agentTrouble?.hasPrefix("The model of this chat was removed. Choose another agent") == true)
  }

  @Test func `An agent that goes while it answers ends its reply, and is missed only then`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await windows.open(try await library.chat(messages: 2).id, in: library)
    thread.draft = "Hello"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Still"))
    await until { thread.isStreaming }
    library.agents.replace(by: [])
    await until {
      thread.agentTrouble?.hasSuffix("was removed and only ends this reply. Choose another agent to go on after it.")
        == true
    }
    library.puppet.say(.text(" here"))
    library.puppet.end()
    await until { thread.agentTrouble?.contains("is not here. Choose another agent") == true }
    #expect(thread.texts.last == "Still here")
  }

  /// A chat in which the puppet has answered once, where “Other” may answer next.
  private func answeredByThePuppet() async throws -> (TestLibrary, ThreadModel) {
    let library = try await TestLibrary(agents: [PuppetAgent(id: "other", name: "Other")])
    let chat = try await library.chat(messages: 0)
    let (_, thread) = try await windows.open(chat.id, in: library)
    thread.draft = "Hello"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("From the puppet"))
    library.puppet.end()
    await until { thread.texts.last == "From the puppet" && !thread.isReplying }
    return (library, thread)
  }

  @Test func `An agent that is not here is never called by the name of one that is`() async throws {
    let (library, thread) = try await answeredByThePuppet()
    #expect(await thread.choose(agent: "other").value)
    await until { thread.agentName == "Other" }
    library.agents.replace(by: [library.puppet])
    await until { thread.agentTrouble?.hasPrefix("other is not here.") == true }
    #expect(thread.agentName == "other")
    // The puppet's name helps only where the puppet is gone.
    library.agents.replace(by: [])
    await until { thread.agentName == "Puppet" }
  }

  @Test func `Older replies keep the name of who gave them`() async throws {
    let (library, thread) = try await answeredByThePuppet()
    #expect(await thread.choose(agent: "other").value)
    await windows.idle()
    #expect(library.agents.prepared.last == "other")
    await until { thread.agentName == "Other" }
    #expect(thread.rows.last?.speaker(agent: thread.agentName) == "Puppet")
  }

  @Test(arguments: [(Sender.system, "System"), (.tool, "Tool")])
  func `What the system or a tool said goes under no agent's name`(sender: Sender, name: String) async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let message = Message(
      id: library.surroundings.newID(), chat: chat.id, parent: try await library.saved(in: chat.id).last?.id,
      sequence: 3, sender: sender, text: "Told", createdAt: library.surroundings.now())
    try await library.store.write { store throws(StoreError) in _ = try store.append(message) }
    let (_, thread) = try await windows.open(chat.id, in: library)
    let row = try #require(thread.rows.last { $0.message?.id == message.id })
    #expect(row.speaker(agent: thread.agentName) == name)
    #expect(row.spoken(agent: thread.agentName).hasPrefix("\(name): Told"))
  }

  @Test func `Choices say what each agent is, which one answers, and why one cannot be chosen`() async throws {
    let others = [PuppetAgent(id: "slow", name: "Slow"), PuppetAgent(id: "lost", name: "Lost")]
    let library = try await TestLibrary(agents: others)
    library.agents.set(.loading(part: 0.25), of: "slow")
    library.agents.set(.unavailable(.words("Its file is gone.")), of: "lost")
    let model = try await openModel(library)
    model.newChat()
    let thread = try #require(model.thread)
    #expect(thread.agentChoices.map(\.name) == ["Puppet", "Slow", "Lost"])
    #expect(thread.agentChoices.map(\.isCurrent) == [true, false, false])
    #expect(thread.agentChoices.map(\.isEnabled) == [true, true, false])
    #expect(thread.agentChoices.map(\.summary) == ["Says what a test tells it.", "Loading, 25 %", "Its file is gone."])
    thread.choose(agent: "slow")
    #expect(thread.agentName == "Slow" && thread.isNew)
    thread.draft = "Hello"
    thread.send()
    await others[0].asked(times: 1)
  }

  @Test func `An agent is prepared by opening a chat or typing in it, and not by the start`() async throws {
    let library = try await TestLibrary()
    let last = try await library.chat(titled: "Last", messages: 2)
    let other = try await library.chat(titled: "Other", messages: 2)
    try await library.service.changeSettings { $0.lastChat = last.id }
    let model = try await openModel(library)
    await model.openLastChat()
    #expect(model.thread?.chat.id == last.id)
    #expect(library.agents.prepared == [])
    model.thread?.composer.edited(to: "H")
    model.thread?.composer.edited(to: "He")
    await model.whenIdle()
    #expect(library.agents.prepared == ["puppet"])
    try await library.service.changeChatSettings(of: other.id) { $0.parameters.contextLength = 8_192 }
    model.open(other.id)
    await model.whenIdle()
    #expect(library.agents.prepared == ["puppet", "puppet"])
    #expect(library.agents.contexts == [nil, 8_192])
    #expect(library.agents.preparedChats == [last.id, other.id])
    model.newChat()
    await model.whenIdle()
    #expect(library.agents.prepared.count == 3)
  }
}
