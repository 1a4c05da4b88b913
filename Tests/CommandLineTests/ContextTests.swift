import FoundationEssentials
import Records
import TestSupport
import Testing

/// What a chat's model would see, with the real engine and a tiny model.
@Suite(.timeLimit(.minutes(3)))
struct ContextTests {
  @Test func `what a model would see is written piece by piece, and where it begins stays in the chat`() async throws {
    let library = try CommandFixture()
    let path = library.folder + "/tiny.gguf"
    let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
    try Data(TinyModel.speaking(words, context: 512).bytes).write(to: URL(filePath: path))
    #expect(try await library.sotto("models", "import", path).code == 0)
    let id = try await library.chat("Tea", agent: "Tiny")
    #expect(try await library.sotto("settings", id, "--instructions", "Be brief.").code == 0)
    let talking = try await library.sotto("chat", id, input: "Hello\n/context\n")
    let used = try #require(talking.out.lines.last)
    #expect(talking.code == 0 && used.hasSuffix(" of 512 tokens"))
    let seen = try await library.sotto("context", id)
    #expect(seen.code == 0 && seen.out.lines[1] == used)
    for line in ["Instructions  ", "The model's template  ", "You  ", "Tiny  "] {
      #expect(seen.out.lines.contains { $0.hasPrefix(line) && $0.hasSuffix(" tokens") }, "\(line)")
    }
    for line in ["Be brief.", "Hello", "Good morning, Ada", "<|im_start|>user↵"] {
      #expect(seen.out.lines.contains { $0.hasSuffix(line) }, "\(line)")
    }
    let record = try await library.read(ContextRecord.self, "context", id, "--json")
    #expect(record.contextLength == 512 && record.room == 384 && record.firstMessage == nil && record.leftOut == 0)
    #expect(record.pieces.reduce(0) { $0 + $1.tokens } == record.tokens)
    #expect(Set(record.pieces.map(\.origin)).isSuperset(of: ["special", "instructions", "user", "agent"]))
    #expect(try await library.messages(id).last?.context?.length == 512)
    // More than fits: the line stands where the last reply began to read, with nothing loaded.
    let lines = (1...6).map { "Question \($0), with some more words to fill the context\n" }.joined()
    #expect(try await library.sotto("chat", id, input: lines).code == 0)
    let cut = try #require(try await library.messages(id).last?.context?.firstMessage)
    let shown = try await library.sotto("show", id)
    let index = try #require(
      shown.out.lines.firstIndex(of: "── The model no longer sees what is above this line. ──"))
    let first = try #require(try await library.messages(id).first { $0.id == cut })
    #expect(shown.out.lines[index...].prefix(4).contains(first.text))
    let later = try await library.sotto("context", id)
    #expect(later.out.lines[1].contains("older messages are left out"))
    let none = try await library.sotto("context", try await library.chat("Plain"))
    #expect(none.code == 1 && none.err.contains("Only language models have a context."))
    #expect(try await library.sotto("context", "nobody").code == 3)
  }
}
