public import Domain
public import Observation
internal import Wording

/// The rows of a thread. Those that stay are the same objects, so that views touch only what changed.
@Observable
public final class ThreadRows {
  /// What the rows are made of.
  struct Contents {
    /// The messages that are not hidden, in order.
    var messages: [Message]
    /// Whether there are messages before and after these.
    var hasOlder: Bool
    var hasNewer: Bool
    /// What is new begins with this message; nil for no line.
    var firstNew: MessageID?
    /// The model sees nothing of what is above this message; nil for no line.
    var firstSeen: MessageID?
    var looks: Looks
    /// What is done for a reply that is due.
    var phase: (Message?) -> ReplyPhase
  }

  /// From top to bottom, as they are shown.
  private(set) var all: [ThreadRow] = []
  private(set) var hasOlder = false
  private(set) var hasNewer = false
  /// A reply on the line is growing.
  private(set) var isStreaming = false
  /// A reply on the line is due and has not begun: the dots.
  private(set) var isDue = false
  @ObservationIgnored private var byID: [ThreadRowID: ThreadRow] = [:]
  /// Rows in sight or nearly so.
  @ObservationIgnored private var near: Set<ThreadRowID> = []
  /// Which messages the user wants read as Markdown, or not.
  @ObservationIgnored private var readingChoices: [MessageID: Bool] = [:]
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private let highlight: Highlight
  @ObservationIgnored let pictures: LibraryPictures
  /// Called when the letters of a message are others now, not only more.
  @ObservationIgnored public var onTextReplaced: ((MessageID) -> Void)?

  /// Messages of one sender that are less apart than this stand together, with one time below.
  private static let runGap = Duration.seconds(300)

  init(clock: MinuteClock, pictures: LibraryPictures) {
    self.clock = clock
    self.pictures = pictures
    highlight = Highlight(surroundings: clock.surroundings)
  }

  /// The row of that id; nil where it is not among them.
  func row(of id: ThreadRowID) -> ThreadRow? { byID[id] }

  /// The row of the message, or one like it where it is not among them.
  func row(for message: Message) -> ThreadRow {
    if let row = byID[.message(message.id)] { return row }
    let row = ThreadRow(id: .message(message.id), message: message, time: clock.text)
    if let choice = readingChoices[message.id] { row.read(asMarkdown: choice) }
    return row
  }

  // MARK: Making them

  /// Makes the rows again.
  func show(_ contents: Contents) {
    // A summary that is due has its place already; what replies there are to come is shown at the end.
    let shown = contents.messages.filter { $0.state != .queued || $0.sender == .summary }
    let replies = contents.messages.filter { $0.sender != .summary }
    // Below what is here there may be a newer one.
    let summary = contents.hasNewer ? nil : contents.messages.last(where: \.standsForAbove)?.id
    var next: [ThreadRow] = []
    var nextByID: [ThreadRowID: ThreadRow] = [:]
    func add(_ id: ThreadRowID, _ message: Message?) -> ThreadRow {
      let row = byID[id] ?? ThreadRow(id: id, message: message, time: clock.text)
      show(message, in: row)
      nextByID[id] = row
      next.append(row)
      return row
    }
    let now = clock.now
    let text = clock.text
    var looks = contents.looks
    var previous: Message?
    for message in shown {
      let startsDay =
        previous.map { text.dayNumber($0.createdAt) != text.dayNumber(message.createdAt) } ?? !contents.hasOlder
      if message.id == contents.firstSeen { _ = add(.unseen(message.id), nil) }
      if message.id == contents.firstNew { _ = add(.new(message.id), nil) }
      if startsDay { add(.day(message.id), message).set(\.stamp, text.day(message.createdAt, now: now)) }
      let row = add(.message(message.id), message)
      if let choice = readingChoices[message.id] { row.read(asMarkdown: choice) }
      setPictures(of: row, to: message.attachments)
      row.set(\.phase, message.state == .queued ? contents.phase(message) : .queued)
      row.set(\.isInUse, message.id == summary)
      row.set(\.beginsRun, startsDay || !Self.isRun(previous, message))
      row.set(\.isFullWidth, looks.isFullWidth(message))
      row.set(\.showsSpeaker, looks.names(message, beginsRun: row.beginsRun))
      previous = message
    }
    isStreaming = replies.contains { $0.state == .streaming }
    isDue = replies.contains(where: \.isDue)
    if isDue, !isStreaming, !contents.hasNewer {
      let dots = add(.typing, nil)
      let due = replies.first { $0.state == .queued }
      dots.set(\.phase, contents.phase(replies.first(where: \.isDue)))
      dots.set(\.beginsRun, due.map { !Self.isRun(previous, $0) } ?? true)
      dots.set(\.isFullWidth, looks.isFullWidth(due))
      dots.set(\.showsSpeaker, looks.names(due, beginsRun: dots.beginsRun))
    }
    stamp(next)
    byID = nextByID
    hasOlder = contents.hasOlder
    hasNewer = contents.hasNewer
    if next.map(\.id) != all.map(\.id) { all = next }
  }

