import Domain
import FoundationEssentials
import Glibc
import Testing

@testable import Models

/// Models of other programs, in folders as these make them.
@Suite(.timeLimit(.minutes(1)))
struct SearchTests {
  private let million = 1 << 20

  private func found(_ environment: [String: String]) async -> [FoundModel] {
    var all: [FoundModel] = []
    for await model in ModelSearch(ModelPlace.all(environment: environment, userHome: nil)).found() {
      all.append(model)
    }
    return all
  }

  @Test func `What other programs keep is found, each file once, with the name that they give it`() async throws {
    let fixture = try await ModelFixture()
    let home = fixture.models
    let blob = ".cache/huggingface/hub/models--org--repo/blobs/abcdef"
    try fixture.file(blob, bytes: million)
    for revision in ["r1", "r2"] {
      let folder = "\(home)/.cache/huggingface/hub/models--org--repo/snapshots/\(revision)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      symlink("../../blobs/abcdef", folder + "/Llama-Q4.gguf")
    }
    try fixture.file(".lmstudio/models/org/repo/Qwen.gguf", bytes: million)
    try fixture.file(".lmstudio/models/org/repo/mmproj-Qwen.gguf", bytes: million)
    try fixture.file(".local/share/Jan/data/llamacpp/models/gemma/model.gguf", bytes: million)
    try fixture.file(".local/share/nomic.ai/GPT4All/Phi.gguf", bytes: million)
    try fixture.file(".cache/llama.cpp/smol.gguf", bytes: million)
    try fixture.file(".cache/llama.cpp/.gguf", bytes: million)
    try fixture.file(".cache/llama.cpp/vocabulary.gguf", bytes: 1_000)
    try Data(repeating: 7, count: million).write(to: URL(filePath: home + "/.cache/llama.cpp/noise.gguf"))
    let digest = "sha256-" + String(repeating: "a", count: 64)
    try fixture.file(".ollama/models/blobs/\(digest)", bytes: million)
    try fixture.file(".ollama/models/blobs/sha256-unnamed", bytes: million)
    let manifests = home + "/.ollama/models/manifests/registry.ollama.ai/library/llama3.2"
    try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
    try Data(
      """
      {"layers": [{"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:bb"},
        {"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:\(String(repeating: "a", count: 64))"}]}
      """.utf8
    ).write(to: URL(filePath: manifests + "/1b"))
    mkfifo(manifests + "/pipe", 0o600)
    let all = await found(["HOME": home])
    #expect(
      all.map { "\($0.origin.rawValue) \($0.name)" } == [
        "hugging-face Llama-Q4", "lm-studio Qwen", "jan model", "gpt4all Phi", "llama.cpp .gguf", "llama.cpp smol",
        "ollama llama3.2:1b",
      ])
    #expect(all.first?.path == "\(home)/\(blob)" && all.first?.bytes == Int64(million))
  }

  @Test func `No link leads out of a folder or round in a circle, and pipes keep nobody waiting`() async throws {
    let fixture = try await ModelFixture()
    let home = fixture.models
    try fixture.file("outside/secret.gguf", bytes: million)
    try fixture.file("cache/deep/in/side.gguf", bytes: million)
    symlink("../outside", home + "/cache/out")
    symlink("../outside/secret.gguf", home + "/cache/secret.gguf")
    symlink("..", home + "/cache/deep/round")
    mkfifo(home + "/cache/pipe.gguf", 0o600)
    #expect(await found(["HOME": home + "/none", "LLAMA_CACHE": home + "/cache"]).map(\.name) == ["side"])
  }

  @Test func `A search that is not wanted any more ends`() async throws {
    let fixture = try await ModelFixture()
    for number in 1...5 { try fixture.file("cache/\(number).gguf", bytes: million, filledWith: UInt8(number)) }
    let environment = ["HOME": fixture.models, "LLAMA_CACHE": fixture.models + "/cache"]
    for await model in ModelSearch(ModelPlace.all(environment: environment, userHome: nil)).found() {
      #expect(model.name == "1")
      break
    }
  }

  @Test func `A folder that a variable names counts only where it is absolute`() {
    let places = ModelPlace.all(
      environment: ["HOME": "/h", "HF_HOME": "relative", "OLLAMA_MODELS": "/o"], userHome: nil)
    #expect(places.first { $0.origin == .huggingFace }?.folder == "/h/.cache/huggingface/hub")
    #expect(places.first { $0.origin == .ollama }?.folder == "/o")
    #expect(ModelPlace.all(environment: [:], userHome: nil).isEmpty)
    #expect(ModelPlace.all(environment: [:], userHome: "/u").contains { $0.folder == "/u/.cache/llama.cpp" })
  }
}
