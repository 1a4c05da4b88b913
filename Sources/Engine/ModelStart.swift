internal import Domain
import EngineWire
import Platform

/// Why a turn ended before its reply could begin.
enum Unmade: Error {
  case calledOff
  case failed(ReplyFailure)
}

/// How a model is loaded.
struct ModelStart: Sendable {
  let program: String
  let files: any ModelFiles
  /// Nil where nothing of chats is kept.
  let states: (any ChatStates)?

  /// Files below this many bytes are computed by one thread: several would wait for each other longer than they compute.
  private static let tiny: Int64 = 100_000_000
  /// Addresses beside what a model is estimated to take: for what the engine computes with.
  private static let spare: Int64 = 2 << 30
  /// Addresses that a thread may take for its stack and for what it allocates.
  private static let ofThread: Int64 = 80 << 20

  /// Loads the model into a new process and tells `requests` how far that is; with `anyway`, also where it does not fit
  /// into the memory that is free.
  func load(
    _ model: LocalModel, context: Int, anyway: Bool, for requests: SharedRequests
  ) async throws(Unmade) -> LoadedModel {
    let memory = ModelMemory(model, free: availableMemory())
    guard anyway || memory.fits(context: context) else {
      throw .failed(.model(.tooLarge(model, memory, context)))
    }
    let opened = try await Self.ask { () async throws(ModelFault) in try await files.open(model.id) }
    let held = HeldFiles(opened, of: model, from: files)
    // Who was called off before this has not loaded anything, so nothing is noted of it.
    if requests.isCalledOff { throw .calledOff }
    try await Self.ask { () async throws(ModelFault) in try await files.loadBegins(model.id) }
    requests.tellLoading(model.id, part: 0)
    do throws(EngineFailure) {
      let loaded = try await start(model, held, memory, context, requests)
      await noteEnd(of: model, endedEngine: false)
      requests.note(.loaded(context: loaded.context), of: model.id)
      return loaded
    } catch {
      requests.noteLoading(nil)
      let isCalledOff = requests.isCalledOff
      let hasDied = if case .died = error { !isCalledOff } else { false }
      await noteEnd(of: model, endedEngine: hasDied)
      throw isCalledOff ? .calledOff : .failed(.model(error.fault(of: model, memory, context)))
    }
  }

  /// How many bytes of addresses the engine may take.
  static func limit(_ model: LocalModel, _ memory: ModelMemory, _ context: Int) -> Int64 {
    memory.needed(context: context).plus(model.file.bytes).plus(spare).plus(Int64(physicalCores()) * ofThread)
  }

  private func start(
    _ model: LocalModel, _ files: HeldFiles, _ memory: ModelMemory, _ context: Int, _ requests: SharedRequests
  ) async throws(EngineFailure) -> LoadedModel {
    let chats = model.keepsWeights ? states.map { ReadChats($0, of: model.id) } : nil
    let process = try EngineProcess(program, files: files.descriptors, chats: chats)
    requests.noteLoading(process.child)
    // It is read while the process starts.
    let checking = Task { await files.fault() }
    let cores = model.file.bytes < Self.tiny ? 1 : physicalCores()
    let opening = EngineOrder.Opening(
      contextLength: context, threads: max(1, cores - 1), readingThreads: cores,
      memoryLimit: UInt64(clamping: Self.limit(model, memory, context)),
      leastSaved: await states?.areWanted() == true ? ReadChats.least : 0)
    let greeting = try await process.greeting()
    if let fault = await checking.value { throw .file(fault) }
    let facts = try await process.open(opening) { requests.tellLoading(model.id, part: $0) }
    requests.noteLoading(nil)
    chats?.note(format: facts.stateFormat)
    return LoadedModel(
      model: model, files: files, process: process, facts: facts, context: context, chats: chats, greeting: greeting)
  }

  private func noteEnd(of model: LocalModel, endedEngine: Bool) async {
    // A disk that takes nothing at all leaves the model as one whose load was cut off; a person can have it loaded again.
    try? await files.loadEnded(model.id, endedEngine: endedEngine)
  }

  /// Throws where the file is not as it was.
  func check(_ model: LocalModel) async throws(Unmade) {
    let opened = try await Self.ask { () async throws(ModelFault) in try await files.open(model.id) }
    defer { for file in opened { close(file) } }
    try await Self.ask { () async throws(ModelFault) in try await files.verify(opened, of: model) }
  }

  private static func ask<Value>(
    _ body: () async throws(ModelFault) -> Value
  ) async throws(Unmade) -> Value {
    do throws(ModelFault) { return try await body() } catch { throw .failed(.model(error)) }
  }
}

extension EngineFailure {
  /// What is wrong with a model that could not be opened. One that wants more than it was granted, although that is free, is
  /// not what its header says.
  func fault(of model: LocalModel, _ memory: ModelMemory, _ context: Int) -> ModelFault {
    switch self {
    case .refused(let refusal)
    where refusal.code == .noMemory && !refusal.isNotAllowed
      && memory.free.map({ $0 <= ModelStart.limit(model, memory, context) }) ?? true:
      .tooLarge(model, memory, context)
    default: fault(named: model.name)
    }
  }

  /// The same where only the header was to be read.
  func fault(named name: String) -> ModelFault {
    switch self {
    case .missing: return .noEngine(reason: nil)
    case .cannotStart(let reason?): return .noEngine(reason: reason)
    case .cannotStart(nil): return .brokenEngine
    case .silent: return .silentEngine
    case .died: return .endedEngine(name: name)
    case .file(let fault): return fault
    case .refused(let refusal):
      switch refusal.code {
      case .unreadable: return .cannotRead(name: name, reason: refusal.words)
      case .notAModel: return .notGGUF(name: name)
      case .unknownArchitecture, .notForText: return .notSupported(name: name, architecture: refusal.words)
      case .noMemory where refusal.isNotAllowed: return .memoryNotAllowed(name: name)
      case .templateEndless: return .endlessTemplate(name: name)
      case .damaged: return .damaged(name: name)
      case .split: return .mixedParts(name: name)
      case .oldProcessor: return .oldProcessor(lacks: refusal.words)
      case .otherProcessor: return .otherProcessor(lacks: refusal.words)
      default: return .notLoaded(name: name, reason: refusal.words)
      }
    }
  }
}

extension ModelFault {
  /// Says that the context is to blame where one of the usual length would fit.
  fileprivate static func tooLarge(_ model: LocalModel, _ memory: ModelMemory, _ context: Int) -> ModelFault {
    let (needs, free) = (memory.needed(context: context), memory.free ?? 0)
    guard context > memory.context, memory.fits else { return .tooLarge(name: model.name, needs: needs, free: free) }
    return .largeContext(name: model.name, tokens: context, needs: needs, free: free)
  }
}
