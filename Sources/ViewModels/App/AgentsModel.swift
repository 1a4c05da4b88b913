public import Domain
public import Observation

/// Who can answer, as the catalogue says it now.
@Observable
public final class AgentsModel {
  /// In the order in which they are offered.
  public private(set) var entries: [AgentEntry]
  /// Whether the agent is among them that answers where nobody was chosen; it speaks in the demo chats, too.
  var hasUsual: Bool { entries.contains { $0.id == Settings.usualAgent } }

  init(_ service: ChatService) {
    entries = service.agents.entries
  }

  func take(_ event: ChatEvent) {
    if case .agentsChanged(let entries) = event { self.entries = entries }
  }
}
