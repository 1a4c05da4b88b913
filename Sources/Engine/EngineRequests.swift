internal import Domain
import Synchronization
import Workers

/// What is asked of the engine, from anywhere and at once, while it waits for its process.
final class EngineRequests: Sendable {
  enum Turn {
    /// With `anyway`, its model is loaded also where it does not fit into the memory.
    case reply(EngineTicket, anyway: Bool)
    case question(EngineQuestion)
    case load(LoadWish)
  }
  private struct State {
    var queue = EngineQueue()
    var lastID: UInt64 = 0
    var waiting: [UInt64: EngineTicket] = [:]
    var questions: [UInt64: EngineQuestion] = [:]
    var wanted: LoadWish?
    /// What is loaded in this turn, where it is a load that nobody waits for.
    var loads: LoadWish?
    /// Models that are to go once nobody's turn is any more, unless they are asked for again.
    var unwanted: Set<ModelID> = []
    /// Whose turn it is.
    var served: EngineTicket?
    var answered: EngineQuestion?
    var answering: Task<Void, Never>?
    /// What was read of chats goes to the disk, as long as nobody asks for anything.
    var saving: Task<Void, Never>?
    /// What loads in this turn, and whether that was called off.
    var loading: ChildProcess?
    var isCalledOff = false
    var hasEnded = false
    /// What makes the reply in this turn.
    var making: EngineProcess?
    var doing: [ModelID: ModelState] = [:]

    /// Whether somebody has said that the model is to be loaded also where it does not fit.
    func mayLoadAnyway(_ model: ModelID) -> Bool { wish(for: model)?.anyway ?? false }

    func wish(for model: ModelID) -> LoadWish? { wanted.flatMap { $0.model.id == model ? $0 : nil } }

    /// Whether what is loaded in this turn is of use to who comes next.
    var isLoadOfUse: Bool {
      guard queue.isLoadOfUse else { return false }
      guard let loads else { return true }
      let next = queue.loader.flatMap { waiting[$0] }.map { LoadWish(model: $0.model, context: $0.context) }
      return (next ?? wanted)?.isMet(by: loads.tokens) ?? true
    }

    /// Whether the model is loaded as is wished.
    func isMet(_ wish: LoadWish) -> Bool {
      if case .loaded(let context) = doing[wish.model.id] { wish.isMet(by: context) } else { false }
    }
  }
  private let state = Mutex(State())
  private let listeners = Listeners<[ModelID: ModelState]>()

  init() { listeners.answer { [weak self] in self?.doing } }

  // MARK: Asking

  /// `gaveUp` hears of a reply in the making to which nobody listens any more.
  func add(
    _ model: LocalModel, _ work: EngineWork,
    gaveUp: @escaping @Sendable (EngineTicket, EngineProcess) -> Void
  ) -> AsyncStream<ReplyEvent> {
    let (stream, events) = AsyncStream.makeStream(of: ReplyEvent.self)
    let (late, unneeded, giveWay) = state.withLock { state -> (EngineTicket?, ChildProcess?, [Task<Void, Never>?]) in
      state.lastID += 1
      let ticket = EngineTicket(state.lastID, model, work, events) { [weak self] ticket in
        if let making = self?.giveUp(ticket) { gaveUp(ticket, making) }
      }
      guard !state.hasEnded else { return (ticket, nil, []) }
      state.waiting[ticket.id] = ticket
      state.unwanted.remove(model.id)
      state.queue.add(ticket.id, for: model.id)
      return (nil, Self.uselessLoad(&state), [state.answering, state.saving])
    }
    late?.end(.stopped)
    unneeded?.kill()
    // Nobody waits for a number when a reply is wanted.
    for task in giveWay { task?.cancel() }
    return stream
  }

