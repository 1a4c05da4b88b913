public import Domain
private import Localization
public import Observation
internal import Wording

/// One chat of the list, ready to be drawn.
@Observable
public final class ChatRowModel: @MainActor Identifiable {
  /// The chat's.
  public nonisolated let id: ChatID
  /// The chat as it was last read.
  public internal(set) var chat: Chat
  /// A reply is due or streaming here.
  public internal(set) var isReplying = false
  /// When something last happened, as the list shows it; in the Trash, how long the chat is still there.
  public internal(set) var stamp = ""
  /// The exact time of the last activity, for the tooltip and for screen readers.
  public var exactTime: String { time?.exact(chat.lastActivityAt) ?? "" }
  @ObservationIgnored private let time: TimeText?

  /// - Parameter time: how times are told; nil where none of activity is, as in the Trash.
  init(_ chat: Chat, time: TimeText? = nil) {
    id = chat.id
    self.time = time
    self.chat = chat
  }

  /// Fit for one line.
  public var title: String { ShownLine.of(chat.shownTitle) }
  /// Whether it stands above those that are not pinned.
  public var isPinned: Bool { chat.isPinned }
  /// Messages that came while it was not open.
  public var unreadCount: Int { chat.unreadCount }

  /// The last message with its sender, or the draft that waits.
  public var preview: String {
    if !chat.draftPreview.isEmpty { return localized("Draft: \(ShownLine.within(chat.draftLine))") }
    let last = chat.preview
    return last.sender == nil ? localized("No messages yet") : ShownLine.of(last.line)
  }
  /// Whether the preview is of what is not yet sent.
  public var hasDraft: Bool { !chat.draftPreview.isEmpty }

  /// The whole row in words, for screen readers.
  public var spoken: String {
    if chat.trashedAt != nil { return [title, stamp].joined(separator: ", ") }
    var parts = [title]
    if isPinned { parts.append(localized("pinned", context: "said of a chat in the list")) }
    let unread = unreadCount
    if unread > 0 {
      parts.append(localized(unread, one: "\(unread) unread message", other: "\(unread) unread messages"))
    }
    parts.append(isReplying ? localized("replying", context: "said of a chat in the list") : preview)
    parts.append(exactTime.isEmpty ? stamp : exactTime)
    return parts.joined(separator: ", ")
  }
}