  private static func isRun(_ one: Message?, _ next: Message?) -> Bool {
    guard let one, let next, one.sender == next.sender, one.usage?.model == next.usage?.model, one.state == .complete
    else { return false }
    let gap = next.createdAt.since(one.createdAt)
    return gap >= .zero && gap < runGap
  }

  // MARK: Changing them

  /// Has a row show another state of its message.
  func show(_ message: Message?, in row: ThreadRow) {
    if !row.take(message), case .message(let id) = row.id { onTextReplaced?(id) }
  }

  /// Says what is done for a reply that is due.
  ///
  /// - Parameter isNext: whether the dots stand for this one.
  func show(_ phase: ReplyPhase, of id: MessageID, isNext: Bool) {
    if let row = byID[.message(id)], row.state == .queued { row.set(\.phase, phase) }
    if isNext { byID[.typing]?.set(\.phase, phase) }
  }

  /// Reads a message as Markdown, or shows it as it was typed.
  func read(_ row: ThreadRow, asMarkdown isMarkdown: Bool) {
    guard case .message(let id) = row.id else { return }
    readingChoices[id] = isMarkdown
    guard isMarkdown != row.isMarkdown else { return }
    row.read(asMarkdown: isMarkdown)
    onTextReplaced?(id)
  }

  /// Highlights the row for a moment, and no other.
  func highlight(_ row: ThreadRow) { highlight.show(row) }

  /// The day may be another one.
  func refreshStamps() {
    let now = clock.now
    for row in all {
      if case .day = row.id, let message = row.message {
        row.set(\.stamp, clock.text.day(message.createdAt, now: now))
      }
    }
    stamp(all)
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
      row.set(\.showsStamp, isShown)
      row.set(\.stamp, clock.text.long(message.createdAt, now: now))
      if isJustNow { isJustNowShown = true }
      minutes[message.sender] = minute
      follower = message
    }
  }

  // MARK: Pictures

  /// Brings a row's pictures up to date with its message; those that stay are the same objects.
  private func setPictures(of row: ThreadRow, to attachments: [Attachment]) {
    guard row.pictures.map(\.attachment) != attachments else { return }
    for (picture, attachment) in zip(row.pictures, attachments) { picture.replace(attachment) }
    guard row.pictures.count != attachments.count else { return }
    let isNear = near.contains(row.id)
    let kept = row.pictures.prefix(attachments.count)
    for gone in row.pictures.dropFirst(attachments.count) { gone.setNear(false) }
    let added = attachments.dropFirst(kept.count).map { pictures.model($0, .preview) }
    for picture in added { picture.setNear(isNear) }
    row.pictures = kept + added
  }

  /// Decodes the pictures of these rows and lets go of all others. False where none were near before.
  func setNear(_ ids: Set<ThreadRowID>) -> Bool {
    let gone = near.subtracting(ids)
    defer { near = ids }
    for id in gone { byID[id]?.pictures.forEach { $0.setNear(false) } }
    for id in ids { byID[id]?.pictures.forEach { $0.setNear(true) } }
    return !near.isEmpty
  }
}

extension ThreadRow {
  /// Tells whoever shows it only where the value is another one.
  func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<ThreadRow, Value>, _ value: Value) {
    if self[keyPath: path] != value { self[keyPath: path] = value }
  }
}
