import EngineWire
import Frames
import Glibc
import TestSupport
import Testing
import Workers

/// A running `sotto-engine` with a model's file.
final class RunningEngine: Sendable {
  let child: ChildProcess
  let channel: FrameChannel
  let words: LastWords

  convenience init(_ file: [UInt8]) throws { try self.init(files: [file]) }

  /// With the parts of a split model.
  convenience init(files: [[UInt8]]) throws {
    var open: [Int32] = []
    defer { for file in open { close(file) } }
    for file in files {
      let temporary = try TemporaryModel(file)
      defer { temporary.remove() }
      open.append(Glibc.open(temporary.path, O_RDONLY | O_CLOEXEC))
    }
    try self.init(descriptors: open)
  }

  /// An engine that is handed over these, whatever they are.
  init(descriptors: [Int32]) throws {
    let ends = try socketPair()
    channel = FrameChannel(FrameStream(socket: ends.near), frameLimit: EngineEvent.frameLimit)
    defer { close(ends.far) }
    var command = Command([BuiltProgram.path(of: "sotto-engine"), "\(descriptors.count)"])
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    for (number, descriptor) in descriptors.enumerated() { command.descriptors[3 + Int32(number)] = descriptor }
    // One heap: each further one takes addresses.
    command.environment = ["MALLOC_ARENA_MAX=1"]
    let pipe = try Pipe()
    command.error = .descriptor(pipe.writing)
    child = try ChildProcess(command)
    words = LastWords(pipe)
  }

  convenience init(_ model: TinyModel) throws { try self.init(model.bytes) }

  /// A running engine whose model is open.
  static func opened(
    _ model: TinyModel, _ opening: EngineOrder.Opening = .init(contextLength: 1_024)
  ) async throws -> (engine: RunningEngine, facts: EngineModel) {
    let engine = try RunningEngine(model)
    let opened = try #require(try await engine.open(opening))
    return (engine, try opened.get())
  }

  /// The greeting, and then what becomes of the opening; nil when the engine died of it.
  func open(_ opening: EngineOrder.Opening) async throws -> Result<EngineModel, EngineRefusal>? {
    guard case .greeting? = try await event() else { return nil }
    try await say(.open(opening))
    while let event = try await event() {
      switch event {
      case .loading: continue
      case .opened(let facts): return .success(facts)
      case .refused(0, let refusal): return .failure(refusal)
      default: Issue.record("\(event)")
      }
    }
    return nil
  }

  func say(_ order: EngineOrder) async throws { try await channel.send(order.frame) }

  /// Says several things at once: the engine stands still until all of them are there.
  func say(together orders: [EngineOrder]) async throws {
    kill(child.id, SIGSTOP)
    defer { kill(child.id, SIGCONT) }
    for order in orders { try await say(order) }
  }

  /// The next event; nil when the engine has ended.
  func event() async throws -> EngineEvent? {
    do throws(FrameError) {
      return try await channel.next().map { frame throws(FrameError) in try EngineEvent(frame) }
    } catch .broken {
      return nil
    }
  }

  /// What came of a generation.
  struct Answer {
    var extent: EngineEvent.Extent?
    var reasoning = ""
    var text = ""
    var usage: EngineEvent.Usage?
    var end: EngineEvent.End?
    var readings: [Int] = []
    /// The chunks of the text.
    var chunks: [String] = []
    /// What was given out of other chats before they were forgotten.
    var states: [GivenState] = []
  }

  /// Waits for the end of a generation.
  func answer(_ id: UInt64, while goesOn: (Answer) async throws -> Void = { _ in }) async throws -> Answer {
    var answer = Answer()
    while answer.end == nil, let event = try await event() {
      switch event {
      case .began(id, let extent): answer.extent = extent
      case .reading(id, let done, _): answer.readings.append(done)
      case .reasoning(id, let chunk): answer.reasoning += chunk
      case .text(id, let chunk):
        answer.text += chunk
        answer.chunks.append(chunk)
      case .usage(id, let usage): answer.usage = usage
      case .ended(id, let end): answer.end = end
      case .state: answer.states.append(try await state(after: event))
      case .forgotten: break
      default: Issue.record("\(event)")
      }
      try await goesOn(answer)
    }
    return answer
  }

