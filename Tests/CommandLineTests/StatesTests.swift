import Domain
import FoundationEssentials
import Glibc
import Records
import TestSupport
import Testing

/// `sotto models states`.
@Suite(.timeLimit(.minutes(3)))
struct StatesTests {
  @Test func `what models have read of chats is listed, and removed when that is asked for`() async throws {
    let library = try CommandFixture()
    let chat = try await library.chat("Tea")
    let path = library.folder + "/Tiny.gguf"
    try Data(TinyModel.speaking([Array("Good".utf8)]).bytes).write(to: URL(filePath: path))
    #expect(try await library.sotto("models", "import", path).code == 0)
    let model = try #require(try await library.read([ModelRecord].self, "models", "--json").first { !$0.isBuiltIn })
    let none = try await library.sotto("models", "states")
    #expect(none.code == 0 && none.out.isEmpty && none.err.contains("of 4.0 GB are used."))
    let folder = library.home + "/states"
    mkdir(folder, 0o700)
    let state = folder + "/\(chat)-\(model.id.prefix(16)).state"
    try Data(repeating: 1, count: 2_000_000).write(to: URL(filePath: state))
    // Of a chat that is gone.
    let gone = folder + "/00000000-0000-4000-8000-000000000000-\(model.id.prefix(16)).state"
    try Data(repeating: 1, count: 1_000).write(to: URL(filePath: gone))
    let listed = try await library.sotto("models", "states")
    #expect(listed.out.lines.count == 1 && listed.out.contains("Tea · Tiny · 2.0 MB"))
    #expect(listed.err.contains("2.0 MB of 4.0 GB are used."))
    let record = try await library.read(KeptChatsRecord.self, "models", "states", "--json")
    #expect(record.quota == 4_000_000_000 && record.bytes == 2_000_000 && record.states.map(\.chat) == [chat])
    #expect(record.states.map(\.title) == ["Tea"] && record.states.map(\.name) == ["Tiny"])
    #expect(try await library.sotto("models", "--clear").code == 2)
    let cleared = try await library.sotto("models", "states", "--clear")
    #expect(cleared.code == 0 && cleared.out == "Removed 1 state, 2.0 MB.\n")
    #expect(access(state, F_OK) != 0 && access(gone, F_OK) != 0)
    #expect(try await library.sotto("complete", "table").out.contains("option\tmodels\t--clear\n"))
  }
}
