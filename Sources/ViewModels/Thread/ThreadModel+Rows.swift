import Domain
internal import Wording

/// The rows, and what follows from them.
extension ThreadModel {
  /// From top to bottom, as they are shown.
  public var rows: [ThreadRow] { shown.all }
  /// Whether there are messages before the first row.
  public var hasOlder: Bool { shown.hasOlder }
  /// True while messages beyond the rows exist, so that the last row is not the newest.
  public var hasNewer: Bool { shown.hasNewer }
  /// A reply on the line is growing.
  public var isStreaming: Bool { shown.isStreaming }
  /// A reply on the line is due and has not begun: the dots.
  public var isDue: Bool { shown.isDue }
  /// A reply of the chat grows or is due: on the line, far from the rows or on a branch that is not shown. `stop` stops it.
  public var isReplying: Bool { replies.isReplying }
  /// Fit for one line.
  public var title: String { ShownLine.of(chat.shownTitle) }
  /// Whether nothing was said yet.
  public var isEmpty: Bool { rows.isEmpty }
  /// A reply on the line is under way or will be, though it may not be told of yet.
  public var isOwedReply: Bool { isStreaming || isDue || replies.isExpected }
  /// What the model no longer sees is being summed up, or will be.
  var isSummarising: Bool { rows.contains { $0.sender == .summary && $0.message?.isUnfinished == true } }
  /// The send button is Stop: while a reply is under way and there is nothing to send.
  public var showsStop: Bool { isReplying && composer.isBlank }

  /// The row of that id; nil where it is not in what was read.
  public func row(of id: ThreadRowID) -> ThreadRow? { shown.row(of: id) }

  /// Makes the rows again from the window.
  func rebuild() {
    shown.show(
      ThreadRows.Contents(
        messages: window.messages.filter { !deletions.hides($0.id) }, hasOlder: window.hasOlder,
        hasNewer: window.hasNewer, firstNew: messageBelowNewLine, firstSeen: context.firstSeen, looks: looks,
        phase: replies.phase(of:)))
    replies.refresh(isHidden: deletions.hides)
    if picking.isOn { showPicked() }
  }

  /// The day may be another one.
  func refreshStamps() { shown.refreshStamps() }
}
