/// One reply in progress, as the service holds it in memory.
struct ReplyJob {
  /// Why a reply was cut off from outside.
  enum Cut {
    case stop
    /// The user wrote again: wait again.
    case restart
    /// The chat went to the Trash: a due reply stays due, a streaming one stops.
    case trash
    case shutDown
    /// The chat or the message is gone.
    case gone
  }

  /// With the whole text so far, of which `unsaved` is not on disk yet.
  var message: Message
  var unsaved = ""
  /// False while `message` only stands in for the row.
  var isRead = false
  var cut: Cut?
  var lastTold: Timestamp?
  var task: Task<Void, Never>?
  var telling: Task<Void, Never>?
  var checkpointing: Task<Void, Never>?
}
