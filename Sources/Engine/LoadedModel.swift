internal import Domain
import EngineWire

/// A model and the process that has it loaded.
struct LoadedModel: Sendable {
  let model: LocalModel
  let files: HeldFiles
  let process: EngineProcess
  let facts: EngineModel
  /// The context that it was loaded with.
  let context: Int
  /// Nil where nothing of chats is kept on the disk.
  let chats: ReadChats?
  /// What its process said of itself.
  let greeting: EngineEvent.Greeting

  /// Does what is asked and tells it; what comes after `gaveUp` nobody hears, and the process stops of itself.
  func serve(_ ticket: EngineTicket, seed: UInt64) async throws(Unmade) -> ReplyEnd {
    let end: ReplyEnd
    switch ticket.work {
    case .reply(let request): end = try await reply(to: request, ticket, seed: seed)
    case .show(let request, _, let tell):
      tell(await view(of: request, ticket.id, .pieces))
      end = .finished
    case .load: end = .finished
    case .measure(_, let tell): end = try await measure(ticket.id, tell)
    }
    // What was said meanwhile need not be what the model says.
    if case .finished = end, await !files.areUntouched() { return .failed(.model(.changed(name: model.name))) }
    return end
  }

  private func reply(to request: ReplyRequest, _ ticket: EngineTicket, seed: UInt64) async throws(Unmade) -> ReplyEnd {
    if request.task == .summary { return try await summarise(request, ticket, seed: seed) }
    var local = try await LocalPrompt.read(request, context: length(for: request))
    local.prompt.chat = chats?.number(of: request.chat) ?? 0
    let most = max(0, request.parameters.maximumTokens ?? 0)
    // What does not fit was left out by the engine, or not even sent to it.
    if request.task == .answerToAll, let extent = try await extent(of: local.prompt, most, ticket),
      local.firstMessage(extent.firstMessage) != nil
    {
      let place = try await SummaryPlace(in: local).find { part throws(Unmade) in
        try await self.extent(of: part, most, ticket)
      }
      if let first = place.flatMap(local.source) { return .overflowed(above: first) }
    }
    let wanted = Wanted(most: most)
    return try await make(local.prompt, request, wanted, ticket, seed: seed) { extent in
      let first = local.firstMessage(extent.firstMessage)
      ticket.tell(.context(ReplyContext(length: local.prompt.contextLength, firstMessage: first)))
    } tell: {
      ticket.tell($0)
    }.end
  }

  /// What a reply would read; nil where not even the last message fits.
  func extent(
    of prompt: EnginePrompt, _ most: Int, _ ticket: EngineTicket
  ) async throws(Unmade) -> EngineEvent.Extent? {
    let id = ticket.id
    return try await work { () async throws(EngineFailure) in
      try await send(.measure(id: id, prompt, maximumTokens: most), for: ticket)
      while true {
        switch try await next(for: ticket) {
        case .measured(id, let extent): return extent
        case .refused(id, let refusal) where refusal.code == .tooLong: return nil
        case .refused(id, let refusal): throw .refused(refusal)
        // Of an order that is over.
        default: break
        }
      }
    }
  }

  /// How long a text may become.
  struct Wanted {
    /// In tokens; 0 for as long as there is room.
    var most: Int
    /// Tokens for what is thought aloud before it; 0 where that counts as the text does.
    var thoughts = 0
  }

  /// Has the model go on from the prompt; how that ended, and whether that was at the greatest length.
  func make(
    _ prompt: EnginePrompt, _ request: ReplyRequest, _ wanted: Wanted, _ ticket: EngineTicket, seed: UInt64,
    began: (EngineEvent.Extent) -> Void = { _ in }, tell: (ReplyEvent) -> Void
  ) async throws(Unmade) -> (end: ReplyEnd, isCut: Bool) {
    let (id, chat) = (ticket.id, request.chat)
    let settings = settings(for: request, wanted, seed: seed)
    let generation = EngineOrder.Generation(
      prompt, sampling: EngineSampling(settings), maximumTokens: wanted.most, thoughtTokens: wanted.thoughts)
    return try await work { () async throws(EngineFailure) in
      try await send(.generate(id: id, generation), for: ticket)
      // What was read before is not read now.
      var kept = 0
      var hasSaid = false
      while true {
        switch try await next(for: ticket) {
        case .began(id, let extent):
          kept = extent.keptTokens
          chats?.note(chat, tokens: extent.tokens)
          began(extent)
          tell(.settings(settings))
          if kept < extent.tokens { tell(.reading(part: 0)) }
        case .reading(id, let done, let total): tell(.reading(part: part(done - kept, of: total - kept)))
        case .reasoning(id, let chunk):
          hasSaid = true
          tell(.reasoning(chunk))
        case .text(id, let chunk):
          hasSaid = hasSaid || !chunk.allSatisfy(\.isWhitespace)
          tell(.text(chunk))
        case .usage(id, let usage):
          chats?.note(chat, tokens: usage.promptTokens + usage.replyTokens)
          tell(.usage(ReplyUsage(usage, by: model.name)))
        case .ended(id, let end):
          let isCut = end == .length
          let end = try end.reply()
          return (end == .finished && !hasSaid ? .failed(.nothingSaid) : end, isCut)
        // Of an order that is over.
        default: break
        }
      }
    }
  }

