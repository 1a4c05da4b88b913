/// What a transaction can read of chats, and of what belongs to one chat as a whole.
public protocol ChatReading {
  /// In list order: `ChatPosition.<`; the Trash is ordered by the time of deletion, newest first.
  func chats(_ query: ChatQuery) throws(StoreError) -> [Chat]
  /// How many chats there are in the list, or in the Trash.
  func chatCount(on location: ChatLocation) throws(StoreError) -> Int
  /// How much is unread in each chat of the list in which anything is.
  func unreadCounts() throws(StoreError) -> [ChatID: Int]
  /// The chat, in either place; nil where there is none.
  func chat(_ id: ChatID) throws(StoreError) -> Chat?
  /// Chats that came from this source, in either place.
  func chats(from source: String) throws(StoreError) -> [Chat]
  /// Chats moved to the Trash before `time`, oldest first.
  func chats(trashedBefore time: Timestamp, limit: Int) throws(StoreError) -> [ChatID]
  /// The draft that is kept in the chat; nil for none.
  func draft(in chat: ChatID) throws(StoreError) -> Draft?
  /// What was set for the chat; nothing set where there is no such chat.
  func settings(of chat: ChatID) throws(StoreError) -> ChatSettings
  /// What a scripted agent remembers of a chat, in its own words.
  func agentState(in chat: ChatID) throws(StoreError) -> String?
}

/// One page of the chat list.
public struct ChatQuery: Hashable, Sendable {
  /// The list or the Trash.
  public var location: ChatLocation
  /// Only chats whose titles it lets through; nil for all.
  public var title: TitleFilter?
  /// Only chats below this place; nil from the top.
  public var after: ChatPosition?
  /// How many chats at most.
  public var limit: Int

  public init(location: ChatLocation = .list, title: TitleFilter? = nil, after: ChatPosition? = nil, limit: Int) {
    self.location = location
    self.title = title
    self.after = after
    self.limit = limit
  }
}

/// Chats by their titles as the user sees them, of which some are not kept.
public struct TitleFilter: Hashable, Sendable {
  /// What the title contains, whatever the case and accents; empty for all.
  public var part: String
  /// What it contains besides, anywhere.
  public var others: [String] = []
  /// What a chat without a title is called before the user.
  public var untitled: String
  /// The same for a chat that has the mark of a picture for a title.
  public var picture: String

  public init(part: String, untitled: String, picture: String) {
    self.part = part
    self.untitled = untitled
    self.picture = picture
  }
}
