import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChangeTests {
  @Test func `new writes the id and nothing else, or the chat as JSON`() async throws {
    let house = try CommandHouse([.quick, .second])
    let made = try await house.sotto("new", "A", "good", "title", "--agent", "second")
    #expect(made.out.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\n/) != nil)
    let chat = try await house.read(ChatRecord.self, "new", "--json")
    #expect(chat.title == "New Chat")
    #expect(chat.created_at.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(try await house.chats().map(\.agent) == ["quick", "second"])
    #expect(try await house.chats().last?.title == "A good title")
  }

  @Test func `rename gives a title that the first message does not change`() async throws {
    let house = try CommandHouse()
    let id = try await house.chat("Old")
    let renamed = try await house.sotto("rename", "old", "Brand", "new")
    #expect(renamed.code == 0)
    #expect(renamed.out == "The chat is now called “Brand new”.\n")
    try await house.sotto("send", id, "hello")
    #expect(try await house.chats()[0].title == "Brand new")
    #expect(try await house.read(ChatRecord.self, "rename", id, "Third", "--json").title == "Third")
  }

  @Test func `a deleted chat lies in the bin, says so, and comes back`() async throws {
    let house = try CommandHouse()
    let id = try await house.chat("Gone")
    let deleted = try await house.sotto("delete", "Gone")
    #expect(deleted.code == 0)
    #expect(deleted.out.contains("sotto restore \(id.suffix(8))"))
    #expect(try await house.chats().isEmpty)
    #expect(try await house.chats("--bin").first?.binned_at != nil)
    #expect(try await house.sotto("delete", "Gone").out.contains("in the bin already"))
    let refused = try await house.sotto("send", "Gone", "hello")
    #expect(refused.code == 1)
    #expect(refused.err.contains("in the bin"))
    #expect(try await house.sotto("show", "Gone").out.contains("in the bin"))
    #expect(try await house.sotto("restore", "1").code == 0)
    #expect(try await house.chats().map(\.id) == [id])
    #expect(try await house.sotto("restore", id).err.contains("is not in the bin"))
    #expect(try await house.sotto("restore", "Gone").code == 3)
  }

  @Test func `deleting for ever wants --yes where nobody can be asked`() async throws {
    struct DeletedRecord: Decodable {
      var chat: ChatRecord
      var is_gone: Bool
    }
    let house = try CommandHouse()
    let id = try await house.chat("Kept")
    let refused = try await house.sotto("delete", id, "--for-ever", input: "y\n")
    #expect(refused.code == 2)
    #expect(refused.err.contains("--yes"))
    #expect(try await house.chats().count == 1)
    let record = try await house.read(DeletedRecord.self, "delete", id, "--for-ever", "--yes", "--json")
    #expect(record.is_gone && record.chat.id == id)
    #expect(try await house.sotto("show", id).code == 3)
    #expect(try await house.chats("--bin").isEmpty)
  }

  @Test func `at a terminal deleting for ever asks, and only a yes deletes`() async throws {
    let house = try CommandHouse()
    try await house.chat("Asked")
    for (answer, code, left) in [("n", Int32(1), 1), ("", 1, 1), ("y", 0, 0)] {
      let asked = try house.atTerminal("delete", "Asked", "--for-ever")
      try await asked.says("[y/N]")
      asked.write(answer + "\n")
      #expect(try await asked.end().code == code)
      #expect(try await house.chats().count == left)
    }
  }

  @Test func `the demo chats come once and go in one action`() async throws {
    let house = try CommandHouse(nil)
    #expect(try await house.sotto("demo", "add").out == "Added 3 demo chats.\n")
    #expect(try await house.sotto("demo", "add").out == "The demo chats are there already.\n")
    #expect(try await house.chats().map(\.message_count) == [10, 10, 10])
    let shown = try await house.sotto("show", "A picture for the hallway", "--all")
    #expect(shown.out.contains("[drawing: "))
    #expect(try await house.sotto("demo", "remove", "--json").out == "{\"removed\":3}\n")
    #expect(try await house.chats().isEmpty)
    #expect(try await house.sotto("demo", "remove").out == "There are no demo chats.\n")
  }
}
