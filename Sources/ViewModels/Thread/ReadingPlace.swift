public import Domain

/// Where the reader of a chat is, and where he begins.
public final class ReadingPlace {
  /// What a face answers when it is asked where the reader is.
  public enum Answer: Sendable {
    case end
    case at(ReadingPosition)
    /// Nothing was shown yet: he is where he was.
    case unknown
  }

  /// Where to begin, instead of at the end: where the reader was when the chat was left.
  public private(set) var start: ReadingPosition?
  /// Answers where the reader is. The view knows.
  public var onWanted: (() -> Answer)?
  /// Whether the newest message is in sight.
  private(set) var isAtEnd = true
  private let surroundings: any Surroundings
  private var saving: Task<Void, Never>?

  /// How long the reader rests before his place is kept.
  static let rest = Duration.seconds(2)

  init(surroundings: any Surroundings) { self.surroundings = surroundings }

  /// Where the reader is now; nil without a face.
  var now: Answer? { onWanted?() }

  /// The chat opens where the reader left it.
  func begin(at position: ReadingPosition) {
    start = position
    isAtEnd = false
  }

  /// Notes whether the newest message is in sight; false where that was known.
  func setAtEnd(_ atEnd: Bool) -> Bool {
    defer { isAtEnd = atEnd }
    return atEnd != isAtEnd
  }

  /// Which message is to stay where it is when all is read again; nil for none.
  ///
  /// - Parameters:
  ///   - ahead: a message to which the face has still to scroll.
  ///   - unread: the message with which the unread ones begin.
  func anchor(ahead: MessageID?, unread: MessageID?) -> MessageID? {
    if let ahead { return ahead }
    return switch now {
    case .at(let position): position.message
    case .unknown: unread ?? start?.message
    case .end, nil: nil
    }
  }

  /// Calls `save` once the reader has rested, so that his place is known even after a sudden end.
  func saveSoon(_ save: @escaping () -> Void) {
    guard onWanted != nil else { return }
    saving?.cancel()
    saving = Task { [surroundings] in
      guard await surroundings.slept(for: Self.rest), !Task.isCancelled else { return }
      save()
    }
  }

  /// His place is saved now, or not at all.
  func endSaving() {
    saving?.cancel()
    saving = nil
  }
}
