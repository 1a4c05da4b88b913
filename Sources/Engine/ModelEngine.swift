package import Domain
import EngineWire
import Executors
import Synchronization
import Workers

/// The one engine of this process: has at most one model loaded, makes replies one after another, and ends the engine's
/// process when nobody has asked for a while.
package actor ModelEngine {
  private let executor = QueueExecutor(label: "app.sotto.engine")
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private nonisolated let requests = SharedRequests()
  private let start: ModelStart
  private nonisolated let chatStates: (any ChatStates)?
  private nonisolated let surroundings: any Surroundings
  private let isMemoryShort: @Sendable () -> Bool
  /// How long a model stays loaded that nobody asks; nil for as long as there is memory.
  private var idle: Duration? = .seconds(300)
  private var loaded: LoadedModel?
  /// What was loaded before, until it has ended.
  private var ending: Task<Void, Never>?
  private var leaving: EngineProcess?
  private var serving: Task<Void, Never>?
  private var resting: Task<Void, Never>?
  private nonisolated let forgetting = Mutex<[Task<Void, Never>]>([])

  /// After so long without a question, what was read of chats goes to the disk.
  private static let calm = Duration.seconds(5)
  /// How often it is looked from then on whether memory is short.
  private static let look = Duration.seconds(5)
  /// Tokens that have to be new then: a chat that goes on is not written after each reply. At the end few are enough.
  private static let manyTokens = 512
  private static let fewTokens = 32
  /// How long writing may take before an end. While nobody waits it may take as long as the disk does.
  private static let lastWriting = Duration.seconds(2)
  /// How long a quit waits for all of that.
  private static let farewell = Duration.seconds(1)

  /// `program` is an absolute path; `states` keeps what is read of chats.
  ///
  /// - Parameter isMemoryShort: then a model that nobody asks goes at once.
  package init(
    program: String, files: any ModelFiles, states: (any ChatStates)? = nil, surroundings: any Surroundings,
    isMemoryShort: @escaping @Sendable () -> Bool
  ) {
    start = ModelStart(program: program, files: files, states: states)
    chatStates = states
    self.surroundings = surroundings
    self.isMemoryShort = isMemoryShort
  }

  deinit { resting?.cancel() }

  // MARK: Asking

  /// What is loading or loaded; all other models are not.
  package nonisolated var states: [ModelID: ModelState] { requests.doing }

  /// That, now and each time that it changes.
  package nonisolated func changes() -> AsyncStream<[ModelID: ModelState]> { requests.changes() }

  /// Waits for the turn and does the work.
  nonisolated func work(_ model: LocalModel, _ work: EngineWork) -> AsyncStream<ReplyEvent> {
    let stream = requests.add(model, work) { [requests, surroundings] ticket, process in
      process.stop(ticket.id, surroundings) { requests.isServed(ticket) }
    }
    Task { await serve() }
    return stream
  }

  /// What a reply would read; says so when the model is loaded, and after all replies.
  nonisolated func ask(
    _ model: LocalModel, _ request: ReplyRequest, _ kind: EngineQuestion.Kind
  ) async throws(ContextFault) -> ContextView {
    let answers = requests.ask(model, request, kind)
    Task { await serve() }
    for await answer in answers { return try answer.get() }
    throw .calledOff
  }

  /// What the process that has a model loaded said of itself.
  var running: EngineEvent.Greeting? { loaded?.greeting }
  var program: String { start.program }

  /// Loads the model, behind the replies that are asked for. Returns at once.
  package nonisolated func load(_ wish: LoadWish) {
    requests.want(wish)
    Task { await serve() }
  }

  /// Lets go of the model, after the reply that it makes. Returns at once.
  package nonisolated func unload(_ model: ModelID) {
    requests.unwant(model)
    Task { await leave() }
  }

  /// Ends what is loaded or loading, and all replies; nobody's turn comes any more. Returns when nothing is left, soon in any
  /// case: what was read of chats and is not on the disk then is dropped.
  package func end() async {
    if let (ticket, process) = requests.end() {
      // What it has read is worth a moment.
      if loaded?.chats?.unsaved(Self.fewTokens).isEmpty == false {
        process.stop(ticket.id, surroundings) { [requests] in requests.isServed(ticket) }
      } else {
        process.child.kill()
      }
    }
    await surroundings.wait(atMost: Self.farewell, for: { await self.finish() }, giveUp: { await self.giveUp() })
    for task in forgetting.withLock({ $0 }) { await task.value }
  }

  private func finish() async {
    await serving?.value
    resting?.cancel()
    await unload()
    await ending?.value
  }

  private func giveUp() {
    chatStates?.end()
    for process in [leaving, loaded?.process] { process?.child.kill() }
  }

  /// The chat is gone for ever: nothing of it stays here or on the disk. Returns at once; `end` waits for it.
  package nonisolated func forget(_ chat: ChatID) {
    guard let chatStates else { return }
    let task = Task {
      await forgetNow(chat)
      await chatStates.remove(of: chat)
    }
    forgetting.withLock { $0.append(task) }
  }

  private func forgetNow(_ chat: ChatID) async { await loaded?.forget(chat) }

  // MARK: Turns

  /// - Parameter isCalm: nobody waits; what was read goes to the disk first.
  private func serve(isCalm: Bool = false) {
    guard serving == nil else { return }
    if !isCalm { resting?.cancel() }
    serving = Task {
      if isCalm { await saveCalmly() }
      var hasServed = !isCalm
      while let turn = requests.next() {
        hasServed = true
        switch turn {
        case .reply(let ticket, let anyway): await make(ticket, anyway: anyway)
        case .question(let question): await answer(question)
        case .load(let wish): await loadWished(wish)
        }
      }
      serving = nil
      if hasServed { beginResting() }
      await leave()
    }
  }

  /// Has what was read go to the disk, until somebody asks for something.
  private func saveCalmly() async {
    guard let loaded else { return }
    let saving = Task { await loaded.save(new: Self.manyTokens) }
    requests.noteSaving(saving)
    await saving.value
    requests.noteSaving(nil)
  }

  /// Where nobody has asked for it, it fails in silence: who asks for a reply is told what is wrong.
  private func loadWished(_ wish: LoadWish) async {
    do throws(Unmade) {
      try await loaded(wish).bringAhead(wish.chat) { requests.mayBring($0, of: wish.model.id) }
    } catch .failed(.model(let fault)) {
      if wish.isAsked { requests.note(.failed(fault), of: wish.model.id) }
    } catch {
      // It was called off.
    }
  }

  private func make(_ ticket: EngineTicket, anyway: Bool) async {
    do throws(Unmade) {
      let wish = LoadWish(model: ticket.model, context: ticket.context, anyway: anyway)
      var loaded = try await loaded(wish)
      if let chat = ticket.chat, await !loaded.bring(chat, while: { requests.isWanted(ticket) }) {
        loaded = try await self.loaded(wish)
      }
      guard requests.noteMaking(ticket, loaded.process) else { throw .calledOff }
      ticket.end(try await loaded.serve(ticket, seed: surroundings.random()))
    } catch {
      switch error {
      case .calledOff: ticket.end(.stopped)
      case .failed(let failure): ticket.end(.failed(failure))
      }
    }
  }

  private func answer(_ question: EngineQuestion) async {
    let wish = LoadWish(model: question.model, context: question.request.parameters.contextLength)
    guard let loaded, holds(loaded, wish) else { return question.end(.failure(.notLoaded)) }
    let answering = Task {
      question.end(await loaded.view(of: question.request, question.id, question.kind))
    }
    requests.noteAnswering(answering)
    await answering.value
  }

  /// Whether this is the model and holds as much as is wanted.
  private func holds(_ loaded: LoadedModel, _ wish: LoadWish) -> Bool {
    // Of the model that comes with Sotto the file may be a newer one.
    loaded.model.id == wish.model.id && loaded.model.file == wish.model.file && loaded.process.isRunning
      && wish.isMet(by: loaded.context)
  }

  /// The model, whatever was loaded before. One that is loaded with a smaller context than is wanted is loaded again.
  private func loaded(_ wish: LoadWish) async throws(Unmade) -> LoadedModel {
    if let loaded, holds(loaded, wish) {
      do throws(Unmade) {
        try await start.check(wish.model)
        return loaded
      } catch {
        await unload(saving: false)
        throw error
      }
    }
    await unload()
    await ending?.value
    let new: LoadedModel
    do throws(Unmade) {
      new = try await start.load(wish.model, context: wish.tokens, anyway: wish.anyway, for: requests)
    } catch {
      // Also where it failed before it began: what was asked for was one load.
      requests.note(nil, of: wish.model.id)
      throw error
    }
    loaded = new
    // One that dies although nobody asks anything of it.
    Task { [weak self, child = new.process.child] in
      _ = await child.ended()
      await self?.died(child.id)
    }
    return new
  }

  // MARK: Resting

  /// How long a model stays loaded that nobody asks; nil for as long as there is memory.
  package func stayLoaded(for idle: Duration?) {
    guard idle != self.idle else { return }
    self.idle = idle
    if resting != nil { beginResting() }
  }

  private func beginResting() {
    resting?.cancel()
    guard loaded != nil else { return }
    resting = Task { [weak self, surroundings, idle, isMemoryShort] in
      guard await surroundings.slept(for: Self.calm) else { return }
      var left = idle
      if !isMemoryShort() { await self?.calm() }
      while left != .zero && !isMemoryShort() {
        let step = left.map { min($0, Self.look) } ?? Self.look
        guard await surroundings.slept(for: step) else { return }
        left = left.map { $0 - step }
      }
      await self?.rest()
    }
  }

  /// Has what was read go to the disk, unless something is asked.
  private func calm() async {
    serve(isCalm: true)
    await serving?.value
  }

  private func died(_ process: Int32) async { if loaded?.process.child.id == process { await unload() } }

  /// Lets go of what is loaded, unless something is asked of it.
  private func rest() async { if serving == nil { await unload() } }

  /// Lets go of what is loaded where somebody wished that; what is done just now is done first.
  private func leave() async {
    guard serving == nil, let loaded, requests.takeUnwanted(loaded.model.id) else { return }
    resting?.cancel()
    await unload()
  }

  /// - Parameter saving: false where the file is not what was read with.
  private func unload(saving: Bool = true) async {
    guard let old = loaded else { return }
    loaded = nil
    requests.note(nil, of: old.model.id)
    leaving = old.process
    let task = Task {
      if saving { await old.save(new: Self.fewTokens, within: Self.lastWriting) }
      await old.process.end()
      leaving = nil
    }
    ending = task
    await task.value
  }
}
