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
      tell(await view(of: request, ticket.id, wantsPieces: true))
      end = .finished
    case .load: end = .finished
    case .measure(_, let tell): end = try await measure(ticket.id, tell)
    }
    // What was said meanwhile need not be what the model says.
    if case .finished = end, !files.areUntouched { return .failed(.model(.changed(name: model.name))) }
    return end
  }

  private func reply(to request: ReplyRequest, _ ticket: EngineTicket, seed: UInt64) async throws(Unmade) -> ReplyEnd {
    let id = ticket.id
    let local = try await LocalPrompt.read(request, context: length(for: request))
    var prompt = local.prompt
    let chat = request.chat
    prompt.chat = chats?.number(of: chat) ?? 0
    let parameters = request.parameters
    let generation = EngineOrder.Generation(
      prompt, sampling: EngineSampling(parameters, over: facts.recommended, seed: seed),
      maximumTokens: max(0, parameters.maximumTokens ?? 0))
    do throws(EngineFailure) {
      try await process.send(.generate(id: id, generation))
      // What was read before is not read now.
      var kept = 0
      var hasSaid = false
      while true {
        switch try await process.next() {
        case .began(id, let extent):
          kept = extent.keptTokens
          chats?.note(chat, tokens: extent.tokens)
          let first = local.firstMessage(extent.firstMessage)
          ticket.tell(.context(ReplyContext(length: prompt.contextLength, firstMessage: first)))
          if kept < extent.tokens { ticket.tell(.reading(part: 0)) }
        case .reading(id, let done, let total): ticket.tell(.reading(part: part(done - kept, of: total - kept)))
        case .reasoning(id, let chunk):
          hasSaid = true
          ticket.tell(.reasoning(chunk))
        case .text(id, let chunk):
          hasSaid = hasSaid || !chunk.allSatisfy(\.isWhitespace)
          ticket.tell(.text(chunk))
        case .usage(id, let usage):
          chats?.note(chat, tokens: usage.promptTokens + usage.replyTokens)
          ticket.tell(.usage(ReplyUsage(usage, by: model.name)))
        case .ended(id, let end):
          let end = try end.reply()
          return end == .finished && !hasSaid ? .failed(.nothingSaid) : end
        // Of an order that is over.
        default: break
        }
      }
    } catch {
      switch error {
      case .refused(let refusal): throw .failed(refusal.replyFailure)
      case .cannotStart, .died: throw .failed(.died)
      }
    }
  }

  /// How many tokens the chat may take: never more than it wants, whatever another one had the model loaded with.
  func length(for request: ReplyRequest) -> Int {
    min(facts.contextLength, request.parameters.contextLength ?? context)
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
      model: model, promptTokens: usage.promptTokens, replyTokens: usage.replyTokens,
      milliseconds: usage.replyTime.wholeMilliseconds)
  }
}

extension EngineSampling {
  /// What was asked for, else what the maker of the model recommends, else what is usual.
  fileprivate init(_ asked: ReplyParameters, over recommended: EngineModel.Recommended, seed: UInt64) {
    let all = asked.over(ReplyParameters(recommended)).over(.usual)
    self.init(seed: UInt32(truncatingIfNeeded: asked.seed ?? seed))
    if let value = all.temperature { temperature = value }
    if let value = all.topK { topK = value }
    if let value = all.topP { topP = value }
    if let value = all.minP { minP = value }
    if let value = all.repeatPenalty { repeatPenalty = value }
    if let value = all.frequencyPenalty { frequencyPenalty = value }
    if let value = all.presencePenalty { presencePenalty = value }
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