  /// Generates, with the likeliest tokens unless something else is said.
  func reply(
    _ id: UInt64, to prompt: EnginePrompt, _ sampling: EngineSampling = .init(temperature: 0), most: Int = 0,
    stops: [String] = []
  ) async throws -> Answer {
    try await say(.generate(id: id, .init(prompt, sampling: sampling, maximumTokens: most, stops: stops)))
    return try await answer(id)
  }

  /// What the model would see.
  func rendered(_ id: UInt64, _ prompt: EnginePrompt) async throws -> (EngineEvent.Extent, [EngineEvent.Piece]) {
    try await say(.render(id: id, prompt))
    guard case .rendered(id, let extent, let pieces)? = try await event() else { throw Unexpected() }
    return (extent, pieces)
  }

  struct Unexpected: Error {}
}

// MARK: States

/// What an engine gave out of a chat.
struct GivenState: Equatable {
  var chat: UInt64
  var tokens: Int
  var bytes: [UInt8] = []
}

extension RunningEngine {
  /// A state that comes of itself, or the event that comes instead.
  func state(after event: EngineEvent?) async throws -> GivenState {
    guard case .state(let chat, let tokens, let count)? = event else { throw Unexpected() }
    var state = GivenState(chat: chat, tokens: tokens)
    while state.bytes.count < count {
      guard case .bytes(let bytes)? = try await self.event() else { throw Unexpected() }
      state.bytes += bytes
    }
    return state
  }

  /// What the engine has read of a chat; nil when it has nothing of it.
  func save(_ id: UInt64, _ chat: UInt64) async throws -> GivenState? {
    try await say(.save(id: id, chat: chat))
    let event = try await event()
    if case .refused(id, _)? = event { return nil }
    let state = try await state(after: event)
    guard try await self.event() == .saved(id: id) else { throw Unexpected() }
    return state
  }

  /// How many tokens are there again; nil where the engine refused.
  func restore(_ id: UInt64, _ state: GivenState, isWhole: Bool = true, saying count: Int? = nil) async throws -> Int? {
    try await say(.restore(id: id, chat: state.chat, bytes: UInt64(count ?? state.bytes.count)))
    var rest = state.bytes[...]
    while !rest.isEmpty {
      try await say(.bytes(id: id, Array(rest.prefix(EngineEvent.longestBytes))))
      rest = rest.dropFirst(EngineEvent.longestBytes)
    }
    try await say(.restoreEnds(id: id, isWhole: isWhole))
    while true {
      let event = try await event()
      switch event {
      case .restored(id, let tokens)?: return tokens
      case .refused(id, _)?: return nil
      // Others give way.
      case .state?: _ = try await self.state(after: event)
      case .forgotten?: break
      default: throw Unexpected()
      }
    }
  }
}

extension EnginePrompt {
  /// A prompt of what a person and a model said in turns.
  init(_ texts: String..., system: String? = nil, thinking: Thinking = .unspecified, chat: UInt64 = 0) {
    let turns = texts.enumerated().map { Message($0.offset.isMultiple(of: 2) ? .user : .assistant, $0.element) }
    self.init((system.map { [Message(.system, $0)] } ?? []) + turns, thinking: thinking, time: 0, chat: chat)
  }
}

/// A file that is there until it was opened.
private struct TemporaryModel {
  let path: String

  init(_ bytes: [UInt8]) throws {
    var name = Array("\(temporaryFolder)/sotto-model-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    try #require(file >= 0)
    defer { close(file) }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
  }

  func remove() { unlink(path) }
}
