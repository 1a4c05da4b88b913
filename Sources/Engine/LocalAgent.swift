internal import Domain
import Synchronization

/// A local model as an agent.
struct LocalAgent: ContextAgent {
  let model: LocalModel
  let engine: ModelEngine

  var profile: AgentProfile { Self.profile(of: model) }

  func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> { engine.reply(of: model, to: request) }

  func extent(of request: ReplyRequest) async throws(ContextFault) -> ContextExtent {
    try await engine.ask(model, request, .extent).extent
  }

  func view(of request: ReplyRequest) async throws(ContextFault) -> ContextView {
    try await engine.ask(model, request, .pieces)
  }

  func summaryPlace(in request: ReplyRequest) async throws(ContextFault) -> MessageID? {
    try await engine.ask(model, request, .summaryPlace).extent.firstMessage
  }

  func loadedView(
    of request: ReplyRequest, anyway: Bool, _ progress: @escaping @Sendable (Double?) -> Void
  ) async throws(ContextFault) -> ContextView {
    let seen = Mutex<Result<ContextView, ContextFault>>(.failure(.calledOff))
    for await event in engine.work(model, .show(request, anyway: anyway) { view in seen.withLock { $0 = view } }) {
      switch event {
      case .loading(let part): progress(part)
      case .ended(.failed(let failure)): throw .failed(failure)
      default: break
      }
    }
    return try seen.withLock { $0 }.get()
  }

  static func profile(of model: LocalModel) -> AgentProfile {
    let memory = ModelMemory(model, free: nil)
    var defaults = model.facts.recommended.over(.usual)
    defaults.contextLength = memory.context
    let facts = [model.facts.architecture, model.facts.sizeLabel ?? "", model.facts.quantisation]
    let kind = facts.filter { !$0.isEmpty }.joined(separator: " · ")
    return AgentProfile(
      id: model.agent, name: model.name, summary: model.introduction?.summary ?? kind,
      suggestions: model.introduction?.suggestions ?? [], contextLength: memory.context,
      takes: TakenSettings(
        defaults: defaults, longestContext: memory.trainedContext, canSwitchReasoning: model.facts.canSwitchThinking),
      // What it says of itself says more than its numbers.
      model: model.introduction == nil ? model.facts : nil)
  }
}
