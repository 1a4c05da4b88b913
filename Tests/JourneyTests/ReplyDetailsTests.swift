import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// What is kept of how a reply came about.
@Suite(.timeLimit(.minutes(1)))
struct ReplyDetailsTests {
  private func settings(seed: UInt64) -> ReplyParameters {
    var settings = ReplyParameters.usual
    settings.seed = seed
    return settings
  }

  @Test func `The time to the first token is from asking to the first reasoning, and is kept with it`() async throws {
    let library = try await TestLibrary()
    library.puppet.takes(TakenSettings(defaults: .usual))
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.settings(settings(seed: 7)))
    library.puppet.say(.reading(part: 0.5))
    await library.log.first { if case .phase(reply, in: _, .reading) = $0 { true } else { false } }
    library.surroundings.advance(by: .milliseconds(1_250))
    library.puppet.say(.reasoning("Hm. "))
    #expect(await library.log.message(reply, is: .streaming).usage?.firstTokenMilliseconds == 1_250)
    // What is on the disk now is what a kill would leave.
    let begun = try #require(try await library.saved(in: chat.id).last)
    #expect(begun.usage?.firstTokenMilliseconds == 1_250 && begun.settings == settings(seed: 7))
    library.surroundings.advance(by: .seconds(5))
    library.puppet.say(.text("Well"))
    library.puppet.say(.usage(ReplyUsage(model: "Puppet", promptTokens: 9, knownTokens: 4, replyTokens: 2)))
    library.puppet.end()
    let whole = await library.log.message(reply, is: .complete)
    #expect(whole.usage?.firstTokenMilliseconds == 1_250 && whole.usage?.knownTokens == 4)
    #expect(try await library.saved(in: chat.id).last == whole)
  }

  @Test func `A reply that is made once more keeps nothing of what the first one cost`() async throws {
    let library = try await TestLibrary()
    library.puppet.takes(TakenSettings(defaults: .usual))
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.settings(settings(seed: 7)))
    library.puppet.say(.text("Half"))
    await library.log.message(reply, is: .streaming)
    try await library.service.stopReply(in: chat.id)
    let stopped = await library.log.message(reply, is: .stopped)
    #expect(stopped.settings == settings(seed: 7) && stopped.usage?.firstTokenMilliseconds == 0)
    library.log.clear()
    try await library.service.retry(reply)
    await library.puppet.asked(times: 2)
    library.surroundings.advance(by: .milliseconds(300))
    library.puppet.say(.text("Whole"))
    library.puppet.end()
    let whole = await library.log.message(reply, is: .complete)
    #expect(whole.settings == nil && whole.usage?.firstTokenMilliseconds == 300)
    #expect(try await library.saved(in: chat.id).last == whole)
  }

  @Test func `A script has no first token`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Go", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Well"))
    library.puppet.end()
    #expect(await library.log.message(reply, is: .complete).usage == ReplyUsage(model: "Puppet"))
  }
}
