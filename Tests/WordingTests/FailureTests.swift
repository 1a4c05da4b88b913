import Domain
import Testing
import Wording

@Suite struct FailureTests {
  @Test(
    arguments: [
      (.died, "agent-died"), (.silent, "agent-silent"), (.unreadable(nil), "chat-unreadable"),
      (.noSuchAgent(id: "puppet"), "agent-missing:puppet"), (.noSuchAgent(id: ""), "agent-missing:"),
      (.model(.notLoaded(name: "a:b", reason: "b: “ü”")), "model:not-loaded:11:b: “ü”:a:b"),
      (.model(.mixedParts(name: "a:b")), "model:mixed-parts:a:b"),
      (.model(.memoryNotAllowed(name: "a:b")), "model:memory-not-allowed:a:b"),
      (.model(.brokenEngine), "model:broken-engine"), (.model(.silentEngine), "model:silent-engine"),
      (.model(.oldProcessor(lacks: "AVX2, FMA")), "model:old-processor:AVX2, FMA"),
      (.model(.otherProcessor(lacks: "AVX-512")), "model:other-processor:AVX-512"),
      (.words("The model has no memory left."), "The model has no memory left."), (.words(""), ""),
    ] as [(ReplyFailure, String)])
  func `A reply's failure is kept as a code that stays the same, an agent's own words as they are`(
    failure: ReplyFailure, code: String
  ) {
    #expect(failure.code == code)
    #expect(ReplyFailure(code: code) == failure)
  }

  @Test func `The sentence names the agent, where it is known`() {
    #expect(
      ReplyFailure.died.sentence(agent: "Sage") == "Sage stopped in the middle. Try again, and it starts anew.")
    #expect(
      ReplyFailure.silent.sentence(agent: nil)
        == "The agent stopped without a last word. Send again, and it starts anew.")
    #expect(ReplyFailure.noSuchAgent(id: "x").sentence(agent: nil) == StoreError.noSuchAgent(id: "x").sentence)
    #expect(
      ReplyFailure.unreadable(nil).sentence(agent: "Sage")
        == "What was said before could not be read, so there is no answer. Try again.")
    #expect(ReplyFailure.words("Aus.").sentence(agent: "Sage") == "Aus.")
  }

  @Test(arguments: ["model:0123456789abcdef", "mini"])
  func `A model that is missing is named by no id`(agent: String) {
    #expect(AgentWords.name(ofMissing: agent) == "A removed model")
    #expect(
      StoreError.noSuchAgent(id: agent).sentence
        == "The model of this chat was removed. Choose another agent; what was said stays as it is.")
  }

  @Test(arguments: ["puppet", "model:none", "server:018f3a5e-7c21-7000-8000-0123456789ab", "other:one"])
  func `Any other agent that is missing is named by its id`(agent: String) {
    #expect(AgentWords.name(ofMissing: agent) == agent)
    #expect(StoreError.noSuchAgent(id: agent).sentence.contains("The agent “\(agent)” of this chat is not there."))
  }

  @Test func `That something is kept is said only where something came, and of a summary what happens instead`() {
    func sentence(_ sender: Sender, _ text: String) -> String? {
      let id = MessageID(high: 1, low: 1)
      var message = Message(
        id: id, chat: ChatID(high: 1, low: 1), sender: sender, text: text, state: .failed,
        createdAt: Timestamp(milliseconds: 0))
      (message.failure, message.usage) = (.died, ReplyUsage(model: "Sage"))
      return message.failureSentence
    }
    #expect(
      sentence(.agent, "So") == "Sage stopped in the middle. What came is kept; send again, and it starts anew.")
    #expect(sentence(.agent, "") == "Sage stopped in the middle. Try again, and it starts anew.")
    #expect(
      sentence(.summary, "So")
        == "The summary was not written. The oldest messages are left out instead.")
  }

  @Test func `The reason for which a chat could not be read is said, and not kept`() {
    let reason = StoreError.cannotRead(path: "/x", reason: .system("Input/output error"))
    let failure = ReplyFailure.unreadable(reason)
    #expect(
      failure.sentence(agent: nil)
        == "What was said before could not be read, so there is no answer. \(reason.sentence)")
    #expect(failure.code == "chat-unreadable" && ReplyFailure(code: failure.code) == .unreadable(nil))
  }

  @Test func `What a library of an earlier version says of a failure is shown as it was written`() {
    let old = "Sage stopped in the middle. What came is kept; send again, and it starts anew."
    #expect(ReplyFailure(code: old).sentence(agent: "Other") == old)
  }

  @Test func `A reply that waits to be saved says why`() {
    #expect(
      ServiceFailure.replyNotSaved(.locked(path: "/x")).sentence
        == "A reply could not be saved yet. " + StoreError.locked(path: "/x").sentence)
  }
}
