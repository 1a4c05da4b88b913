import Domain
import FoundationEssentials
import Glibc
import Records
import Testing

/// Sotto Mini, the model that comes with Sotto, in a data folder that nobody has used.
@Suite(.timeLimit(.minutes(3)))
struct MiniTests {
  @Test func `a new data folder has it; it answers from what it knows, says so where it does not, and stays`()
    async throws
  {
    let library = try CommandFixture(nil)
    #expect(try await library.sotto("agents").out.contains("mini    Sotto Mini: A tiny language model"))
    let chat = try await library.chat("First", agent: "mini")
    let known = try await library.sotto("send", chat, "how do i rename a chat?")
    #expect(
      known.code == 0 && known.out == "Press F2 or the pencil in the header, and type the new title.\n", "\(known)")
    let strange = try await library.sotto("send", chat, "what is the capital of france?")
    #expect(strange.code == 0 && strange.out.hasPrefix("I know only Sotto"), "\(strange)")
    let refused = try await library.sotto("models", "remove", "mini")
    #expect(refused.code == 1 && refused.err.contains("is part of Sotto and stays"))
    #expect(try await library.sotto("models", "default", "mini").code == 0)
    let next = try await library.sotto("new").out.trimmed
    #expect(try await library.chats().first { $0.id == next }?.agent == "mini")
    let messages = try await library.messages(chat)
    #expect(messages.map(\.usage?.model) == [nil, "Sotto Mini", nil, "Sotto Mini"])
    let last = try #require(messages.last)
    #expect(last.usage?.knownTokens != nil && last.usage?.firstTokenMilliseconds != nil)
    #expect(last.settings?.seed != nil && last.settings?.context == last.context?.length)
    let details = try await library.sotto("show", chat, "--last", "1", "--details").out.lines
    let names = ["Sent", "Answered by", "Tokens read", "Time to first token", "Context used", "Settings", "Length"]
    for name in names { #expect(details.contains { $0.hasPrefix("  " + name + "  ") }, "\(details)") }
    #expect(try await !library.sotto("show", chat).out.contains("Tokens read"))
  }

  @Test func `where its file is missing it says so, and its chats go on when it is there again`() async throws {
    let library = try CommandFixture(nil)
    let chat = try await library.chat("First", agent: "mini")
    // As installed below another prefix, without the model.
    let folder = library.folder + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // By a program of its own: what this process has open for writing, a child of another test would hold open.
    let copied = try Running("/bin/cp", [try CommandFixture.program(), folder], environment: [:])
    #expect(try await copied.end().code == 0)
    let alone = try Running(folder + "/sotto", ["send", chat, "hello"], environment: library.environment)
    alone.closeInput()
    let failed = try await alone.end()
    #expect(
      failed.code == 5 && failed.err.contains("The file of “Sotto Mini” is missing. Install Sotto again."), "\(failed)")
    let listing = try Running(folder + "/sotto", ["models"], environment: library.environment)
    let list = try await listing.end().out
    #expect(
      list.contains("llama · 4.0 million parameters · Q8_0 · MIT · The file of “Sotto Mini” is missing."), "\(list)")
    #expect(try await library.sotto("send", chat, "hello").out.contains("Sotto Mini"))
  }
}
