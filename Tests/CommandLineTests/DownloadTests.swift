import Domain
import FoundationEssentials
import Glibc
import Records
import TestSupport
import Testing

/// `sotto models download`, from a host on this machine and with the real engine.
@Suite(.timeLimit(.minutes(3)))
struct DownloadTests {
  private let library: CommandFixture
  private let host: ModelHost
  private let hub: [String: String]

  init() async throws {
    library = try CommandFixture()
    host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
    hub = ["SOTTO_HUB": host.address]
  }

  private func part(_ name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: library.home + "/models/" + name)
    return attributes?[.size] as? Int
  }

  @Test func `a model is downloaded by repository and file, listed, and downloaded with events for programs`()
    async throws
  {
    let done = try await library.sotto("models", "download", "any/repo:Tiny.gguf", environment: hub)
    #expect(done.code == 0 && done.out.hasPrefix("Imported “") && done.err.isEmpty)
    #expect(
      try await library.read([ModelRecord].self, "models", "--json").filter { !$0.isBuiltIn }.map(\.path)
        == [library.home + "/models/Tiny.gguf"])
    let again = try await library.sotto("models", "download", "any/repo:Other.gguf", "--json", environment: hub)
    #expect(again.code == 0)
    let states = try again.out.lines.map { try RecordCoding.read(DownloadStateRecord.self, from: $0) }
    #expect(states.last?.state == "done" && states.last?.received == 0 && part("Other.gguf") == nil)
    let asked = host.asked.count
    let once = try await library.sotto("models", "download", "any/repo:Tiny.gguf", environment: hub)
    #expect(once.code == 0 && once.out.contains("is here already; nothing was downloaded."))
    #expect(host.asked.count == asked)
  }

  @Test func `a repository with several models asks which, and a part of a name says it`() async throws {
    let several = try await library.sotto("models", "download", "any/repo", environment: hub)
    #expect(several.code == 1 && several.err.contains("any/repo:Tiny-Q4_K_M.gguf"))
    #expect(try await library.sotto("models", "download", "any/repo:q8_0", environment: hub).code == 0)
    #expect(host.asked.last?.path == "/any/repo/resolve/main/Tiny-Q8_0.gguf")
    let nonsense = try await library.sotto("models", "download", "nonsense", environment: hub)
    #expect(nonsense.code == 1 && nonsense.err.contains("This names no model."))
  }

  @Test func `Ctrl+C pauses a download, kill -9 loses nothing of it, and the same command goes on`() async throws {
    let size = TinyModel.speaking([Array("Good".utf8)]).bytes.count
    host.behave("hold:1000")
    let first = try library.atTerminal("models", "download", "any/repo:Tiny.gguf", environment: hub)
    try await first.says("1.0 kB of")
    first.send(signal: SIGINT)
    #expect(try await first.end().code == 130)
    #expect(part("Tiny.gguf.part") == 1_000)
    let resting = try await library.read([DownloadStateRecord].self, "models", "downloads", "--json")
    #expect(resting.map(\.state) == ["paused"] && resting.map(\.received) == [1_000] && resting[0].total == Int64(size))
    host.behave("hold:500")
    let second = try library.start("models", "download", "any/repo:Tiny.gguf", "--json", environment: hub)
    try await lookUntil { part("Tiny.gguf.part") == 1_500 }
    second.send(signal: SIGKILL)
    _ = try await second.end()
    host.behave("plain")
    let third = try await library.sotto("models", "download", "Tiny.gguf", environment: hub)
    #expect(third.code == 0 && third.out.hasPrefix("Imported “"))
    #expect(host.asked.map(\.range) == [nil, "bytes=1000-", "bytes=1500-"])
    #expect(part("Tiny.gguf") == size && part("Tiny.gguf.part") == nil && part("Tiny.gguf.download") == nil)
  }

  @Test func `a model in several files comes as one, also when it is killed in one of them`() async throws {
    let names = (1...3).map { "Tiny-0000\($0)-of-00003.gguf" }
    let files = TinyModel.speaking(["Good", " morning"].map { Array($0.utf8) }).split(into: 3)
    for (name, file) in zip(names, files) { host.put(file, named: name) }
    host.behave("hold:500", for: names[1])
    let first = try library.start("models", "download", "any/repo:\(names[2])", "--json", environment: hub)
    try await lookUntil { part(names[1] + ".part") == 500 }
    first.send(signal: SIGKILL)
    _ = try await first.end()
    let resting = try await library.read([DownloadStateRecord].self, "models", "downloads", "--json")
    #expect(resting.map(\.id) == [names[0]] && resting.map(\.received) == [Int64(files[0].count + 500)])
    #expect(resting.map(\.total) == [Int64(files.joined().count)])
    host.behave("plain", for: names[1])
    let second = try await library.sotto("models", "download", "any/repo:\(names[0])", environment: hub)
    #expect(second.code == 0 && second.out.hasPrefix("Imported “"))
    for (name, file) in zip(names, files) {
      let path = library.home + "/models/" + name
      #expect(Array(try Data(contentsOf: URL(filePath: path))) == file && part(name + ".download") == nil)
    }
    // Its weights are in the parts.
    let said = try await library.sotto("run", "tiny", "Hello")
    #expect(said.code == 0 && said.out.hasPrefix("Good"))
    let asked = try await library.sotto("models", "download", "any/repo", environment: hub)
    #expect(asked.err.contains("any/repo:sub/\(names[0])  3 files · "))
  }

  @Test func `what needs a token says so, takes it on stdin, and cancel deletes what had come`() async throws {
    host.behave("gated")
    let refused = try await library.sotto("models", "download", "any/repo:Tiny.gguf", environment: hub)
    #expect(refused.code == 1 && refused.err.contains("only to people with an account"))
    #expect(refused.err.contains("--token-stdin"))
    #expect(
      try await library.sotto("models", "downloads").out.hasPrefix("Tiny.gguf  “any/repo” is given only to people"))
    let cancelled = try await library.sotto("models", "cancel", "tiny.gguf")
    #expect(cancelled.code == 0 && part("Tiny.gguf.download") == nil)
    let running = try library.start(
      "models", "download", "any/repo:Tiny.gguf", "--token-stdin", environment: hub)
    running.write("hf_good\n")
    running.closeInput()
    let taken = try await running.end()
    #expect(taken.code == 0 && taken.err.contains("until Sotto ends"))
  }

  @Test func `presets are listed without asking anybody`() async throws {
    let presets = try await library.sotto("models", "presets", environment: hub)
    #expect(presets.code == 0 && presets.out.contains("llama-3.2-1b  Llama 3.2 1B · Meta · about 808.0 MB"))
    let records = try await library.read([PresetRecord].self, "models", "presets", "--json")
    #expect(
      records.count == presets.out.lines.count && records.allSatisfy { $0.bytes > 0 && $0.memoryNeeded > $0.bytes })
    #expect(host.asked.isEmpty)
    #expect(try await library.sotto("complete", "presets").out.lines == records.map(\.id))
  }
}
