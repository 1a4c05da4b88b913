import Platform

/// Signals as bytes in a pipe, so that they are taken between other events and not in the middle of one.
nonisolated enum Signals {
  /// Where the handler writes; set before any handler is.
  private nonisolated(unsafe) static var entry: Int32 = -1

  /// From here on these signals arrive in the returned descriptor, one byte each with its number. Those that the
  /// parent process wants ignored, as `nohup` does, stay ignored. -1 when there is no descriptor to be had.
  static func take(_ numbers: [Int32]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    entry = ends[1]
    for number in numbers {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { continue }
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        continue
      }
      action = sigaction()
      action.sa_flags = SA_RESTART
      action.__sigaction_handler.sa_handler = { number in
        // Runs on any thread between any two instructions: nothing but write(2) may be called.
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Signals.entry, &byte, 1)
        errno = before
      }
      sigaction(number, &action, nil)
    }
    return ends[0]
  }
}
