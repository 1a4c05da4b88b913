import EngineWire
import Frames
import Glibc
import TestSupport
import Testing
import Workers

/// What a model's file may do to the engine, and what not.
@Suite(.timeLimit(.minutes(1))) struct HostileTests {
  private static let model = TinyModel.speaking([Array("Hello".utf8)])
  private static let endless = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"

  @Test func `a header is read without loading`() async throws {
    var model = Self.model
    model["general.sampling.temp"] = .real(0.5)
    model["general.sampling.top_k"] = .count(20)
    model["general.sampling.penalty_repeat"] = .real(1.1)
    // As if the weights had never been written: of them only the room is looked at.
    let file = model.bytes
    let engine = try RunningEngine(
      file.prefix(file.count / 2) + [UInt8](repeating: 0, count: file.count - file.count / 2))
    let facts = try #require(try await engine.open(.init(isHeaderOnly: true))).get()
    #expect(facts.name == "Tiny")
    #expect(facts.architecture == "llama")
    #expect(facts.licence == "mit")
    #expect(facts.sizeLabel == "100K")
    #expect(facts.quantisation == "all F32")
    #expect(facts.layers == 1)
    #expect(facts.vocabulary == TinyModel.vocabulary)
    #expect(facts.trainedContext == 2_048)
    #expect(facts.contextLength == 0)
    // Keys and values, of two bytes each.
    #expect(facts.bytesPerToken == 2 * 320 * 2)
    #expect(facts.parameters == UInt64(model.tensors.reduce(0) { $0 + $1.values.count }))
    #expect(facts.hasTemplate)
    #expect(facts.recommended == .init(temperature: 0.5, topK: 20, repeatPenalty: 1.1))
    engine.channel.end()
    #expect(await engine.child.ended() == .exited(0))
  }

  @Test func `a model that is open says what its header says, and how much it holds`() async throws {
    let (_, facts) = try await RunningEngine.opened(Self.model, .init(contextLength: 512))
    #expect(facts.contextLength == 512)
    let (_, most) = try await RunningEngine.opened(Self.model, .init(contextLength: 1 << 20))
    #expect(most.contextLength == facts.trainedContext)
  }

  enum Damage: String, CaseIterable {
    case empty, nonsense, cutInHeader, cutInWeights, unknown, projector, clip, encoder, split, missingTensor, noLayers
    case unknownWords, newer
    case manyLayers, duplicateTokens, noTokens, wrongShape, wrongKind, notANumber
  }

  private static func damaged(_ damage: Damage) -> [UInt8] {
    var model = model
    switch damage {
    case .empty: return []
    case .nonsense: return (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    case .cutInHeader: return Array(model.bytes.prefix(2_000))
    case .cutInWeights: return Array(model.bytes.prefix(model.bytes.count / 2))
    case .unknown: model["general.architecture"] = .text("perceptron")
    case .projector: model["general.type"] = .text("mmproj")
    case .clip: model["general.architecture"] = .text("clip")
    case .unknownWords: model["tokenizer.ggml.pre"] = .text("xyz")
    case .newer:
      var bytes = model.bytes
      bytes[4] = 9
      return bytes
    case .encoder: model["llama.attention.causal"] = .flag(false)
    case .split: model["split.count"] = .count(3)
    case .missingTensor: model.tensors.removeLast()
    case .noLayers: model["llama.block_count"] = .count(0)
    case .manyLayers: model["llama.block_count"] = .count(1_000_000_000)
    case .duplicateTokens:
      if case .texts(var tokens)? = model["tokenizer.ggml.tokens"] {
        tokens[70] = tokens[71]
        model["tokenizer.ggml.tokens"] = .texts(tokens)
      }
    case .noTokens: model["tokenizer.ggml.tokens"] = .texts([])
    case .wrongShape: model.tensors[0].sides = [160, 640]
    case .wrongKind: model["llama.block_count"] = .text("one")
    case .notANumber: model["llama.attention.layer_norm_rms_epsilon"] = .real(.nan)
    }
    return model.bytes
  }

  private static let codes: [Damage: EngineRefusal.Code] = [
    .empty: .notAModel, .nonsense: .notAModel, .cutInHeader: .damaged, .cutInWeights: .damaged,
    .unknown: .unknownArchitecture, .projector: .notForText, .encoder: .notForText, .split: .split,
    .missingTensor: .notLoaded, .unknownWords: .notLoaded, .newer: .notLoaded, .clip: .notForText,
  ]

  @Test(arguments: Damage.allCases)
  func `a file that makes no sense is refused, or takes only the engine down`(damage: Damage) async throws {
    let engine = try RunningEngine(Self.damaged(damage))
    let opened = try await engine.open(.init(contextLength: 256, memoryLimit: 1 << 30))
    if let code = Self.codes[damage] {
      guard case .failure(let refusal)? = opened else { throw RunningEngine.Unexpected() }
      #expect(refusal.code == code, "\(refusal)")
      // A person gets to read it.
      let words = [Damage.clip: "clip", .unknownWords: "xyz", .newer: "version 9"][damage]
      #expect(words.map(refusal.words.contains) ?? true, "\(refusal)")
    } else if case .success? = opened {
      // Some sense was found in it, or none of it is looked at.
      _ = try await engine.reply(1, to: EnginePrompt("Hello"), most: 4)
    }
    engine.channel.end()
    _ = await engine.child.ended()
  }

  @Test func `a file that ends before its weights do is refused by its header alone`() async throws {
    let whole = Self.model.bytes
    for (count, isWhole) in [(whole.count, true), (whole.count - 1, false), (whole.count * 2 / 3, false)] {
      let engine = try RunningEngine(Array(whole.prefix(count)))
      let opened = try await engine.open(.init(isHeaderOnly: true, memoryLimit: 1 << 30))
      switch opened {
      case .success?: #expect(isWhole, "\(count)")
      case .failure(let refusal)?: #expect(!isWhole && refusal.code == .damaged, "\(count): \(refusal)")
      case nil: throw RunningEngine.Unexpected()
      }
    }
  }

  @Test func `a template that never ends is refused, and ends the engine`() async throws {
    var model = Self.model
    model["tokenizer.chat_template"] = .text(Self.endless)
    let engine = try RunningEngine(model)
    let opened = try await engine.open(.init(isHeaderOnly: true, memoryLimit: 1 << 30))
    guard case .failure(let refusal)? = opened else { throw RunningEngine.Unexpected() }
    #expect(refusal.code == .templateEndless)
    _ = await engine.child.ended()
  }

  @Test func `a template that is endless only for some words fails that reply`() async throws {
    var model = Self.model
    model["tokenizer.chat_template"] = .text(
      "{{ messages[0].content }}{% if messages[0].content == 'go' %}" + Self.endless + "{% endif %}")
    let (engine, _) = try await RunningEngine.opened(model, .init(contextLength: 256, memoryLimit: 1 << 30))
    #expect(try await engine.reply(1, to: EnginePrompt("Hello")).end == .finished)
    let end = try await engine.reply(2, to: EnginePrompt("go")).end
    #expect(end == .failed(EngineRefusal(.templateEndless)))
    _ = await engine.child.ended()
  }

  @Test(arguments: [
    "{{ raise_exception('never') }}", "{% if %}", "{{ 'a' * 100000000000 }}", "", "{{ nothing.at.all }}",
  ])
  func `a template that refuses says so, and the model is there`(template: String) async throws {
    var model = Self.model
    model["tokenizer.chat_template"] = .text(template)
    // So little memory that a text without end is over before its time is.
    let (engine, _) = try await RunningEngine.opened(model, .init(contextLength: 256, memoryLimit: 192 << 20))
    guard case .failed(let refusal)? = try await engine.reply(1, to: EnginePrompt("Hello")).end else {
      throw RunningEngine.Unexpected()
    }
    #expect(refusal.code == .templateFailed, "\(refusal)")
    #expect(!refusal.words.isEmpty)
  }

  @Test func `a model without a template says so when it is asked`() async throws {
    var model = Self.model
    model["tokenizer.chat_template"] = nil
    let (engine, facts) = try await RunningEngine.opened(model)
    #expect(!facts.hasTemplate)
    #expect(try await engine.reply(1, to: EnginePrompt("Hello")).end == .failed(EngineRefusal(.noTemplate)))
  }

  @Test func `more memory than is allowed is refused in words`() async throws {
    let engine = try RunningEngine(TinyModel.random(context: 1 << 20, layers: 8))
    let opened = try await engine.open(.init(contextLength: 1 << 20, memoryLimit: 256 << 20))
    guard case .failure(let refusal)? = opened else { throw RunningEngine.Unexpected() }
    #expect(refusal.code == .noMemory, "\(refusal)")
  }

  @Test func `a file that was cut while it is mapped takes only the engine down`() async throws {
    let path = "\(temporaryFolder)/sotto-cut-\(getpid()).gguf"
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file); unlink(path) }
    let bytes = TinyModel.random(layers: 8).bytes
    try #require(write(file, bytes, bytes.count) == bytes.count)
    let engine = try RunningEngine(descriptors: [file])
    _ = try #require(try await engine.open(.init(contextLength: 256))).get()
    ftruncate(file, 4_096)
    _ = try await engine.reply(1, to: EnginePrompt("Hello"), most: 50)
    engine.channel.end()
    _ = await engine.child.ended()
  }
}