  /// What the model would see; answered once, or never where nobody's turn comes any more.
  func ask(
    _ model: LocalModel, _ request: ReplyRequest, _ kind: EngineQuestion.Kind
  ) -> AsyncStream<Result<ContextView, ContextFault>> {
    let (stream, answer) = AsyncStream.makeStream(of: Result<ContextView, ContextFault>.self)
    let saving = state.withLock { state -> Task<Void, Never>? in
      guard !state.hasEnded else {
        answer.finish()
        return nil
      }
      state.lastID += 1
      let question = EngineQuestion(state.lastID, model, request, kind, answer) { [weak self] in
        self?.giveUpQuestion($0)
      }
      state.questions[question.id] = question
      state.queue.ask(question.id, of: model.id)
      return state.saving
    }
    saving?.cancel()
    return stream
  }

  private func giveUpQuestion(_ id: UInt64) {
    let (answering, question) = state.withLock { state -> (Task<Void, Never>?, EngineQuestion?) in
      if state.answered?.id == id { return (state.answering, nil) }
      return (nil, state.queue.withdraw(id) ? state.questions.removeValue(forKey: id) : nil)
    }
    answering?.cancel()
    question?.end(.failure(.calledOff))
  }

  /// The model will probably be needed soon.
  func want(_ wish: LoadWish) {
    let model = wish.model.id
    // What came of the load before is not what comes of this one.
    if wish.isAsked, case .failed = doing[model] { note(nil, of: model) }
    let (unneeded, saving) = state.withLock { state in
      state.wanted = state.wish(for: model).map(wish.joined(with:)) ?? wish
      state.queue.want(model)
      state.unwanted.remove(model)
      return (Self.uselessLoad(&state), state.isMet(wish) ? nil : state.saving)
    }
    unneeded?.kill()
    saving?.cancel()
  }

  /// It will not, after all.
  func unwant(_ model: ModelID) {
    let (unneeded, saving) = state.withLock { state -> (ChildProcess?, Task<Void, Never>?) in
      state.queue.unwant(model)
      state.unwanted.insert(model)
      guard state.queue.turn == .load(model), state.queue.loader == nil else { return (nil, state.saving) }
      return (Self.callOff(&state), state.saving)
    }
    unneeded?.kill()
    saving?.cancel()
  }

  /// Whether the model was to go, and was not asked for since; told once.
  func takeUnwanted(_ model: ModelID) -> Bool { state.withLock { $0.unwanted.remove(model) != nil } }

  /// Whatever loads ends, and nobody's turn comes any more. What is made just now is to be stopped; nil where nothing is.
  func end() -> (ticket: EngineTicket, process: EngineProcess)? {
    let (waiting, questions, tasks, unneeded, made) = state.withLock { state in
      state.hasEnded = true
      defer { (state.waiting, state.questions) = ([:], [:]) }
      let made = state.served.flatMap { ticket in state.making.map { (ticket, $0) } }
      let tasks = [state.answering, state.saving]
      return (state.waiting.values, state.questions.values, tasks, Self.callOff(&state), made)
    }
    for task in tasks { task?.cancel() }
    for ticket in waiting { ticket.end(.stopped) }
    for question in questions { question.end(.failure(.calledOff)) }
    unneeded?.kill()
    return made
  }

  /// What makes the reply, if anything does.
  private func giveUp(_ ticket: EngineTicket) -> EngineProcess? {
    let (unneeded, making) = state.withLock { state -> (ChildProcess?, EngineProcess?) in
      if state.queue.withdraw(ticket.id) { state.waiting[ticket.id] = nil }
      guard state.served === ticket else { return (nil, nil) }
      if state.making != nil || state.queue.isLoadOfUse { return (nil, state.making) }
      return (Self.callOff(&state), nil)
    }
    unneeded?.kill()
    return making
  }

  /// What loads although nobody waits for it and somebody wants another model, or more of this one: called off.
  private static func uselessLoad(_ state: inout State) -> ChildProcess? {
    guard case .load = state.queue.turn, !state.isLoadOfUse else { return nil }
    return callOff(&state)
  }

  private static func callOff(_ state: inout State) -> ChildProcess? {
    state.isCalledOff = true
    return state.loading
  }

  // MARK: Turns

