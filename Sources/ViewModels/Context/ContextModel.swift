public import Domain
private import Localization
public import Observation
internal import Wording

/// How much of its agent's context a chat takes, with what stands in its composer. It is measured when hands and replies
/// rest; nothing is loaded for that.
@Observable
public final class ContextModel {
  /// How near the end of the context is.
  public enum Level: Hashable, Sendable {
    /// Nobody knows how much is used.
    case unknown
    case roomy
    /// Soon something will be left out.
    case nearlyFull
    /// The draft takes so much that more would be left out, older messages are summarised first, or not even the last message fits.
    case over
  }

  /// What was measured or estimated last; nil where nobody knows.
  public private(set) var extent: ContextExtent?
  /// Tokens of these that the draft takes; nil for no draft, and where it cannot be told.
  public private(set) var draftTokens: Int?
  /// Whether it was measured; else it is an estimate.
  public private(set) var isExact = false
  /// Why a reply would fail now.
  private var failure: ReplyFailure?
  /// The oldest message that the model sees; nil while it sees all. A draft moves it only once it is sent.
  public private(set) var firstSeen: MessageID?

  /// Whether what does not fit is summarised before the next reply, and not left out.
  private var summarises = false

  @ObservationIgnored weak var thread: ThreadModel?
  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let surroundings: any Surroundings
  /// What the chat takes without a draft.
  @ObservationIgnored private var base: ContextExtent?
  @ObservationIgnored private var measuring: Task<Void, Never>?
  @ObservationIgnored private var wasReady = false
  /// Whose context it was in which the model itself said that `firstSeen` was the first, and how many tokens it held; nil
  /// where it said nothing that holds.
  @ObservationIgnored private var measured: (agent: String, length: Int)?

  /// How long the hands rest before it is measured.
  static let pause = Duration.milliseconds(300)
  /// The part of its room from which on it is nearly full.
  private static let fullPart = 0.9

  init(service: ChatService, surroundings: any Surroundings) {
    self.service = service
    self.surroundings = surroundings
  }

  /// Whether the chat's agent has a context that can be full.
  public var isOffered: Bool {
    guard let thread, let agent = thread.agent else { return false }
    return service.agents.agent(for: agent.id) is any ContextAgent
  }

  /// Whether there is something to say of it: some of it is used, or a reply would fail.
  public var isKnown: Bool { failure != nil || extent.map { $0.used > 0 } ?? false }

  /// The part of the context that is used, 0 to 1; 1 where the draft does not fit beside all that was seen before.
  public var part: Double {
    if level == .over, failure == nil || failure == .tooLong || failure == .instructionsTooLong { return 1 }
    guard let extent, extent.length > 0 else { return 0 }
    return min(1, Double(extent.used) / Double(extent.length))
  }

  /// How near its end is.
  public var level: Level {
    if failure != nil { return .over }
    guard let extent else { return .unknown }
    if summarises ? extent.firstMessage != nil : isExact && extent.firstMessage != firstSeen { return .over }
    return Double(extent.used) >= Double(extent.room) * Self.fullPart ? .nearlyFull : .roomy
  }

  /// "1,204 of 4,096 tokens; the draft takes 35", and what follows from it.
  public var words: String {
    if let failure { return failure.sentence(agent: thread?.agentName) }
    guard let extent else {
      let name = ShownLine.within(thread?.agentName ?? "")
      guard let length = thread?.agent?.profile.contextLength else { return localized("Not measured yet.") }
      return localized("Not measured yet. \(name) holds \(CountText.of(length)) tokens.")
    }
    let length = CountText.of(extent.length)
    let used = CountText.of(extent.used)
    let all =
      !isExact
      ? localized("About \(CountText.rounded(extent.used)) of \(length) tokens")
      : draftTokens.map { localized("\(used) of \(length) tokens; the draft takes \(CountText.of($0))") }
        ?? localized("\(used) of \(length) tokens")
    if extent.firstMessage != nil {
      return all + ". "
        + (summarises
          ? localized("The oldest messages are summarised first.") : localized("The oldest messages are left out."))
    }
    guard isExact, level == .nearlyFull else { return all }
    return all + ". "
      + (summarises
        ? localized("Soon the oldest messages are summarised.") : localized("Soon the oldest messages are left out."))
  }

  // MARK: When to measure

  /// Something was said or is gone, or another agent answers, or as something else is set.
  ///
  /// - Parameter isOnlyMore: what was seen before holds but for what came behind it.
  func messagesChanged(isOnlyMore: Bool = false) {
    base = nil
    // What one model does not see any more says nothing of another.
    if let measured, measured.agent != thread?.chat.agent { see(from: nil) }
    if !isOnlyMore || measured?.agent != thread?.chat.agent { measured = nil }
    measureSoon()
  }

