public import Domain
private import Localization
public import Observation
internal import Wording

/// What can be done about a chat that has become too long for its model, and what was chosen.
@Observable
public final class OverflowModel {
  /// Larger contexts that the model could be given, the smallest first.
  public private(set) var contexts: [LargerContext] = []
  /// What was chosen for this chat; nil where nobody has, and then the oldest messages are left out.
  public private(set) var chosen: ContextOverflow?
  @ObservationIgnored private let thread: ThreadModel
  @ObservationIgnored private let models: any LocalModels

  init(_ thread: ThreadModel, _ models: any LocalModels) {
    self.thread = thread
    self.models = models
  }

  /// Reads what was chosen, and what contexts cost now.
  public func look() async {
    let (chat, agent) = (thread.chat.id, thread.chat.agent)
    do throws(StoreError) {
      let settings = try await thread.service.chatSettings(of: chat)
      chosen = settings.overflow
      let now = thread.context.extent?.length ?? settings.parameters.contextLength
      // Where models cannot be read there is none to give a context to; their own page says why.
      let entries = (try? await models.entries()) ?? []
      let model = entries.first { $0.model.agent == agent }?.model
      contexts = model.map { LargerContext.all(above: now, models.memory(of: $0)) } ?? []
    } catch {
      thread.notices.tell(error.sentence)
    }
  }

  /// Leaves the oldest messages out, as it is done where nothing is chosen.
  public func dropOldest() {
    choose(.dropOldest) { service, chat throws(StoreError) in
      try await service.changeChatSettings(of: chat) { $0.overflow = .dropOldest }
    }
  }

  /// Whether the model can be asked to sum up what it does not see.
  public var canSummarise: Bool { thread.context.isOffered && thread.context.firstSeen != nil && !isSummarising }

  /// Whether it has been asked, and is not done.
  public var isSummarising: Bool { thread.isSummarising }

  /// Has the model sum up what it does not see, now and whenever the chat grows too long.
  public func summarise() {
    guard canSummarise, let first = thread.context.firstSeen else { return }
    choose(.summarise) { service, chat throws(StoreError) in
      try await service.summarise(chat, above: first)
    }
  }

  /// Gives the model a larger context from the next reply on.
  public func choose(_ context: LargerContext) {
    choose(.largerContext) { service, chat throws(StoreError) in
      try await service.changeChatSettings(of: chat) {
        $0.overflow = .largerContext
        $0.parameters.contextLength = context.id
      }
    }
  }

  /// At once on screen, and then on the disk; what the disk does not take is not chosen.
  private func choose(
    _ choice: ContextOverflow, _ save: @escaping @Sendable (ChatService, ChatID) async throws(StoreError) -> Void
  ) {
    let before = chosen
    chosen = choice
    let saving = thread.work.perform {
      [service = thread.service, deletions = thread.deletions, chat = thread.chat.id]
      () throws(StoreError) in
      // A summary that was deleted a moment ago takes the choice before with it, and not this one.
      await deletions.settle()
      try await save(service, chat)
    }
    thread.work.begin { [self] in if await !saving.value, chosen == choice { chosen = before } }
  }
}

/// A context that a model could be given, and what it costs.
public struct LargerContext: Identifiable, Hashable, Sendable {
  /// In tokens.
  public let id: Int
  /// "8,192 tokens".
  public let title: String
  /// What it takes of the memory, beside what is free.
  public let summary: String
  /// Whether that is free.
  public let fits: Bool

  private static let most = 5

  /// Twice as many tokens each time, up to what the model was trained with.
  static func all(above now: Int?, _ memory: ModelMemory) -> [LargerContext] {
    guard let trained = memory.trainedContext else { return [] }
    var sizes: [Int] = []
    var size = max(now ?? memory.context, ModelMemory.leastContext)
    while size < trained, sizes.count < most {
      size = min(size * 2, trained)
      sizes.append(size)
    }
    return sizes.map { LargerContext($0, memory) }
  }

  private init(_ tokens: Int, _ memory: ModelMemory) {
    id = tokens
    let count = CountText.of(tokens)
    title = localized("A context of \(count) tokens")
    fits = memory.fits(context: tokens)
    summary = memory.sentence(context: tokens) ?? localized("The model does not say how much memory that takes.")
  }
}
