import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import Wording

/// Who answers: agents that come, go and are exchanged while chats are open.
@Suite(.timeLimit(.minutes(1)))
struct AgentTests {
  @Test func `A chat whose agent is gone takes no message and keeps all that was said`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    library.agents.replace(by: [PuppetAgent(id: "other")])
    await #expect(throws: StoreError.noSuchAgent(id: "puppet")) {
      try await library.service.send("Are you there?", in: chat.id)
    }
    #expect(try await library.saved(in: chat.id).map(\.text) == ["Message 1", "Message 2"])
    #expect(StoreError.noSuchAgent(id: "puppet").sentence.contains("Choose another agent"))
  }

  @Test func `A reply that is due waits for its agent, over a restart too, and is made when it is back`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id, leavesReply: true).reply)
    library.agents.replace(by: [])
    try await library.service.start()
    #expect(try await library.service.unfinishedReplies(in: chat.id).map(\.owner) == [.nobody])
    await library.service.shutDown()
    await library.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    next.agents.replace(by: [])
    try await next.service.start()
    #expect(try await next.saved(in: chat.id).last?.state == .queued)
    next.agents.replace(by: [next.puppet])
    await next.puppet.asked(times: 1)
    next.puppet.say(.text("Here again"))
    next.puppet.end()
    await next.log.message(reply, is: .complete)
  }

  @Test func `A reply whose agent goes before its turn waits without an owner`() async throws {
    let library = try await TestLibrary()
    try await library.service.start()
    let chat = try await library.chat(messages: 0)
    let first = try #require(try await library.service.send("1", in: chat.id).reply)
    let second = try #require(try await library.service.send("2", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.agents.replace(by: [])
    library.puppet.say(.text("One"))
    library.puppet.end()
    await library.log.message(first, is: .complete)
    await library.log.first { if case .phase(second, in: _, .queued) = $0 { true } else { false } }
    #expect(try await library.service.unfinishedReplies(in: chat.id).map(\.owner) == [.nobody])
    library.agents.replace(by: [library.puppet])
    await library.puppet.asked(times: 2)
  }

  @Test func `A reply is made whose agent comes back while it is given back`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    try await library.service.start()
    let first = try #require(try await library.service.send("1", in: chat.id).reply)
    _ = try await library.service.send("2", in: chat.id)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("One"))
    await library.log.message(first, is: .streaming)
    library.agents.replace(by: [])
    await library.log.first { if case .agentsChanged(let entries) = $0 { entries.isEmpty } else { false } }
    // The end of the first reply is saved; that the second has no owner any more is not.
    library.failing.holdWrites(after: 1)
    library.puppet.end()
    await library.failing.heldWrite()
    library.agents.replace(by: [library.puppet])
    await library.log.first { if case .agentsChanged(let entries) = $0 { !entries.isEmpty } else { false } }
    // What is told next is told once due replies were looked for.
    library.agents.set(.loading(part: 0.5), of: "puppet")
    await library.log.first {
      if case .agentsChanged(let entries) = $0 { entries.first?.status == .loading(part: 0.5) } else { false }
    }
    library.failing.releaseWrites()
    await library.puppet.asked(times: 2)
  }

  @Test func `A reply that waits for an agent that is gone is asked of the one that was chosen`() async throws {
    let other = PuppetAgent(id: "other", name: "Other")
    let library = try await TestLibrary(agents: [other])
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id, leavesReply: true).reply)
    library.agents.replace(by: [other])
    try await library.service.start()
    try await library.service.setAgent("other", in: chat.id)
    await other.asked(times: 1)
    other.say(.text("I will do"))
    other.end()
    let made = await library.log.message(reply, is: .complete)
    #expect(made.usage?.model == "Other")
    #expect(library.puppet.timesAsked == 0)
    await #expect(throws: StoreError.noSuchAgent(id: "nobody")) {
      try await library.service.setAgent("nobody", in: chat.id)
    }
  }

  @Test func `Another agent takes over a reply that has not begun, and lets one end that has`() async throws {
    let other = PuppetAgent(id: "other", name: "Other")
    let library = try await TestLibrary(agents: [other])
    let chat = try await library.chat(messages: 0)
    let first = try #require(try await library.service.send("1", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.loading(part: 0.5))
    await library.log.first { if case .phase(first, in: _, .loading) = $0 { true } else { false } }
    try await library.service.setAgent("other", in: chat.id)
    await library.puppet.stopped(times: 1)
    await other.asked(times: 1)
    other.say(.text("Begun"))
    await library.log.message(first, is: .streaming)
    try await library.service.setAgent("puppet", in: chat.id)
    other.say(.text(" and ended"))
    other.end()
    let made = await library.log.message(first, is: .complete)
    #expect(made.text == "Begun and ended")
    #expect(made.usage?.model == "Other")
    #expect(library.puppet.timesAsked == 1)
  }

  @Test func `A choice made in one process reaches a reply that has not begun in another`() async throws {
    let others = [PuppetAgent(id: "other"), PuppetAgent(id: "other")]
    let one = try await TestLibrary(agents: [others[0]])
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2), agents: [others[1]])
    await one.service.listenToOtherProcesses()
    let chat = try await one.chat(messages: 0)
    _ = try await one.service.send("Go", in: chat.id)
    await one.puppet.asked(times: 1)
    try await two.service.setAgent("other", in: chat.id)
    await one.puppet.stopped(times: 1)
    await others[0].asked(times: 1)
    #expect(others[1].timesAsked == 0)
  }

  @Test func `A process without the agent leaves the reply to one that has it`() async throws {
    let one = try await TestLibrary()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("Go", in: chat.id, leavesReply: true).reply)
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    two.agents.replace(by: [])
    try await two.service.start()
    try await one.service.start()
    await one.puppet.asked(times: 1)
    one.puppet.say(.text("Mine"))
    one.puppet.end()
    await two.log.message(reply, is: .complete)
  }

  @Test func `An agent that dies leaves what came and a sentence, and the next message begins anew`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.reasoning("Well, "), .text("Half a sen"))
    library.puppet.die()
    let failed = await library.log.message(reply, is: .failed)
    #expect(failed.text == "Half a sen")
    #expect(failed.reasoning == "Well, ")
    #expect(failed.failureSentence?.contains("Puppet stopped without a last word") == true)
    #expect(try await library.service.send("Again", in: chat.id).reply != nil)
    await library.puppet.asked(times: 2)
  }

  @Test func `Asked again with its agent gone, a reply stays as it was and says why`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Half"))
    library.puppet.end(.failed(.words("Out of strings.")))
    await library.log.message(reply, is: .failed)
    library.agents.replace(by: [])
    library.log.clear()
    try await library.service.retry(reply)
    await library.log.first {
      if case .failed(.notAskedAgain(.noSuchAgent(id: "puppet"), agent: nil)) = $0 { true } else { false }
    }
    let saved = try #require(try await library.saved(in: chat.id).last)
    #expect(saved.state == .failed && saved.text == "Half")
  }

  @Test func `A prompt comes in bounded pages, without what was thought and without what says nothing`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 250)
    let first = try #require(try await library.service.send("Think", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.reasoning("A secret thought"), .text("An answer"))
    library.puppet.end()
    await library.log.message(first, is: .complete)
    _ = try await library.service.send("Next", in: chat.id)
    await library.puppet.asked(times: 2)
    let prompt = try #require(library.puppet.request).messages
    let newest = try await prompt.page(limit: 100_000)
    #expect(newest.messages.count == PromptMessages.largestPage)
    #expect(newest.messages.suffix(3).map(\.text) == ["Think", "An answer", "Next"])
    var texts = newest.messages.map(\.text)
    var start = newest.start
    while let end = start {
      let page = try await prompt.page(before: end, limit: 60)
      texts = page.messages.map(\.text) + texts
      start = page.start
    }
    #expect(texts == (1...250).map { "Message \($0)" } + ["Think", "An answer", "Next"])
  }

  @Test func `Why a chat could not be read is said when its reply fails, and a code is kept`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    let reason = StoreError.cannotRead(path: "/x", reason: .system("Input/output error"))
    library.puppet.end(.failed(.unreadable(reason)))
    #expect(await library.log.message(reply, is: .failed).failure == .unreadable(reason))
    #expect(try await library.saved(in: chat.id).last?.failure == .unreadable(nil))
  }
}
