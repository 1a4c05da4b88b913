import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Messages that neither the user nor the agent wrote.
@Suite(.timeLimit(.minutes(1)))
struct SenderTests {
  @Test(arguments: [(Sender.system, 3), (.tool, 4)])
  func `What the system or a tool told the agent is kept as what it is`(sender: Sender, number: Int) async throws {
    #expect(sender.rawValue == number)
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let message = Message(
      id: library.surroundings.newID(), chat: chat.id, sender: sender, text: "Told",
      createdAt: library.surroundings.now())
    try await library.store.write { store throws(StoreError) in _ = try store.append(message) }
    let kept = try #require(try await library.saved(in: chat.id).last)
    #expect(try await library.store.verify() == [])
    #expect(kept.id == message.id && kept.sender == sender && kept.text == "Told" && kept.state == .complete)
  }

  @Test(arguments: [Sender.system, .tool])
  func `What the system or a tool told the agent is asked for by nobody, and is not the user's in a list`(
    sender: Sender
  ) {
    let message = Message(
      id: MessageID(high: 1, low: 1), chat: ChatID(high: 1, low: 1), sender: sender, text: "Told",
      state: .interrupted, createdAt: Timestamp(milliseconds: 0))
    #expect(!message.canBeAskedAgain)
    #expect(Preview(of: message).sender == .agent)
  }
}
