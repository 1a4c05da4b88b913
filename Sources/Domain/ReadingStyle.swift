/// How messages are shown.
public struct ReadingStyle: Hashable, Sendable {
  /// Size of messages in per cent of other text.
  public var textSize = 100
  /// The family of their font; nil for the desktop's.
  public var font: String?
  /// With less room between them.
  public var isCompact = false
  /// What was chosen for agents, by their ids; set by `choose` and where settings are read.
  var looks: [String: MessageLook] = [:]

  public init() {}

  /// What was chosen for an agent; nil for as is usual for its kind.
  public func chosenLook(of agent: String) -> MessageLook? { looks[agent] }

  /// Has an agent's messages look so; nil for as is usual for its kind.
  public mutating func choose(_ look: MessageLook?, for agent: String) {
    // A line of what is kept is one agent.
    if !agent.contains(where: \.isNewline) { looks[agent] = look }
  }

  /// How an agent's messages look.
  public func look(of agent: String) -> MessageLook { looks[agent] ?? MessageLook.usual(for: agent) }
}

/// How messages of one agent look.
public enum MessageLook: String, CaseIterable, Hashable, Sendable {
  /// In a bubble of its own, as somebody says something.
  case bubble
  /// Text from edge to edge, as in a document.
  case fullWidth = "full-width"

  /// What is usual for an agent: models write documents, personas talk.
  public static func usual(for agent: String) -> MessageLook { AgentKind(of: agent).isModel ? .fullWidth : .bubble }
}

extension TextCoding<[String: MessageLook]> {
  /// A line for each agent: the look, then the agent's id. Other lines are left out.
  static var looks: Self {
    Self(
      encode: { looks in
        looks.isEmpty ? nil : looks.map { "\($1.rawValue) \($0)" }.sorted().joined(separator: "\n")
      },
      decode: { text in
        var looks: [String: MessageLook] = [:]
        for line in text.split(separator: "\n") {
          guard let space = line.firstIndex(of: " "), let look = MessageLook(rawValue: String(line[..<space])) else {
            continue
          }
          looks[String(line[line.index(after: space)...])] = look
        }
        return looks
      })
  }
}
