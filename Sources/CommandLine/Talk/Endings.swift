import Dispatch

/// How often the program was asked to end since it last went on; counted where signals are read.
nonisolated final class Endings: @unchecked Sendable {
  // `count` is touched only on `turn`.
  private var count = 0
  private let turn = DispatchQueue(label: "sotto.endings")

  /// True for the first time.
  func add() -> Bool {
    turn.sync {
      count += 1
      return count == 1
    }
  }

  func reset() { turn.sync { count = 0 } }
}
