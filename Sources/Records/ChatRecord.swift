package import Domain

/// A chat as programs read it. The names are kept from version to version; new ones may come.
package struct ChatRecord: Codable, Sendable {
  package var id: String
  /// The chat's place in the list, where a list is shown.
  @OrNull package var number: Int?
  /// Nil for a chat without one.
  @OrNull package var title: String?
  package var agent: String
  package var createdAt: String
  package var lastActivityAt: String
  package var preview: String
  @OrNull package var previewSender: String?
  package var unreadCount: Int
  package var messageCount: Int
  package var isPinned: Bool
  @OrNull package var trashedAt: String?
  package var draftPreview: String
  @OrNull package var source: String?

  package init(_ chat: Chat, number: Int? = nil) {
    id = chat.id.description
    self.number = number
    title = chat.title.isEmpty ? nil : chat.title
    agent = chat.agent
    createdAt = chat.createdAt.record
    lastActivityAt = chat.lastActivityAt.record
    preview = chat.preview.text
    previewSender = chat.preview.sender?.record
    unreadCount = chat.unreadCount
    messageCount = chat.messageCount
    isPinned = chat.isPinned
    trashedAt = chat.trashedAt?.record
    draftPreview = chat.draftPreview
    source = chat.source
  }
}

/// What became of a chat that was deleted.
package struct DeletedRecord: Codable, Sendable {
  package var chat: ChatRecord
  /// True where it is gone for ever, false where it lies in the Trash.
  package var isGone: Bool

  package init(_ chat: Chat, isGone: Bool) {
    self.chat = ChatRecord(chat)
    self.isGone = isGone
  }
}

/// Who answers.
package struct AgentRecord: Codable, Sendable {
  package var id: String
  package var name: String
  package var summary: String
  package var suggestions: [String]
  /// True for the agent of new chats.
  package var isDefault: Bool
  /// `ready`, `unloaded`, `loading` or `unavailable`.
  package var status: String

  package init(_ entry: AgentEntry, isDefault: Bool) {
    let profile = entry.profile
    id = profile.id
    name = profile.name
    summary = profile.summary
    suggestions = profile.suggestions
    self.isDefault = isDefault
    status = entry.status.record
  }
}

extension AgentStatus {
  fileprivate var record: String {
    switch self {
    case .ready: "ready"
    case .unloaded: "unloaded"
    case .loading: "loading"
    case .unavailable: "unavailable"
    }
  }
}

extension Sender {
  var record: String {
    switch self {
    case .user: "user"
    case .agent: "agent"
    case .summary: "summary"
    case .system: "system"
    case .tool: "tool"
    }
  }
}
