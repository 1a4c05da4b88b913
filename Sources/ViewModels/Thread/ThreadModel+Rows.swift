import Domain
internal import Wording

/// What follows from the rows.
extension ThreadModel {
  /// Fit for one line.
  public var title: String { ShownLine.of(chat.shownTitle) }
  /// Whether nothing was said yet.
  public var isEmpty: Bool { rows.isEmpty }
  /// A reply on the line is under way or will be, though it may not be told of yet.
  public var isOwedReply: Bool { isStreaming || isDue || !expected.isEmpty }
  /// What the model no longer sees is being summed up, or will be.
  var isSummarising: Bool { rows.contains { $0.sender == .summary && $0.message?.isUnfinished == true } }
  /// The send button is Stop: while a reply is under way and there is nothing to send.
  public var showsStop: Bool { isReplying && composer.isBlank }

  /// The row of that id; nil where it is not in what was read.
  public func row(of id: ThreadRowID) -> ThreadRow? { rowsByID[id] }
}

/// From messages to rows.
extension ThreadModel {
  /// Messages of one sender that are less apart than this stand together, with one time below.
  private static let runGap = Duration.seconds(300)

  /// Makes the rows again from the window; rows that stay are the same objects, so that views touch only what changed.
  func rebuild() {
    let kept = window.messages.filter { !deletions.hides($0.id) }
    // A summary that is due has its place already; what replies there are to come is shown at the end.
    let shown = kept.filter { $0.state != .queued || $0.sender == .summary }
    let replies = kept.filter { $0.sender != .summary }
    // Below what is here there may be a newer one.
    let summary = window.hasNewer ? nil : kept.last(where: \.standsForAbove)?.id
    var next: [ThreadRow] = []
    var byID: [ThreadRowID: ThreadRow] = [:]
    func add(_ id: ThreadRowID, _ message: Message?) -> ThreadRow {
      let row = rowsByID[id] ?? ThreadRow(id: id, message: message, time: clock.text)
      show(message, in: row)
      byID[id] = row
      next.append(row)
      return row
    }
    let now = clock.now
    let text = clock.text
    var looks = looks
    let firstNew = messageBelowNewLine
    var previous: Message?
    for message in shown {
      let startsDay =
        previous.map { text.dayNumber($0.createdAt) != text.dayNumber(message.createdAt) } ?? !hasOlderMessages
      if message.id == context.firstSeen { _ = add(.unseen(message.id), nil) }
      if message.id == firstNew { _ = add(.new(message.id), nil) }
      if startsDay {
        let day = add(.day(message.id), message)
        set(day, \.stamp, text.day(message.createdAt, now: now))
      }
      let row = add(.message(message.id), message)
      if let choice = readingChoices[message.id] { row.read(asMarkdown: choice) }
      setPictures(of: row, to: message.attachments)
      set(row, \.phase, message.state == .queued ? phase(of: message) : .queued)
      set(row, \.isInUse, message.id == summary)
      set(row, \.beginsRun, startsDay || !Self.isRun(previous, message))
      set(row, \.isFullWidth, looks.isFullWidth(message))
      set(row, \.showsSpeaker, looks.names(message, beginsRun: row.beginsRun))
      previous = message
    }
    isStreaming = replies.contains { $0.state == .streaming }
    isDue = replies.contains(where: \.isDue)
    isReplying = unfinished.of(chat.id).contains { !deletions.hides($0) }
    if isDue, !isStreaming, !window.hasNewer {
      let dots = add(.typing, nil)
      let due = replies.first { $0.state == .queued }
      set(dots, \.phase, phase(of: replies.first(where: \.isDue)))
      set(dots, \.beginsRun, due.map { !Self.isRun(previous, $0) } ?? true)
      set(dots, \.isFullWidth, looks.isFullWidth(due))
      set(dots, \.showsSpeaker, looks.names(due, beginsRun: dots.beginsRun))
    }
    stamp(next)
    rowsByID = byID
    hasOlder = window.hasOlder
    hasNewer = window.hasNewer
    if next.map(\.id) != rows.map(\.id) { rows = next }
    if picking != nil { showPicked() }
  }

  /// Has a row show another state of its message.
  func show(_ message: Message?, in row: ThreadRow) {
    if !row.take(message), case .message(let id) = row.id { onTextReplaced?(id) }
  }

  /// What the list says of the chat while its last messages are only hidden; nil while the last one is shown.
  var previewWithoutHidden: Preview? {
    let said = window.messages.filter { $0.state != .queued && $0.sender != .summary }
    guard !window.hasNewer, let last = said.last, deletions.hides(last.id) else { return nil }
    let shown = said.last { !deletions.hides($0.id) }
    return shown.map { Preview(of: $0, plainLine: service.plainLine) } ?? (window.hasOlder ? nil : Preview())
  }

  private var hasOlderMessages: Bool { window.hasOlder }

  func refreshStamps() {
    let now = clock.now
    for row in rows {
      if case .day = row.id, let message = row.message {
        set(row, \.stamp, clock.text.day(message.createdAt, now: now))
      }
    }
    stamp(rows)
  }

  /// Says when each message was written, and below which of them that stands: below the last of a run, the last that its
  /// sender wrote in a minute, and of those that were written just now below the newest.
  private func stamp(_ rows: [ThreadRow]) {
    let now = clock.now
    var follower: Message?
    var minutes: [Sender: Int64] = [:]
    var isJustNowShown = false
    for row in rows.reversed() {
      guard case .message = row.id, let message = row.message else { continue }
      let minute = message.createdAt.milliseconds / 60_000
      let isJustNow = clock.text.age(of: message.createdAt, now: now) == .justNow
      let isShown =
        !Self.isRun(message, follower) && minutes[message.sender] != minute && !(isJustNow && isJustNowShown)
      set(row, \.showsStamp, isShown)
      set(row, \.stamp, clock.text.long(message.createdAt, now: now))
      if isJustNow { isJustNowShown = true }
      minutes[message.sender] = minute
      follower = message
    }
  }

  private static func isRun(_ one: Message?, _ next: Message?) -> Bool {
    guard let one, let next, one.sender == next.sender, one.usage?.model == next.usage?.model, one.state == .complete
    else { return false }
    let gap = next.createdAt.since(one.createdAt)
    return gap >= .zero && gap < runGap
  }

  func set<Value: Equatable>(
    _ row: ThreadRow, _ path: ReferenceWritableKeyPath<ThreadRow, Value>, _ value: Value
  ) {
    if row[keyPath: path] != value { row[keyPath: path] = value }
  }
}
