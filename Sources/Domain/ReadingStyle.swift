/// How messages are shown.
public struct ReadingStyle: Hashable, Sendable {
  /// Size of messages in per cent of other text.
  public var textSize = 100
  /// The family of their font; nil for the desktop's.
  public var font: String?
  /// With less room between them.
  public var isCompact = false
  /// What was chosen for agents, by their ids.
  private var looks: [String: MessageLook] = [:]

  public init() {}

  /// A font's name is never longer.
  private static let longestFont = 256

  /// What was chosen for an agent; nil for as is usual for its kind.
  public func chosenLook(of agent: String) -> MessageLook? { looks[agent] }

  /// Has an agent's messages look so; nil for as is usual for its kind.
  public mutating func choose(_ look: MessageLook?, for agent: String) {
    // A line of what is kept is one agent.
    if !agent.contains(where: \.isNewline) { looks[agent] = look }
  }

  /// How an agent's messages look.
  public func look(of agent: String) -> MessageLook { looks[agent] ?? MessageLook.usual(for: agent) }

  init(reading store: any SettingReading) throws(StoreError) {
    if let value = try store.setting("message-text-size"), let size = Int(value) {
      textSize = size.clamped(to: 50...300)
    }
    if let value = try store.setting("message-font"), !value.isEmpty { font = String(value.prefix(Self.longestFont)) }
    isCompact = try store.setting("compact") == "yes"
    for line in try store.setting("message-looks")?.split(separator: "\n") ?? [] {
      guard let space = line.firstIndex(of: " "), let look = MessageLook(rawValue: String(line[..<space])) else {
        continue
      }
      looks[String(line[line.index(after: space)...])] = look
    }
  }

  /// As it is kept among the settings.
  var pairs: [String: String?] {
    [
      "message-text-size": "\(textSize)", "message-font": font, "compact": isCompact ? "yes" : "no",
      "message-looks": looks.isEmpty ? nil : looks.map { "\($1.rawValue) \($0)" }.sorted().joined(separator: "\n"),
    ]
  }
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
