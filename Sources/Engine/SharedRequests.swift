internal import Domain
import Synchronization
import Workers

/// What is asked of the engine, from anywhere and at once: `EngineRequests` under a lock, with the streams, tasks and
/// processes to which it refers.
final class SharedRequests: Sendable {
  enum Turn {
    case reply(EngineTicket, anyway: Bool)
    case question(EngineQuestion)
    case load(LoadWish)
  }
  private struct State {
    var requests = EngineRequests()
    var waiting: [UInt64: EngineTicket] = [:]
    /// Whose turn it is.
    var served: EngineTicket?
    var questions: [UInt64: EngineQuestion] = [:]
    var answering: Task<Void, Never>?
    /// What was read of chats goes to the disk, as long as nobody asks for anything.
    var saving: Task<Void, Never>?
    var loading: ChildProcess?
    var making: EngineProcess?

    /// What is to be ended now, outside the lock.
    func ending(_ given: EngineRequests.GivesWay) -> Ending {
      Ending(
        loading: given.contains(.load) ? loading : nil, answering: given.contains(.answer) ? answering : nil,
        saving: given.contains(.save) ? saving : nil)
    }
  }
  private struct Ending {
    var loading: ChildProcess?
    var answering: Task<Void, Never>?
    var saving: Task<Void, Never>?

    func carryOut() {
      loading?.kill()
      answering?.cancel()
      saving?.cancel()
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
    let (late, ending) = state.withLock { state -> (EngineTicket?, Ending?) in
      let ticket = EngineTicket(state.requests.newID(), model, work, events) { [weak self] ticket in
        if let making = self?.giveUp(ticket) { gaveUp(ticket, making) }
      }
      let work = EngineRequests.Work(
        id: ticket.id, model: model, chat: ticket.chat, context: ticket.context, isAnyway: ticket.isAnyway)
      guard let given = state.requests.add(work) else { return (ticket, nil) }
      state.waiting[ticket.id] = ticket
      return (nil, state.ending(given))
    }
    late?.end(.stopped)
    ending?.carryOut()
    return stream
  }

  /// What the model would see; answered once, or never where nobody's turn comes any more.
  func ask(
    _ model: LocalModel, _ request: ReplyRequest, _ kind: EngineQuestion.Kind
  ) -> AsyncStream<Result<ContextView, ContextFault>> {
    let (stream, answer) = AsyncStream.makeStream(of: Result<ContextView, ContextFault>.self)
    let ending = state.withLock { state -> Ending? in
      let id = state.requests.newID()
      guard let given = state.requests.ask(id, of: model.id, in: request.chat) else { return nil }
      state.questions[id] = EngineQuestion(id, model, request, kind, answer) { [weak self] in self?.giveUpQuestion($0) }
      return state.ending(given)
    }
    if ending == nil { answer.finish() }
    ending?.carryOut()
    return stream
  }

  private func giveUpQuestion(_ id: UInt64) {
    let (answering, question) = state.withLock { state -> (Task<Void, Never>?, EngineQuestion?) in
      if state.requests.giveUpQuestion(id) == .underWay { return (state.answering, nil) }
      return (nil, state.questions.removeValue(forKey: id))
    }
    answering?.cancel()
    question?.end(.failure(.calledOff))
  }

  /// The model will probably be needed soon.
  func want(_ wish: LoadWish) {
    if state.withLock({ $0.requests.isTriedAgain(wish) }) { note(nil, of: wish.model.id) }
    state.withLock { $0.ending($0.requests.want(wish)) }.carryOut()
  }

  /// It will not, after all.
  func unwant(_ model: ModelID) { state.withLock { $0.ending($0.requests.unwant(model)) }.carryOut() }

  /// Whether the model was to go, and was not asked for since; told once.
  func takeUnwanted(_ model: ModelID) -> Bool { state.withLock { $0.requests.takeUnwanted(model) } }

