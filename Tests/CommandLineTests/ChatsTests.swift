import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChatsTests {
  @Test func `an empty library says how to begin, and lists nothing for programs`() async throws {
    let library = try CommandFixture()
    let chats = try await library.sotto("chats")
    #expect(chats.code == 0)
    #expect(chats.out.isEmpty)
    #expect(chats.err.contains("There are no chats yet."))
    #expect(try await library.chats().isEmpty)
    #expect(try await library.sotto("chats", "--trash").err.contains("The Trash is empty."))
  }

  @Test func `chats are listed newest first, pinned ones above, with numbers that name them`() async throws {
    let library = try CommandFixture()
    let first = try await library.chat("First")
    try await library.chat("Second")
    let third = try await library.chat("Third")
    #expect(try await library.sotto("pin", "First").code == 0)
    #expect(try await library.chats().map(\.title) == ["First", "Third", "Second"])
    #expect(try await library.chats().map(\.number) == [1, 2, 3])
    #expect(try await library.chats("--limit", "2").map(\.title) == ["First", "Third"])
    let lines = try await library.sotto("chats").out.lines
    #expect(lines.count == 3)
    #expect(lines[0].contains("* First") && lines[0].contains(first.suffix(8)))
    #expect(try await library.read(TranscriptRecord.self, "show", "2", "--json").chat.id == third)
    #expect(try await library.sotto("unpin", "1").out.contains("no longer pinned"))
    #expect(try await library.chats().map(\.title) == ["Third", "Second", "First"])
  }

  @Test func `find looks into titles whatever the case and accents`() async throws {
    let library = try CommandFixture()
    try await library.chat("Café plans")
    try await library.chat("Garden")
    let found = try await library.chats("--find", "CAFE")
    #expect(found.map(\.title) == ["Café plans"])
    #expect(found[0].number == nil)
    #expect(try await library.sotto("chats", "--find", "sea").err.contains("No chat's title contains “sea”."))
  }

  @Test func `a long list is read in pages, each chat once`() async throws {
    let library = try CommandFixture()
    // One conversation process makes many chats.
    let commands = (1...450).map { "/new Chat \($0)\nhello\n" }.joined()
    let talk = try await library.sotto("chat", "--json", input: commands)
    #expect(talk.code == 0)
    let chats = try await library.chats()
    #expect(Set(chats.map(\.title)).count == 450)
    #expect(chats.count == 450)
    #expect(chats.last?.title == "Chat 1")
    #expect(try await library.read(TranscriptRecord.self, "show", "Chat 3", "--json").chat.title == "Chat 3")
  }

  @Test func `a chat is found by id, beginning, end and title, and one that is not ends with 3`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Mumbai  Trip")
    for name in [
      id, id.uppercased(), String(id.suffix(8)), String(id.suffix(4)), String(id.prefix(18)), "mumbai trip", "1",
    ] {
      #expect(try await library.read(TranscriptRecord.self, "show", name, "--json").chat.id == id, "\(name)")
    }
    for name in ["2", "0", "nope", String(id.suffix(3)), "Delhi"] {
      let outcome = try await library.sotto("show", name)
      #expect(outcome.code == 3, "\(name)")
      #expect(outcome.err.hasPrefix("sotto: There is no chat “\(name)”."))
    }
  }

  @Test func `a name that two chats answer to lists both and touches neither`() async throws {
    let library = try CommandFixture()
    let one = try await library.chat("Twin")
    let other = try await library.chat("twin")
    let outcome = try await library.sotto("delete", "TWIN")
    #expect(outcome.code == 3)
    #expect(outcome.err.contains(one.suffix(8)) && outcome.err.contains(other.suffix(8)))
    #expect(try await library.chats().count == 2)
    // Ids made in one minute begin alike.
    #expect(try await library.sotto("show", String(one.prefix(6))).code == 3)
  }

  @Test func `agents are listed with the one for new chats marked`() async throws {
    let library = try CommandFixture(nil)
    let agents = try await library.read([AgentRecord].self, "agents", "--json")
    #expect(agents.map(\.id) == ["crew", "jarvis", "sage", "mini"])
    #expect(agents.map(\.isDefault) == [false, false, false, true])
    #expect(try await library.sotto("agents").out.contains("* mini "))
  }
}
