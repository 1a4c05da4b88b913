internal import Domain

/// Marks the row of the message that was gone to, for a moment.
final class Highlight {
  /// How long a row is highlighted.
  static let time = Duration.seconds(2)

  private let surroundings: any Surroundings
  private var row: ThreadRow?
  private var ending: Task<Void, Never>?

  init(surroundings: any Surroundings) { self.surroundings = surroundings }

  /// Highlights this row, and no other any more.
  func show(_ new: ThreadRow) {
    ending?.cancel()
    if let row, row !== new { row.isHighlighted = false }
    row = new
    new.isHighlighted = true
    ending = Task { [surroundings, weak self] in
      guard await surroundings.slept(for: Self.time), !Task.isCancelled else { return }
      new.isHighlighted = false
      self?.row = nil
    }
  }
}