  /// Whatever loads ends, and nobody's turn comes any more. What is made just now is to be stopped; nil where nothing is.
  func end() -> (ticket: EngineTicket, process: EngineProcess)? {
    let (waiting, questions, ending, made) = state.withLock { state in
      defer { (state.waiting, state.questions) = ([:], [:]) }
      state.requests.end()
      let made = state.served.flatMap { ticket in state.making.map { (ticket, $0) } }
      return (state.waiting.values, state.questions.values, state.ending([.load, .answer, .save]), made)
    }
    for ticket in waiting { ticket.end(.stopped) }
    for question in questions { question.end(.failure(.calledOff)) }
    ending.carryOut()
    return made
  }

  /// What makes the reply, if anything does.
  private func giveUp(_ ticket: EngineTicket) -> EngineProcess? {
    let (unneeded, making) = state.withLock { state -> (ChildProcess?, EngineProcess?) in
      let stage = state.requests.giveUp(ticket.id)
      state.waiting[ticket.id] = nil
      return switch stage {
      case .notBegun: (nil, nil)
      case .loading: (state.loading, nil)
      case .underWay: (nil, state.making)
      }
    }
    unneeded?.kill()
    return making
  }

  // MARK: Turns

  /// The turn before is over; the next one begins, if there is any.
  func next() -> Turn? {
    state.withLock { state in
      (state.making, state.answering, state.served) = (nil, nil, nil)
      switch state.requests.next() {
      case .reply(let id, let anyway):
        state.served = state.waiting.removeValue(forKey: id)
        return state.served.map { .reply($0, anyway: anyway) }
      case .question(let id): return state.questions.removeValue(forKey: id).map { .question($0) }
      case .load(let wish): return .load(wish)
      case nil: return nil
      }
    }
  }

  /// Whether the turn was called off before its model was there.
  var isCalledOff: Bool { state.withLock(\.requests.isCalledOff) }

  /// Whether somebody still waits for the reply.
  func isWanted(_ ticket: EngineTicket) -> Bool { state.withLock { !$0.requests.hasEnded && !ticket.isUnwanted } }

  /// Whether a chat may come back that nobody asks anything in yet.
  func mayBring(_ chat: ChatID, of model: ModelID) -> Bool { state.withLock { $0.requests.mayBring(chat, of: model) } }

  /// Whether it is this one's turn.
  func isServed(_ ticket: EngineTicket) -> Bool { state.withLock { $0.requests.isServed(ticket.id) } }

  /// The task answers the question in this turn; called off where a reply has come meanwhile.
  func noteAnswering(_ task: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.answering = task
      return !state.requests.mayAnswer
    }
    if isLate { task.cancel() }
  }

  /// The task has what was read of chats go to the disk, or has ended; called off where somebody asks for something.
  func noteSaving(_ task: Task<Void, Never>?) {
    let isLate = state.withLock { state in
      state.saving = task
      return !state.requests.maySave
    }
    if isLate { task?.cancel() }
  }

  /// The process begins to load, or has ended to; one that is too late is ended.
  func noteLoading(_ child: ChildProcess?) {
    let isLate = state.withLock { state in
      state.loading = child
      return state.requests.isCalledOff
    }
    if isLate { child?.kill() }
  }

  /// The process begins to make the reply; false where nobody listens any more.
  func noteMaking(_ ticket: EngineTicket, _ process: EngineProcess) -> Bool {
    state.withLock { state in
      // Under the lock: who gives up from now on finds the process.
      guard !ticket.isUnwanted, state.requests.beginMaking() else { return false }
      state.making = process
      return true
    }
  }

  /// Tells whoever gets the model next how much of it is loaded.
  func tellLoading(_ model: ModelID, part: Double) {
    let ticket = state.withLock { state in
      state.requests.loader.flatMap { id in state.served?.id == id ? state.served : state.waiting[id] }
    }
    ticket?.tell(.loading(part: part))
    note(.loading(part: part), of: model)
  }

  // MARK: What the models do

  /// What is loading or loaded, or could not be loaded; all other models are not.
  var doing: [ModelID: ModelState] { state.withLock(\.requests.doing) }

  /// That, now and each time that it changes.
  func changes() -> AsyncStream<[ModelID: ModelState]> { listeners.add(now: true) }

  func note(_ doing: ModelState?, of model: ModelID) {
    state.withLock { $0.requests.note(doing, of: model) }
    listeners.tell()
  }
}
