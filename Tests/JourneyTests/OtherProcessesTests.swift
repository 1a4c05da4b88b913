import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// What another process changes is told here in one order with what this process does.
@Suite(.timeLimit(.minutes(1)))
struct OtherProcessesTests {
  @Test func `A reply that ends while an older row of it is being read is told last as it has ended`() async throws {
    let one = try await TestLibrary()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    await one.service.listenToOtherProcesses()
    let chat = try await one.chat(messages: 0)
    let reply = try #require(try await one.service.send("Go", in: chat.id).reply)
    await one.puppet.asked(times: 1)
    one.puppet.say(.text("All of it"))
    await one.log.message(reply, is: .streaming)
    one.failing.holdReads()
    try await two.service.stopReply(in: chat.id)
    await one.failing.heldRead()
    one.puppet.end()
    // It is on the disk at once where it does not wait for its turn.
    for _ in 0..<50 where try await two.saved(in: chat.id).last?.state == .streaming {
      try await Task.sleep(for: .milliseconds(2))
    }
    one.failing.releaseReads()
    await one.log.message(reply, is: .complete)
    try await two.service.rename(chat.id, to: "All is told")
    await one.log.first { if case .saved(let chat) = $0 { chat.title == "All is told" } else { false } }
    let states = one.log.events.compactMap { event -> MessageState? in
      if case .messageSaved(let message) = event, message.id == reply { message.state } else { nil }
    }
    #expect(states.last == .complete, "\(states)")
  }

  @Test func `Settings are told anew, too, where more has changed than is told one by one`() async throws {
    let one = try await TestLibrary()
    await one.service.listenToOtherProcesses()
    let two = try await TestLibrary(in: one.folder, surroundings: ManualSurroundings(seed: 2))
    let chats = (1...1_100).map { _ in two.service.newChat(agent: "puppet") }
    try await two.store.write { store throws(StoreError) in
      for chat in chats { try store.insert(chat) }
      try store.setSetting("agent", to: "sage")
    }
    await one.log.first {
      if case .settingsSaved(let settings) = $0 { settings.agentForNewChats == "sage" } else { false }
    }
    await one.log.first { if case .everythingChanged = $0 { true } else { false } }
  }
}
