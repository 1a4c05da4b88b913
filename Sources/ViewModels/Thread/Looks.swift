import Domain

/// How the messages of a chat look, from its top to its bottom.
struct Looks {
  /// Who answers now.
  private let agent: String
  private let agents: [AgentEntry]
  private let reading: ReadingStyle
  /// By the names under which agents answered.
  private var known: [String: MessageLook] = [:]
  /// Who spoke last beside the user.
  private var speaker: Speaker?

  private struct Speaker: Equatable {
    let sender: Sender
    let name: String?
  }

  init(agent: String, agents: [AgentEntry], reading: ReadingStyle) {
    (self.agent, self.agents, self.reading) = (agent, agents, reading)
  }

  /// Whether a message stands over the whole width; nil for a reply of which nothing is known but that it will come.
  mutating func isFullWidth(_ message: Message?) -> Bool {
    guard let message else { return reading.look(of: agent) == .fullWidth }
    return message.sender == .agent && look(of: message) == .fullWidth
  }

  /// A message tells its agent's name, as it was; of one that is not there any more it is known whether it was a model, for
  /// a script reads no tokens.
  private mutating func look(of message: Message) -> MessageLook {
    guard let name = message.usage?.model else { return reading.look(of: agent) }
    if let look = known[name] { return look }
    let entries = agents.filter { $0.profile.name == name }
    guard let entry = entries.first(where: { $0.id == agent }) ?? entries.first else {
      return message.usage?.promptTokens == nil ? .bubble : .fullWidth
    }
    let look = reading.look(of: entry.id)
    known[name] = look
    return look
  }

  /// Whether the speaker's name stands above a message: above the first of several, and where room is to be saved only
  /// where it is another one than before.
  mutating func names(_ message: Message?, beginsRun: Bool) -> Bool {
    if message?.sender == .user { return false }
    let answering = agents.first { $0.id == agent }?.profile.name
    let new = Speaker(sender: message?.sender ?? .agent, name: message?.usage?.model ?? answering)
    defer { speaker = new }
    guard beginsRun, reading.isCompact else { return beginsRun }
    return new != speaker || new.sender == .summary
  }
}

extension ThreadModel {
  /// How its messages look, by the settings of now.
  var looks: Looks { Looks(agent: chat.agent, agents: agents.entries, reading: settings.reading) }
}