  /// How the agent is to answer is different; with a larger context it sees more.
  func take(_ settings: ChatSettings) {
    if let measured, let wanted = settings.parameters.contextLength, wanted > measured.length {
      see(from: nil)
      self.measured = nil
    }
    messagesChanged(isOnlyMore: true)
  }

  /// Something is typed.
  func draftChanged() { measureSoon() }

  /// Agents came, went, or are more or less ready.
  func take(_ entries: [AgentEntry]) {
    let isReady = entries.first { $0.id == thread?.chat.agent }?.status == .ready
    guard isReady != wasReady else { return }
    wasReady = isReady
    messagesChanged(isOnlyMore: true)
  }

  private func measureSoon() {
    measuring?.cancel()
    measuring = nil
    guard isOffered else { return forget() }
    measuring = Task { [weak self, surroundings] in
      guard await surroundings.slept(for: Self.pause), !Task.isCancelled else { return }
      await self?.measure()
    }
  }

  /// Returns once what was to be measured is.
  package func settle() async { await measuring?.value }

  private func forget() {
    (base, measured, draftTokens, isExact, failure) = (nil, nil, nil, false, nil)
    if extent != nil { extent = nil }
    see(from: nil)
  }

  // MARK: Measuring

  private func measure() async {
    // The end of a reply measures again.
    guard let thread, !thread.hasLeft, thread.phase == .ready, !thread.isReplying, let agent = thread.agent else {
      return
    }
    wasReady = agent.status == .ready
    let (chat, draft) = (thread.chat, thread.composer.unsent)
    let isSummarised: Bool
    // What cannot be read is told where it is to be shown.
    do throws(StoreError) { isSummarised = try await service.context.summarisesFirst(in: chat.id) } catch {
      isSummarised = false
    }
    guard agent.status == .ready else { return await estimate(chat, draft, isSummarised) }
    do throws(ContextFault) {
      let base = try await base(of: chat, isNeeded: draft.isBlank)
      let whole: ContextExtent
      if let base, draft.isBlank {
        whole = base
      } else {
        whole = try await service.context.extent(of: chat, with: draft)
      }
      // What would not fit is not left out then: what the last reply saw, the model sees.
      let first = isSummarised ? await lastSeen(in: chat) : base?.firstMessage
      guard !Task.isCancelled else { return }
      self.base = base
      summarises = isSummarised
      (extent, isExact, failure) = (whole, true, nil)
      draftTokens = base.flatMap { base in
        draft.isBlank || whole.firstMessage != base.firstMessage ? nil : max(0, whole.used - base.used)
      }
      measured = (chat.agent, whole.length)
      see(from: first)
    } catch {
      guard !Task.isCancelled else { return }
      switch error {
      case .calledOff: break
      case .noContext: forget()
      case .notLoaded: await estimate(chat, draft, isSummarised)
      case .failed(.died): break
      // What was measured before is no more.
      case .failed(let failure): (extent, draftTokens, isExact, self.failure) = (nil, nil, false, failure)
      }
    }
  }

  /// What the chat takes without a draft; nil where its last message is too long alone, which a draft makes good.
  private func base(of chat: Chat, isNeeded: Bool) async throws(ContextFault) -> ContextExtent? {
    if let base { return base }
    do throws(ContextFault) { return try await service.context.extent(of: chat, with: Draft()) } catch {
      if error == .failed(.tooLong), !isNeeded { return nil }
      throw error
    }
  }

  /// What the last reply saw, where the model itself has not said more: so the line is there without it.
  ///
  /// - Parameter isRebuilding: false where whoever asks makes the rows.
  func recall(isRebuilding: Bool = true) async {
    guard isOffered, measured == nil, let chat = thread?.chat else { return }
    let first = await lastSeen(in: chat)
    guard measured == nil else { return }
    if isRebuilding { see(from: first) } else { firstSeen = first }
  }

  private func lastSeen(in chat: Chat) async -> MessageID? {
    // What cannot be read is told where it is to be shown.
    do throws(StoreError) { return try await service.context.firstSeen(in: chat) } catch { return firstSeen }
  }

  /// By what the last reply read. What is known to be left out stays so.
  private func estimate(_ chat: Chat, _ draft: Draft, _ isSummarised: Bool) async {
    let about: ContextExtent?
    // It is no more than a hint: what cannot be read is told where it is to be shown.
    do throws(StoreError) { about = try await service.context.estimate(of: chat, with: draft) } catch { about = nil }
    await recall()
    guard !Task.isCancelled else { return }
    (extent, draftTokens, isExact, failure) = (about, nil, false, nil)
    summarises = isSummarised
    extent?.firstMessage = firstSeen
  }

  private func see(from message: MessageID?) {
    guard message != firstSeen else { return }
    firstSeen = message
    thread?.rebuild()
  }
}
