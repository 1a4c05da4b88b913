public import Domain
private import Localization
internal import Wording

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
    let title = ShownLine.within(chat.shownTitle)
    return Confirmation(
      heading: localized("Move to Trash?"),
      body: localized("“\(title)” stays in the Trash for 30 days and can be restored until then."),
      action: localized("Move to Trash"))
  }

  /// Before a chat is deleted and nothing brings it back.
  public static func deleteForEver(_ chat: Chat) -> Confirmation {
    let title = ShownLine.within(chat.shownTitle)
    let count = chat.messageCount
    return Confirmation(
      heading: localized("Delete for Ever?"),
      body: localized(
        count, one: "“\(title)” and its \(count) message will be gone. Nothing brings them back.",
        other: "“\(title)” and its \(count) messages will be gone. Nothing brings them back."),
      action: localized("Delete for Ever"))
  }

  /// Before a model is loaded that needs more memory than is free.
  static func loadLargeModel(_ model: LocalModel, _ memory: ModelMemory) -> Confirmation {
    Confirmation(
      heading: localized("Load “\(ShownLine.within(model.name))”?"),
      body: memory.sentence + " " + localized("Other programs may become slow, or the load may fail."),
      action: localized("Load Anyway"), isDestructive: false)
  }

  /// Before a model's file is deleted.
  static func deleteModel(_ model: LocalModel) -> Confirmation {
    Confirmation(
      heading: localized("Delete the File?"),
      body: localized(
        "The file of “\(ShownLine.within(model.name))” will be gone, which frees \(ByteCount.text(model.file.bytes)). Chats with it can still be read."
      ),
      action: localized("Delete the File"))
  }

  /// Before what has come of a model is thrown away.
  static func cancelDownload(_ download: ModelDownload) -> Confirmation {
    Confirmation(
      heading: localized("Cancel the Download?"),
      body: localized(
        "\(ByteCount.text(download.received)) of “\(ShownLine.within(download.name))” have come and will be deleted. Pause keeps them."
      ),
      action: localized("Cancel the Download"))
  }

  /// - Parameter count: how many chats lie in the Trash.
  public static func emptyTrash(_ count: Int) -> Confirmation {
    Confirmation(
      heading: localized("Empty Trash?"),
      body: localized(
        count, one: "\(count) chat will be deleted for ever. Nothing brings it back.",
        other: "\(count) chats will be deleted for ever. Nothing brings them back."),
      action: localized("Delete for Ever"))
  }
}
