import Dispatch

/// How often the program was asked to end since it last went on, counted where signals are read, and what is called off
/// then.
nonisolated final class SignalCount: @unchecked Sendable {  // its variables are touched only on `turn`
  private var count = 0
  private var callOff: (@Sendable () -> Void)?
  private let turn = DispatchQueue(label: "sotto.endings")

  /// True for the first time.
  func add() -> Bool {
    turn.sync {
      count += 1
      callOff?()
      return count == 1
    }
  }

  func reset() { turn.sync { count = 0 } }

  /// What to do when the program is asked to end; done at once where it was asked to already.
  func set(_ callOff: (@Sendable () -> Void)?) {
    turn.sync {
      self.callOff = callOff
      if count > 0 { callOff?() }
    }
  }
}
