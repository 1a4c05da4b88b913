internal import Domain

/// What is asked of the one engine and not done: what waits, whose turn it is, what loads and what gives way to what comes.
/// It does nothing by itself, and knows replies and questions by their numbers.
struct EngineRequests {
  /// A reply, or other work that is done with a model in its turn.
  struct Work {
    let id: UInt64
    let model: LocalModel
    /// The chat that is replied in; nil for none.
    let chat: ChatID?
    /// How many tokens are to be held at once; nil for as many as is usual.
    let context: Int?
    /// Whether its model is to be loaded also where it does not fit into the memory.
    let isAnyway: Bool
  }

  enum Turn {
    /// With `anyway`, its model is loaded also where it does not fit into the memory.
    case reply(UInt64, anyway: Bool)
    case question(UInt64)
    case load(LoadWish)
  }

  /// What under way is to be ended for something else.
  struct GivesWay: OptionSet {
    let rawValue: Int
    /// The process that loads.
    static let load = GivesWay(rawValue: 1)
    /// The answer to a question.
    static let answer = GivesWay(rawValue: 2)
    /// The writing of what was read of chats.
    static let save = GivesWay(rawValue: 4)
  }

  /// Where a reply or a question was that is given up.
  enum Stage {
    /// It waited or was over, or the model that loads for it is of use to the next.
    case notBegun
    /// Its model was being loaded, for nothing else.
    case loading
    /// It was being made or answered.
    case underWay
  }

  private var queue = EngineQueue()
  private var lastID: UInt64 = 0
  private var waiting: [UInt64: Work] = [:]
  /// In which chats questions wait.
  private var questions: [UInt64: ChatID] = [:]
  private var wanted: LoadWish?
  /// What is loaded in this turn, where it is a load that nobody waits for.
  private var loads: LoadWish?
  /// Models that are to go once nobody's turn is any more, unless they are asked for again.
  private var unwanted: Set<ModelID> = []
  /// Whose turn it is.
  private var served: UInt64?
  private var answered: UInt64?
  /// Whether a process makes the reply in this turn.
  private var isMaking = false
  /// Whether the turn was called off before its model was there.
  private(set) var isCalledOff = false
  private(set) var hasEnded = false
  /// What is loading or loaded, or could not be loaded; all other models are not.
  private(set) var doing: [ModelID: ModelState] = [:]

  // MARK: Asking

  /// A number that nothing else has.
  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Work waits for its turn. Nil where no turn comes any more.
  mutating func add(_ work: Work) -> GivesWay? {
    guard !hasEnded else { return nil }
    waiting[work.id] = work
    unwanted.remove(work.model.id)
    queue.add(work.id, for: work.model.id)
    // Nobody waits for a number when a reply is wanted.
    return endUselessLoad().union([.answer, .save])
  }

  /// A question waits for its turn. Nil where no turn comes any more.
  mutating func ask(_ id: UInt64, of model: ModelID, in chat: ChatID) -> GivesWay? {
    guard !hasEnded else { return nil }
    questions[id] = chat
    queue.ask(id, of: model)
    return .save
  }

  /// Nobody listens to the reply any more.
  mutating func giveUp(_ id: UInt64) -> Stage {
    if queue.withdraw(id) { waiting[id] = nil }
    guard served == id else { return .notBegun }
    if isMaking { return .underWay }
    guard !queue.isLoadOfUse else { return .notBegun }
    isCalledOff = true
    return .loading
  }

  /// Nobody wants to know any more.
  mutating func giveUpQuestion(_ id: UInt64) -> Stage {
    if answered == id { return .underWay }
    if queue.withdraw(id) { questions[id] = nil }
    return .notBegun
  }

  /// The model will probably be needed soon.
  mutating func want(_ wish: LoadWish) -> GivesWay {
    let model = wish.model.id
    wanted = self.wish(for: model).map(wish.joined(with:)) ?? wish
    queue.want(model)
    unwanted.remove(model)
    return endUselessLoad().union(isMet(wish) ? [] : .save)
  }

