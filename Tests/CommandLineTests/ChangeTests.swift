import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChangeTests {
  @Test func `new writes the id and nothing else, or the chat as JSON`() async throws {
    let library = try CommandFixture([.quick, .second])
    let made = try await library.sotto("new", "A", "good", "title", "--agent", "second")
    #expect(made.out.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\n/) != nil)
    let chat = try await library.read(ChatRecord.self, "new", "--json")
    #expect(chat.title == nil)
    #expect(try await library.sotto("chats").out.contains("New Chat"))
    #expect(chat.createdAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(try await library.chats().map(\.agent) == ["quick", "second"])
    #expect(try await library.chats().last?.title == "A good title")
  }

  @Test func `rename gives a title that the first message does not change`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Old")
    let renamed = try await library.sotto("rename", "old", "Brand", "new")
    #expect(renamed.code == 0)
    #expect(renamed.out == "The chat is now called “Brand new”.\n")
    try await library.sotto("send", id, "hello")
    #expect(try await library.chats()[0].title == "Brand new")
    #expect(try await library.read(ChatRecord.self, "rename", id, "Third", "--json").title == "Third")
  }

  @Test func `a deleted chat lies in the Trash, says so, and comes back`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Gone")
    let deleted = try await library.sotto("delete", "Gone")
    #expect(deleted.code == 0)
    #expect(deleted.out.contains("sotto restore \(id.suffix(8))"))
    #expect(try await library.chats().isEmpty)
    #expect(try await library.chats("--trash").first?.trashedAt != nil)
    #expect(try await library.sotto("delete", "Gone").out.contains("in the Trash already"))
    let refused = try await library.sotto("send", "Gone", "hello")
    #expect(refused.code == 1)
    #expect(refused.err.contains("in the Trash"))
    #expect(try await library.sotto("show", "Gone").out.contains("in the Trash"))
    #expect(try await library.sotto("restore", "1").code == 0)
    #expect(try await library.chats().map(\.id) == [id])
    #expect(try await library.sotto("restore", id).err.contains("is not in the Trash"))
    #expect(try await library.sotto("restore", "Gone").code == 3)
  }

  @Test func `deleting for ever wants --yes where nobody can be asked`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Kept")
    let refused = try await library.sotto("delete", id, "--for-ever", input: "y\n")
    #expect(refused.code == 2)
    #expect(refused.err.contains("--yes"))
    #expect(try await library.chats().count == 1)
    let record = try await library.read(DeletedRecord.self, "delete", id, "--for-ever", "--yes", "--json")
    #expect(record.isGone && record.chat.id == id)
    #expect(try await library.sotto("show", id).code == 3)
    #expect(try await library.chats("--trash").isEmpty)
  }

  @Test func `at a terminal deleting for ever asks, and only a yes deletes`() async throws {
    let library = try CommandFixture()
    try await library.chat("Asked")
    for (answer, code, left) in [("n", Int32(1), 1), ("", 1, 1), ("y", 0, 0)] {
      let asked = try library.atTerminal("delete", "Asked", "--for-ever")
      try await asked.says("[y/N]")
      asked.write(answer + "\n")
      #expect(try await asked.end().code == code)
      #expect(try await library.chats().count == left)
    }
  }

  @Test func `the demo chats come once and go in one action`() async throws {
    let library = try CommandFixture(nil)
    #expect(try await library.sotto("demo", "add").out == "Added 3 demo chats.\n")
    #expect(try await library.sotto("demo", "add").out == "The demo chats are there already.\n")
    #expect(try await library.chats().map(\.messageCount) == [10, 10, 10])
    let shown = try await library.sotto("show", "A picture for the hallway", "--all")
    #expect(shown.out.contains("[drawing: "))
    #expect(try await library.sotto("demo", "remove", "--json").out == "{\"removed\":3}\n")
    #expect(try await library.chats().isEmpty)
    #expect(try await library.sotto("demo", "remove").out == "There are no demo chats.\n")
  }
}
