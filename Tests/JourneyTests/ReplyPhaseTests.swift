import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// What is told of a reply before its first word, and what it thinks aloud.
@Suite(.timeLimit(.minutes(1)))
struct ReplyPhaseTests {
  /// A reply that was asked of the puppet and of which nothing has come.
  private func begin(_ library: TestLibrary) async throws -> (chat: ChatID, reply: MessageID) {
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    return (chat.id, reply)
  }

  @Test func `Loading and reading are told with their progress and the time left, and the row stays queued`()
    async throws
  {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    library.puppet.say(.loading(part: 0))
    await library.log.first {
      if case .phase(reply, in: chat, .loading(ReplyProgress(part: 0))) = $0 { true } else { false }
    }
    library.surroundings.advance(by: .seconds(2))
    library.puppet.say(.loading(part: 0.5))
    await library.log.first {
      if case .phase(reply, in: chat, .loading(ReplyProgress(part: 0.5, timeLeft: .seconds(2)))) = $0 {
        true
      } else {
        false
      }
    }
    library.puppet.say(.reading(part: nil))
    await library.log.first { if case .phase(reply, in: chat, .reading(ReplyProgress())) = $0 { true } else { false } }
    // Whoever opens the chat now sees the same.
    #expect(await library.service.phases(in: chat) == [reply: .reading(ReplyProgress())])
    #expect(try await library.saved(in: chat).last?.state == .queued)
    library.puppet.say(.text("Here"))
    await library.log.message(reply, is: .streaming)
    #expect(await library.service.phases(in: chat).isEmpty)
  }

  @Test func `Progress is told eight times a second at most`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    for step in 0...100 { library.puppet.say(.reading(part: Double(step) / 100)) }
    library.puppet.say(.text("Here"))
    await library.log.message(reply, is: .streaming)
    let told = library.log.events.count { if case .phase(reply, in: chat, _) = $0 { true } else { false } }
    #expect(told == 1)
  }

  @Test(arguments: [ReplyEvent.loading(part: 0.3), .reading(part: nil), .reasoning("Hm")])
  func `Stop ends it in each state and leaves its line`(event: ReplyEvent) async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    library.puppet.say(event)
    await library.log.first {
      switch $0 {
      case .phase(reply, in: _, .loading), .phase(reply, in: _, .reading): true
      case .messageSaved(let message): message.id == reply && message.state == .streaming
      default: false
      }
    }
    try await library.service.stopReply(in: chat)
    let stopped = await library.log.message(reply, is: .stopped)
    #expect(stopped.usage?.model == "Puppet")
    #expect(stopped.reasoning == (event == .reasoning("Hm") ? "Hm" : nil))
    #expect(try await library.saved(in: chat).last == stopped)
    #expect(try await library.store.verify() == [])
  }

  @Test func `What is thought is kept apart from what is said, with how long it took`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    library.puppet.say(.reasoning("They greet. "))
    let begun = await library.log.message(reply, is: .streaming)
    #expect(ReplyPhase(of: begun, before: nil) == .thinking)
    library.surroundings.advance(by: .seconds(12))
    library.puppet.say(.reasoning("So do I."), .text("Hello!"))
    // Growth is told 30 times a second at most, and time stands still here.
    await library.surroundings.sleepers(atLeast: 2)
    library.surroundings.advance(by: .milliseconds(40))
    await library.log.first {
      if case .reasoned(reply, in: chat, "They greet. So do I.", 12_000) = $0 { true } else { false }
    }
    library.puppet.end()
    let made = await library.log.message(reply, is: .complete)
    #expect(made.text == "Hello!")
    #expect(made.reasoning == "They greet. So do I.")
    #expect(made.reasoningMilliseconds == 12_000)
    #expect(try await library.saved(in: chat).last == made)
    #expect(try await library.service.chat(chat)?.preview.text == "Hello!")
    #expect(try await library.store.verify() == [])
  }

  @Test func `A thinking reply is checkpointed as a streaming one is`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    library.puppet.say(.reasoning("One "))
    await library.log.message(reply, is: .streaming)
    library.puppet.say(.reasoning("two"))
    await library.surroundings.sleepers(atLeast: 2)
    library.surroundings.advance(by: .seconds(1))
    while try await library.saved(in: chat).last?.reasoning != "One two" {
      try await library.service.rename(chat, to: "Turn \(library.surroundings.random())")
    }
    await library.service.shutDown()
    await library.store.close()
    let next = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    try await next.service.start()
    let saved = try #require(try await next.saved(in: chat).last)
    #expect(saved.state == .interrupted && saved.reasoning == "One two" && saved.text.isEmpty)
  }

  @Test func `Asked again, it thinks anew, and until then the old thoughts stay`() async throws {
    let library = try await TestLibrary()
    let (chat, reply) = try await begin(library)
    library.puppet.say(.reasoning("Old"), .text("Half"))
    library.puppet.end(.failed(.words("Out of strings.")))
    await library.log.message(reply, is: .failed)
    library.log.clear()
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.puppet.say(.loading(part: 0.5))
    await library.log.first { if case .phase(reply, in: _, .loading) = $0 { true } else { false } }
    #expect(try await library.saved(in: chat).last?.reasoning == "Old")
    library.puppet.say(.reasoning("New"), .text("Whole"))
    library.puppet.end()
    let made = await library.log.message(reply, is: .complete)
    #expect(made.reasoning == "New" && made.text == "Whole")
  }
}
