import Domain
import FoundationEssentials
import Glibc
import Records
import TestLibrary
import Testing

/// `sotto models`, with models that another process imports into the same library.
@Suite(.timeLimit(.minutes(3)))
struct ModelTests {
  /// What begins as a model does.
  private func file(_ name: String, in library: CommandFixture, filledWith byte: UInt8 = 1, bytes: Int = 4_096) throws
    -> String
  {
    let path = library.folder + "/" + name
    let folder = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var data = Data(repeating: byte, count: bytes)
    data.replaceSubrange(0..<4, with: "GGUF".utf8)
    try data.write(to: URL(filePath: path))
    return path
  }

  /// Imports the files as another process does, with these facts.
  private func add(_ paths: [String], to library: CommandFixture) async throws -> [LocalModel] {
    let other = try await TestLibrary(in: library.home)
    var models: [LocalModel] = []
    for path in paths {
      let name = try #require(path.split(separator: "/").last.map(String.init))
      let facts = ModelFacts(
        name: String(name.dropLast(5)), architecture: "llama", parameters: 1_235_814_432, quantisation: "Q4_K_M",
        contextLength: 8_192, contextBytesPerToken: 32_768, licence: ModelLicence(name: "apache-2.0"))
      models.append(try await other.addModel(path, facts))
    }
    await other.close()
    return models
  }

  @Test func `models are listed with what they are, marked, checked, made the default and removed`() async throws {
    let library = try CommandFixture()
    let empty = try await library.sotto("models")
    #expect(empty.code == 0 && empty.err.contains("There are no others yet."))
    let mini = try #require(empty.out.lines.first)
    #expect(mini.hasPrefix("  mini  Sotto Mini · built in · llama · 4.") && empty.out.lines.count == 1)
    let paths = [try file("Tiny.gguf", in: library), try file("Other One.gguf", in: library, filledWith: 2)]
    let models = try await add(paths, to: library)
    let list = try await library.sotto("models", "list")
    #expect(
      Array(list.out.lines.dropLast()) == [
        "  \(models[1].id.short)  Other One · llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0",
        "  \(models[0].id.short)  Tiny · llama · 1.2 billion parameters · Q4_K_M · 4.1 kB · apache-2.0",
      ])
    #expect(list.out.lines.last?.split(separator: " ") == mini.split(separator: " "))
    #expect(try await library.sotto("models", "default", "tiny").out == "“Tiny” answers in new chats from now on.\n")
    let records = try await library.read([ModelRecord].self, "models", "--json")
    #expect(records.map(\.isDefault) == [false, true, false] && Set(records.map(\.state)) == ["unloaded"])
    #expect(records.map(\.isBuiltIn) == [false, false, true] && records[2].agent == "mini")
    #expect(records[1].agent == models[0].agent && records[1].path == paths[0] && records[1].memoryFree ?? 0 > 0)
    #expect(try await library.sotto("models").out.lines[1].hasPrefix("* \(models[0].id.short)"))
    #expect(
      try await library.sotto("models", "check").out.lines
        == ["Other One", "Tiny", "Sotto Mini"].map {
          "“\($0)” is as it should be."
        })
    _ = try file("Tiny.gguf", in: library, filledWith: 3)
    unlink(paths[1])
    let checked = try await library.sotto("models", "check")
    #expect(
      checked.code == 1 && checked.out.contains("is not where it was") && checked.out.contains("another model now"))
    let faults = try await library.start(["models", "check", "--json"]).end()
    #expect(
      try RecordCoding.read([CheckedModelRecord].self, from: faults.out).map(\.fault) == [
        "file-not-found", "file-replaced", nil,
      ])
    #expect(try await library.sotto("models").out.contains("was changed since it was imported"))
    let removed = try await library.sotto("models", "remove", String(models[0].id.short.prefix(6)))
    #expect(removed.out == "Removed “Tiny”. Its file stays at \(paths[0]).\n")
    #expect(access(paths[0], F_OK) == 0)
    #expect(try await library.read([ModelRecord].self, "models", "--json").map(\.name) == ["Other One", "Sotto Mini"])
  }

  @Test func `a name that is none, or of several models, is refused with a hint`() async throws {
    let library = try CommandFixture()
    _ = try await add(
      [try file("Llama A.gguf", in: library), try file("Llama B.gguf", in: library, filledWith: 2)], to: library)
    let several = try await library.sotto("models", "remove", "llama")
    #expect(several.code == 1 && several.err.contains("more than one model") && several.err.contains("Llama B"))
    // A beginning, and what stands between the words however it is typed; “mini” is always the one that is built in.
    for (name, found) in [
      ("llama-b", "Llama B"), ("SOTTO", "Sotto Mini"), ("lama a", "Llama A"), ("mini", "Sotto Mini"),
    ] {
      #expect(try await library.sotto("models", "default", name).out.hasPrefix("“\(found)” answers"), "\(name)")
    }
    let none = try await library.sotto("models", "default", "nobody")
    #expect(none.code == 1 && none.err.contains("There is no model “nobody”."))
    for words in [["import"], ["remove"], ["default"]] {
      #expect(try await library.start(["models"] + words).end().code == 2)
    }
    #expect(try await library.sotto("models", "scan", "x").code == 2)
  }

  @Test func `what is no model is refused in a sentence, and nothing is kept`() async throws {
    let library = try CommandFixture()
    mkfifo(library.folder + "/pipe.gguf", 0o600)
    try Data("no".utf8).write(to: URL(filePath: library.folder + "/text.gguf"))
    for (name, words) in [
      ("pipe.gguf", "no ordinary file"), ("text.gguf", "format GGUF"), ("none.gguf", "No such file"),
    ] {
      let outcome = try await library.sotto("models", "import", library.folder + "/" + name)
      #expect(outcome.code == 1 && outcome.err.contains(words) && outcome.out.isEmpty, "\(name)")
    }
    #expect(try await library.read([ModelRecord].self, "models", "--json").map(\.agent) == ["mini"])
  }

  @Test func `models of other programs are listed, and those that are imported say so`() async throws {
    let library = try CommandFixture()
    let none = try await library.sotto("models", "scan")
    #expect(none.code == 0 && none.err.contains("No other program has models"))
    let path = try file(".cache/llama.cpp/Smol.gguf", in: library, bytes: 1_100_000)
    #expect(try await library.sotto("models", "scan").out == "Smol · 1.1 MB · llama.cpp\n  \(path)\n")
    _ = try await add([path], to: library)
    #expect(try await library.sotto("models", "scan").out.hasPrefix("Smol · 1.1 MB · llama.cpp · imported already\n"))
    let found = try await library.read([FoundModelRecord].self, "models", "scan", "--json")
    #expect(found.map(\.origin) == ["llama.cpp"] && found.map(\.isImported) == [true])
  }
}