  /// It will not, after all.
  mutating func unwant(_ model: ModelID) -> GivesWay {
    queue.unwant(model)
    unwanted.insert(model)
    guard queue.turn == .load(model), queue.loader == nil else { return .save }
    isCalledOff = true
    return [.load, .save]
  }

  /// Whether the model was to go, and was not asked for since; told once.
  mutating func takeUnwanted(_ model: ModelID) -> Bool { unwanted.remove(model) != nil }

  /// No turn comes any more.
  mutating func end() {
    (hasEnded, isCalledOff) = (true, true)
    (waiting, questions) = ([:], [:])
  }

  /// Calls off what loads although nobody waits for it and somebody wants another model, or more of this one.
  private mutating func endUselessLoad() -> GivesWay {
    guard case .load = queue.turn, !isLoadOfUse else { return [] }
    isCalledOff = true
    return .load
  }

  /// Whether what is loaded in this turn is of use to who comes next.
  private var isLoadOfUse: Bool {
    guard queue.isLoadOfUse else { return false }
    guard let loads else { return true }
    let next = queue.loader.flatMap { waiting[$0] }.map { LoadWish(model: $0.model, context: $0.context) }
    return (next ?? wanted)?.isMet(by: loads.tokens) ?? true
  }

  private func wish(for model: ModelID) -> LoadWish? { wanted.flatMap { $0.model.id == model ? $0 : nil } }

  /// Whether the model is loaded as is wished.
  private func isMet(_ wish: LoadWish) -> Bool {
    if case .loaded(let context) = doing[wish.model.id] { wish.isMet(by: context) } else { false }
  }

  // MARK: Turns

  /// The turn before is over; the next one begins, if there is any.
  mutating func next() -> Turn? {
    (isCalledOff, isMaking, served, answered, loads) = (false, false, nil, nil, nil)
    guard !hasEnded else { return nil }
    switch queue.next() {
    case .reply(let id, _):
      guard let work = waiting.removeValue(forKey: id) else { return nil }
      served = id
      return .reply(id, anyway: work.isAnyway || wish(for: work.model.id)?.anyway ?? false)
    case .question(let id, _):
      guard questions.removeValue(forKey: id) != nil else { return nil }
      answered = id
      return .question(id)
    case .load:
      loads = wanted
      return wanted.map { .load($0) }
    case nil: return nil
    }
  }

  /// Whether it is this one's turn.
  func isServed(_ id: UInt64) -> Bool { served == id }

  /// Whether a question may be answered now: nobody waits for a reply.
  var mayAnswer: Bool { !hasEnded && waiting.isEmpty }

  /// Whether what was read of chats may go to the disk now: nobody waits for anything.
  var maySave: Bool { mayAnswer && questions.isEmpty }

  /// Whether a chat may come back that nobody asks anything in yet: it gives way to a reply or a question in another one, and
  /// to another chat that will probably go on before it.
  func mayBring(_ chat: ChatID, of model: ModelID) -> Bool {
    guard !hasEnded, !isCalledOff, !unwanted.contains(model) else { return false }
    if let next = wanted?.chat, next != chat { return false }
    return waiting.values.allSatisfy { $0.chat == chat } && questions.values.allSatisfy { $0 == chat }
  }

  /// A process begins to make the reply of this turn; false where no turn comes any more.
  mutating func beginMaking() -> Bool {
    if !hasEnded { isMaking = true }
    return !hasEnded
  }

  /// Who gets the model next that is loaded in this turn; nil where nobody waits for it.
  var loader: UInt64? { queue.loader }

  // MARK: What the models do

  /// The model does this now; nil where it is not loaded.
  mutating func note(_ doing: ModelState?, of model: ModelID) {
    self.doing[model] = doing
    // It was asked for once; a load that gives way to one with a larger context has not been that.
    let givesWay = isCalledOff && queue.isLoadOfUse
    if doing == nil, !givesWay, wish(for: model) != nil {
      wanted?.anyway = false
      wanted?.isAsked = false
    }
  }

  /// Whether somebody asks for a load that failed before. What came of that is not what comes of this one.
  func isTriedAgain(_ wish: LoadWish) -> Bool {
    if wish.isAsked, case .failed = doing[wish.model.id] { true } else { false }
  }
}