  /// The turn before is over; the next one begins, if there is any.
  func next() -> Turn? {
    state.withLock { state in
      state.isCalledOff = false
      state.making = nil
      state.served = nil
      state.answered = nil
      state.answering = nil
      state.loads = nil
      guard !state.hasEnded else { return nil }
      switch state.queue.next() {
      case .reply(let id, _):
        state.served = state.waiting.removeValue(forKey: id)
        return state.served.map { .reply($0, anyway: $0.isAnyway || state.mayLoadAnyway($0.model.id)) }
      case .question(let id, _):
        state.answered = state.questions.removeValue(forKey: id)
        return state.answered.map { .question($0) }
      case .load:
        state.loads = state.wanted
        return state.wanted.map { .load($0) }
      case nil: return nil
      }
    }
  }

  /// Whether the turn was called off before its model was there.
  var isCalledOff: Bool { state.withLock(\.isCalledOff) }

  /// Whether somebody still waits for the reply.
  func isWanted(_ ticket: EngineTicket) -> Bool { state.withLock { !$0.hasEnded && !ticket.isUnwanted } }

  /// Whether a chat may come back that nobody asks anything in yet: it gives way to a reply or a question in another one, and
  /// to another chat that will probably go on before it.
  func mayBring(_ chat: ChatID, of model: ModelID) -> Bool {
    state.withLock { state in
      guard !state.hasEnded, !state.isCalledOff, !state.unwanted.contains(model) else { return false }
      if let next = state.wanted?.chat, next != chat { return false }
      return state.waiting.values.allSatisfy { $0.chat == chat }
        && state.questions.values.allSatisfy { $0.request.chat == chat }
    }
  }

  func isServed(_ ticket: EngineTicket) -> Bool { state.withLock { $0.served === ticket } }

  /// The task answers the question in this turn; called off where a reply has come meanwhile.
  func noteAnswering(_ task: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.answering = task
      return state.hasEnded || !state.waiting.isEmpty
    }
    if isLate { task.cancel() }
  }

  /// The task has what was read of chats go to the disk, or has ended; called off where somebody asks for something.
  func noteSaving(_ task: Task<Void, Never>?) {
    let isLate = state.withLock { state in
      state.saving = task
      return state.hasEnded || !state.waiting.isEmpty || !state.questions.isEmpty
    }
    if isLate { task?.cancel() }
  }

  /// The process begins to load, or has ended to; one that is too late is ended.
  func noteLoading(_ child: ChildProcess?) {
    let isLate = state.withLock { state in
      state.loading = child
      return state.isCalledOff
    }
    if isLate { child?.kill() }
  }

  /// The process begins to make the reply; false where nobody listens any more.
  func noteMaking(_ ticket: EngineTicket, _ process: EngineProcess) -> Bool {
    state.withLock { state in
      // Under the lock: who gives up from now on finds the process.
      guard !state.hasEnded, !ticket.isUnwanted else { return false }
      state.making = process
      return true
    }
  }

  /// Tells whoever gets the model next how much of it is loaded.
  func tellLoading(_ model: ModelID, part: Double) {
    let ticket = state.withLock { state in
      state.queue.loader.flatMap { id in state.served?.id == id ? state.served : state.waiting[id] }
    }
    ticket?.tell(.loading(part: part))
    note(.loading(part: part), of: model)
  }

  // MARK: What the models do

  /// What is loading or loaded, or could not be loaded; all other models are not.
  var doing: [ModelID: ModelState] { state.withLock(\.doing) }

  /// That, now and each time that it changes.
  func changes() -> AsyncStream<[ModelID: ModelState]> { listeners.add(now: true) }

  func note(_ doing: ModelState?, of model: ModelID) {
    state.withLock { state in
      state.doing[model] = doing
      // It was asked for once; a load that gives way to one with a larger context has not been that.
      let givesWay = state.isCalledOff && state.queue.isLoadOfUse
      if doing == nil, !givesWay, state.wish(for: model) != nil {
        state.wanted?.anyway = false
        state.wanted?.isAsked = false
      }
    }
    listeners.tell()
  }
}
