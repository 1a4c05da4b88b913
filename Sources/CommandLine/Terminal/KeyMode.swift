import Dispatch
import Platform

/// The terminal while keys come one by one and are not echoed; it must be given back as it was.
nonisolated enum KeyMode {
  /// The terminal as it was; touched only on `turn`.
  private nonisolated(unsafe) static var old: termios?
  private static let turn = DispatchQueue(label: "sotto.keys")

  /// False when the terminal refuses.
  static func enter() -> Bool {
    turn.sync {
      var keys = termios()
      guard tcgetattr(STDIN_FILENO, &keys) == 0 else { return false }
      if let old { keys = old } else { old = keys }
      keys.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      keys.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
      keys.c_cc.6 = 1  // VMIN
      keys.c_cc.5 = 0  // VTIME
      keys.c_cc.1 = 0  // VQUIT: nothing may leave the terminal in this mode
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &keys) == 0 else { return false }
      tell("\u{1B}[?2004h")
      return true
    }
  }

  /// Gives the terminal back; safe to call at any time and from any thread.
  static func leave() {
    turn.sync {
      guard var saved = old else { return }
      old = nil
      tell("\u{1B}[?2004l")
      tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
    }
  }

  /// Asks the terminal to mark what is pasted, or not to.
  private static func tell(_ sequence: String) {
    var bytes = Array(sequence.utf8)
    _ = write(STDOUT_FILENO, &bytes, bytes.count)
  }
}
