import FoundationEssentials
import Glibc
import Records
import Testing

/// Two and more processes on one library.
@Suite(.timeLimit(.minutes(3)))
struct SharingTests {
  @Test func `parallel sends to one chat are all kept, and each is answered`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Crowd")
    let senders = try (1...8).map { try library.start("send", id, "message \($0)") }
    for sender in senders {
      let outcome = try await sender.end()
      #expect(outcome.code == 0, "\(outcome.err)")
      #expect(outcome.out.contains("Certainly, at once."))
      #expect(!outcome.err.contains("locked"))
    }
    let messages = try await library.messages(id)
    #expect(messages.count == 16)
    #expect(Set(messages.filter { $0.sender == "user" }.map(\.text)) == Set((1...8).map { "message \($0)" }))
    #expect(messages.allSatisfy { $0.state == "complete" })
    #expect(messages.map(\.sequence) == messages.map(\.sequence).sorted())
    #expect(Set(messages.map(\.sequence)).count == 16)
    #expect(try await library.chats()[0].messageCount == 16)
    #expect(try await library.sotto("verify").code == 0)
  }

  @Test func `what another process says appears in an open chat`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Shared")
    let listener = try library.start("chat", id, "--json")
    // It follows once it has answered.
    listener.write("I am here\n")
    try await listener.says("\"event\":\"reply\"")
    try await library.sotto("send", id, "Knock knock")
    try await listener.says("Knock knock")
    try await listener.says("\"event\":\"reply\"", times: 2)
    listener.closeInput()
    #expect(try await listener.end().code == 0)
    #expect(try await library.chats()[0].unreadCount == 0)
  }

  @Test func `a reply that another process makes is waited for and stopped from here`() async throws {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("Shared", agent: "slow")
    let maker = try library.start("send", id, "Talk to me")
    try await maker.says("word2 ")
    let listener = try library.start("chat", id)
    try await listener.says("word2 ")
    listener.send(signal: SIGINT)
    let made = try await maker.end()
    #expect(made.code == 5)
    #expect(made.err.contains("stopped"))
    try await listener.says("(stopped)")
    listener.closeInput()
    #expect(try await listener.end().code == 0)
    #expect(try await library.messages(id).last?.state == "stopped")
  }

  @Test func `a reply whose maker died is taken on by who waits for it`() async throws {
    let library = try CommandFixture([.late])
    let id = try await library.chat("Heir", agent: "late")
    let maker = try library.start("send", id, "First", "--json")
    try await maker.says("\"sent\"")
    let reply = try #require(try await library.messages(id).last)
    // The heir knows an agent of that name who does not wait.
    var awake = Persona.late
    awake.delaySeconds = .init(least: 0, most: 0)
    let path = library.folder + "/awake.json"
    try JSONEncoder().encode([awake]).write(to: URL(fileURLWithPath: path))
    let heir = try library.start("send", id, "Second", "--json", environment: ["SOTTO_PERSONAS": path])
    try await heir.says("\"sent\"")
    maker.send(signal: SIGKILL)
    try await heir.says("the first reply") { out in
      out.lines.contains { line in
        guard case .reply(let ended)? = try? RecordCoding.read(EventRecord.self, from: line) else { return false }
        return ended.id == reply.id
      }
    }
    #expect(try await heir.end().code == 0)
    #expect(try await library.messages(id).filter { $0.text == "Finally." }.count == 2)
  }

  @Test func `a chat that is deleted elsewhere ends its conversation with 3`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Gone")
    let listener = try library.start("chat", id, "--json")
    listener.write("I am here\n")
    try await listener.says("\"event\":\"reply\"")
    try await library.sotto("delete", id, "--for-ever", "--yes")
    let outcome = try await listener.end()
    #expect(outcome.code == 3)
    #expect(outcome.err.contains("deleted elsewhere"))
  }
}
