import Platform

/// What comes of asking for a lock on a whole file, which the system lets go of when its process ends.
package enum FileLock: Equatable, Sendable {
  case taken
  /// Another one has it.
  case held
  /// The system did not grant it, with its number for the reason.
  case refused(Int32)

  /// Asks for a lock of this kind, `LOCK_SH` or `LOCK_EX`, and waits for nobody who has it.
  package static func ask(_ kind: Int32, on descriptor: Int32) -> FileLock {
    // What a signal cut short is asked again, but not for ever: there are disks that never answer otherwise.
    for _ in 1...100 {
      if flock(descriptor, kind | LOCK_NB) == 0 { return .taken }
      let reason = errno
      if reason == EWOULDBLOCK { return .held }
      if reason != EINTR { return .refused(reason) }
    }
    return .refused(EINTR)
  }
}
