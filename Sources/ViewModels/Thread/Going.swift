public import Domain

/// Where a face is to scroll.
public enum ScrollTarget: Hashable, Sendable {
  /// The end of the thread, which is followed from there on.
  case end
  /// A message that the reader was to be taken to. It gets the keyboard, too.
  case message(MessageID)
}

/// A message that the reader was to be taken to, and what came of it.
public enum RequestedMessage: Hashable, Sendable {
  /// It is looked for and read, with what stands around it.
  case loading(MessageID)
  case shown(MessageID)
  /// It is not in the chat any more.
  case gone(MessageID)
}

/// The way to a message or to the end. Of several requests the last one counts.
public struct Going: Equatable, Sendable {
  /// The message that the reader was last to be taken to, until he goes to the end; nil for none.
  public private(set) var requested: RequestedMessage?
  /// Where the face has still to scroll.
  private var target: ScrollTarget?
  /// Requests are taken one after the other, as on the way another branch may be chosen.
  private var isUnderWay = false

  /// The message to go to now; nil for none.
  var wanted: MessageID? { if case .loading(let id) = requested { id } else { nil } }

  /// Whether the face has still to scroll.
  var hasTarget: Bool { target != nil }

  /// The message to which the face has still to scroll.
  var messageAhead: MessageID? { if case .message(let id) = target { id } else { nil } }

  /// The reader is to be taken to the message.
  mutating func request(_ id: MessageID) { requested = .loading(id) }

  /// Begins to go to what is wanted; false where that is under way already.
  mutating func begin() -> Bool {
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// Nothing more is wanted.
  mutating func end() { isUnderWay = false }

  /// The reader wants to be elsewhere.
  mutating func cancel() { requested = nil }

  /// The message could not be read; what was wanted after it still is.
  mutating func giveUp(_ id: MessageID) { if wanted == id { requested = nil } }

  /// The message is not in the chat.
  mutating func miss(_ id: MessageID) { requested = .gone(id) }

  /// The message is there. A reply that is only due has no row of its own; the dots are at the end.
  mutating func arrive(at id: MessageID, hasRow: Bool) {
    requested = .shown(id)
    target = hasRow ? .message(id) : .end
  }

  /// The newest messages are there.
  mutating func arriveAtEnd() { target = .end }

  /// Where to scroll now; nil where no one asked since the last call.
  mutating func takeTarget() -> ScrollTarget? {
    defer { target = nil }
    return target
  }
}
