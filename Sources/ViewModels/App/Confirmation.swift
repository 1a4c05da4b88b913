public import Domain

/// What is asked before something that is not easily taken back.
public struct Confirmation: Sendable {
  /// The question, in a few words.
  public var heading: String
  /// What will become of it, as sentences.
  public var body: String
  /// What the button says that does it.
  public var action: String
  /// True for what takes something away.
  public var isDestructive = true

  /// Before a chat goes to the Trash.
  public static func moveToTrash(_ chat: Chat) -> Confirmation {
    Confirmation(
      heading: "Move to Trash?",
      body: "“\(ShownLine.within(chat.title))” stays in the Trash for 30 days and can be restored until then.",
      action: "Move to Trash")
  }

  /// Before a chat is deleted and nothing brings it back.
  public static func deleteForEver(_ chat: Chat) -> Confirmation {
    let messages = chat.messageCount == 1 ? "1 message" : "\(chat.messageCount) messages"
    return Confirmation(
      heading: "Delete for Ever?",
      body: "“\(ShownLine.within(chat.title))” and its \(messages) will be gone. Nothing brings them back.",
      action: "Delete for Ever")
  }

  /// - Parameter count: how many chats lie in the Trash.
  public static func emptyTrash(_ count: Int) -> Confirmation {
    Confirmation(
      heading: "Empty Trash?",
      body: (count == 1 ? "1 chat" : "\(count) chats") + " will be deleted for ever. Nothing brings them back.",
      action: "Delete for Ever")
  }
}
