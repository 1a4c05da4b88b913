/// One conversation as the list shows it.
public struct Chat: Identifiable, Hashable, Sendable {
  /// For ever the same.
  public let id: ChatID
  /// As it was given or taken from the first message: empty while it has none, the mark of a picture where it began with
  /// one and no words (`PictureMarks`). Not yet fit for one line (`ShownLine`).
  public var title: String
  /// Who gave the title: what the user gave is never changed.
  public var titleOrigin: TitleOrigin
  /// The agent that answers here, by `AgentProfile.id`.
  public var agent: String
  /// When it was made.
  public var createdAt: Timestamp
  /// When the last message came in or was sent; the list is in this order.
  public var lastActivityAt: Timestamp
  /// The beginning of its last message.
  public var preview: Preview
  /// Replies that came while nobody looked at the chat.
  public var unreadCount: Int
  /// Whether it stands above those that are not pinned.
  public var isPinned: Bool
  /// Set while the chat lies in the Trash.
  public var trashedAt: Timestamp?
  /// Where the chat came from when Sotto did not make it: `demo` now, importers later.
  public var source: String?
  /// How many messages the chat has, with those that its line does not go through; replies that are only due are not
  /// counted.
  public var messageCount: Int
  /// The beginning of an unsent draft, on one line, for the list; the marks of pictures alone.
  public var draftPreview: String

  public init(id: ChatID, agent: String, createdAt: Timestamp, source: String? = nil) {
    self.id = id
    self.agent = agent
    self.createdAt = createdAt
    self.source = source
    title = ""
    titleOrigin = .untitled
    lastActivityAt = createdAt
    preview = Preview()
    unreadCount = 0
    isPinned = false
    trashedAt = nil
    messageCount = 0
    draftPreview = ""
  }

  /// Where the chat stands in its list: pinned first, then newest activity, then newest id. In the Trash the time of
  /// deletion stands for the activity, and no chat is pinned.
  public var position: ChatPosition {
    if let trashedAt { return ChatPosition(isPinned: false, lastActivityAt: trashedAt, id: id) }
    return ChatPosition(isPinned: isPinned, lastActivityAt: lastActivityAt, id: id)
  }
}

/// Where a chat's title comes from.
public enum TitleOrigin: Sendable {
  /// The chat has no title until its first message.
  case untitled
  /// It follows the title rule.
  case automatic
  /// The user gave it; it is never overwritten.
  case manual
}

/// A chat's place in the list's order; the key of keyset paging.
public struct ChatPosition: Hashable, Sendable, Comparable {
  /// Pinned chats come first.
  public var isPinned: Bool
  /// Among those, the latest comes first.
  public var lastActivityAt: Timestamp
  /// Tells apart what has the same time.
  public var id: ChatID

  public init(isPinned: Bool, lastActivityAt: Timestamp, id: ChatID) {
    self.isPinned = isPinned
    self.lastActivityAt = lastActivityAt
    self.id = id
  }

  /// True when `one` stands above `other`.
  public static func < (one: Self, other: Self) -> Bool {
    if one.isPinned != other.isPinned { return one.isPinned }
    if one.lastActivityAt != other.lastActivityAt { return one.lastActivityAt > other.lastActivityAt }
    return one.id > other.id
  }
}

/// The two places where a chat can be.
public enum ChatLocation: Sendable {
  case list
  case trash
}