  /// What the engine refuses is a reply that fails, or that nobody wants any more.
  private func work<Value>(_ body: () async throws(EngineFailure) -> Value) async throws(Unmade) -> Value {
    do throws(EngineFailure) { return try await body() } catch {
      switch error {
      case .refused(let refusal) where refusal.code == .stopped: throw .calledOff
      case .refused(let refusal): throw .failed(refusal.replyFailure)
      case .file(let fault): throw .failed(.model(fault))
      case .missing, .cannotStart, .silent, .died: throw .failed(.died)
      }
    }
  }

  /// How many tokens the chat may take: never more than it wants, whatever another one had the model loaded with.
  func length(for request: ReplyRequest) -> Int {
    min(facts.contextLength, request.parameters.contextLength ?? context)
  }

  /// What was asked for, else what the maker of the model recommends, else what is usual; and where no seed was asked for,
  /// the one that chance gave.
  private func settings(for request: ReplyRequest, _ wanted: Wanted, seed: UInt64) -> ReplyParameters {
    var all = request.parameters.over(ReplyParameters(facts.recommended)).over(.usual)
    all.seed = UInt64(UInt32(truncatingIfNeeded: all.seed ?? seed))
    all.maximumTokens = wanted.most > 0 ? wanted.most : nil
    // That is told with the context.
    all.contextLength = nil
    return all
  }

  private func send(_ order: EngineOrder, for ticket: EngineTicket) async throws(EngineFailure) {
    if ticket.isUnwanted { throw .refused(EngineRefusal(.stopped)) }
    try await process.send(order)
  }

  /// The next event. A stop that came between two orders was for none, so that it is said again.
  private func next(for ticket: EngineTicket) async throws(EngineFailure) -> EngineEvent {
    let event = try await process.next()
    if ticket.isUnwanted { try await process.send(.stop(id: ticket.id)) }
    return event
  }

  private func part(_ done: Int, of total: Int) -> Double { total > 0 ? Double(done) / Double(total) : 1 }
}

extension EngineEvent.End {
  fileprivate func reply() throws(EngineFailure) -> ReplyEnd {
    switch self {
    case .finished, .length: .finished
    case .stopped: .stopped
    case .contextFull: .failed(.contextFull)
    case .failed(let refusal): throw .refused(refusal)
    }
  }
}

extension EngineRefusal {
  /// What a reply failed of.
  var replyFailure: ReplyFailure {
    switch code {
    case .tooLong: .tooLong
    case .instructionsTooLong: .instructionsTooLong
    case .noTemplate, .templateFailed, .templateEndless: .noTemplate
    default: .engineFailed
    }
  }
}

extension ReplyUsage {
  fileprivate init(_ usage: EngineEvent.Usage, by model: String) {
    self.init(
      model: model, promptTokens: usage.promptTokens, knownTokens: usage.keptTokens, replyTokens: usage.replyTokens,
      milliseconds: usage.replyTime.wholeMilliseconds)
  }
}

extension EngineSampling {
  fileprivate init(_ settings: ReplyParameters) {
    self.init(seed: UInt32(truncatingIfNeeded: settings.seed ?? 0))
    if let value = settings.temperature { temperature = value }
    if let value = settings.topK { topK = value }
    if let value = settings.topP { topP = value }
    if let value = settings.minP { minP = value }
    if let value = settings.repeatPenalty { repeatPenalty = value }
    if let value = settings.frequencyPenalty { frequencyPenalty = value }
    if let value = settings.presencePenalty { presencePenalty = value }
  }
}

extension ReplyParameters {
  /// What the header of a model's file recommends.
  init(_ recommended: EngineModel.Recommended) {
    self.init()
    self[.temperature] = recommended.temperature
    self[.topP] = recommended.topP
    self[.topK] = recommended.topK.map { Double($0) }
    self[.minP] = recommended.minP
    self[.repeatPenalty] = recommended.repeatPenalty
  }
}
