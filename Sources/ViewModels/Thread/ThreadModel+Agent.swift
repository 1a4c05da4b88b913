public import Domain
private import Localization
internal import Wording

/// Who answers in the chat.
extension ThreadModel {
  /// The chat's agent; nil when it is not there.
  public var agent: AgentEntry? { agents.entries.first { $0.id == chat.agent } }

  /// The agent's name; where it is gone the one under which it answered last, else its id, but never that of a model.
  public var agentName: String { agent?.profile.name ?? lastSpeaker ?? AgentWords.name(ofMissing: chat.agent) }
  /// What could be said first to this agent.
  public var suggestions: [String] { agent?.profile.suggestions ?? [] }

  /// Under which name the agent answered last; what is not there has no other. Nil where that is the name of an agent that
  /// is there: it was that one's answer.
  private var lastSpeaker: String? {
    let name = window.messages.last { $0.sender == .agent && $0.usage != nil }?.usage?.model
    return agents.entries.contains { $0.profile.name == name } ? nil : name.map(ShownLine.of)
  }

  /// A model that was removed, of which nothing tells the name.
  private var isNameless: Bool { agent == nil && lastSpeaker == nil && AgentKind(of: chat.agent).isModel }

  /// Why nobody can be written to here, as a sentence; nil when somebody can.
  public var agentTrouble: String? {
    guard agent == nil else { return nil }
    if isNameless {
      return isStreaming
        ? localized("This model was removed and only ends this reply. Choose another agent to go on after it.")
        : localized("The model of this chat was removed. Choose another agent to go on; what was said stays as it is.")
    }
    let name = ShownLine.within(agentName)
    if isStreaming {
      return localized("\(name) was removed and only ends this reply. Choose another agent to go on after it.")
    }
    return localized("\(name) is not here. Choose another agent to go on; what was said stays as it is.")
  }

  /// All agents, to choose one for this chat.
  public var agentChoices: [AgentChoice] {
    agents.entries.map { AgentChoice($0, isCurrent: $0.id == chat.agent, isReadOnly: isReadOnly) }
  }

  /// Has another agent answer from now on; answered by whether it does.
  @discardableResult
  public func choose(agent id: String) -> Task<Bool, Never> {
    guard id != chat.agent else { return Task { true } }
    guard !isReadOnly, agents.entries.contains(where: { $0.id == id }) else { return Task { false } }
    hasPrepared = false
    if isNew {
      chat.agent = id
      composer.newChat = chat
      context.messagesChanged()
      prepareAgent()
      return Task { true }
    }
    return work.perform { [service, chat = chat.id, weak self] () throws(StoreError) in
      // The chat here may be told of it only after this.
      try await service.setAgent(id, in: chat)
      self?.prepareAgent(id)
    }
  }

  /// Tells the agent that it will probably be asked; once, and not because the program has started.
  ///
  /// - Parameter id: the agent, where it is not the chat's yet.
  func prepareAgent(_ id: String? = nil) {
    guard !hasPrepared, !hasLeft, !isReadOnly else { return }
    hasPrepared = true
    loadAgent(id)
  }

  /// Has the agent load what it needs for this chat.
  func loadAgent(_ id: String? = nil) {
    work.begin { [service, chat = chat.id, agent = id ?? chat.agent, weak self] in
      // What cannot be read now is told by the reply.
      let settings = try? await service.chatSettings(of: chat)
      guard self?.hasLeft == false else { return }
      service.agents.prepare(agent, context: settings?.parameters.contextLength, for: chat)
    }
  }

  /// The reply whose turn it is and what is done for it; nil where none is due.
  public var dueReply: (id: MessageID, phase: ReplyPhase)? {
    // Which one is due changes with the rows.
    _ = (rows, replies.phases)
    return window.messages.first(where: \.isDue).map { ($0.id, replies.phase(of: $0)) }
  }

  /// What stands beside the dots: what is done, or that the agent is not here; nil where the dots say enough.
  public func label(of dots: ThreadRow) -> String? {
    if isNameless { return localized("Waits for a model that was removed") }
    return agent == nil ? localized("Waits for \(agentName), which is not here") : dots.phase.label(agent: agentName)
  }

  /// What the line says below which the model sees the chat.
  public var unseenWords: String { ContextWords.unseen }

  /// A row in words, for screen readers.
  public func spoken(_ row: ThreadRow) -> String {
    switch row.id {
    case .day: row.stamp
    case .message: row.spoken(agent: agentName)
    case .unseen: unseenWords
    case .new: localized("New messages")
    case .typing: agent == nil ? label(of: row) ?? "" : row.phase.spoken(agent: agentName)
    }
  }

  func take(_ phase: ReplyPhase, of id: MessageID) {
    replies.take(phase, of: id)
    let due = window.messages.first { $0.isDue && $0.sender != .summary }
    shown.show(phase, of: id, isNext: due?.id == id)
  }
}

/// An agent as one of several to choose from.
public struct AgentChoice: Identifiable, Hashable, Sendable {
  /// The agent's own.
  public let id: String
  /// Fit for one line.
  public let name: String
  /// What it is, or why it cannot be chosen.
  public let summary: String
  /// Whether it answers now.
  public let isCurrent: Bool
  /// Whether it can be chosen.
  public let isEnabled: Bool

  init(_ entry: AgentEntry, isCurrent: Bool, isReadOnly: Bool = false) {
    id = entry.id
    name = ShownLine.of(entry.profile.name)
    self.isCurrent = isCurrent
    switch entry.status {
    case .unavailable(let fault):
      summary = fault.sentence
      isEnabled = false
    case .loading(let part):
      summary = part.map { localized("Loading, \(PercentText.of($0))") } ?? localized("Loading")
      isEnabled = !isReadOnly
    case .ready, .unloaded:
      summary = entry.profile.sentence
      isEnabled = !isReadOnly
    }
  }
}
