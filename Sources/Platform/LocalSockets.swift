/// Two joined sockets that no program inherits which is started meanwhile; nil with the reason in `errno`.
package func joinedSockets() -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  #if canImport(Glibc)
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
  #else
    guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
    for end in ends {
      var on: Int32 = 1
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  #endif
  return (ends[0], ends[1])
}

/// Sends on one of them; a peer that is gone is an error and no signal. As `send`.
package func sendQuietly(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    send(descriptor, start, count, Int32(MSG_NOSIGNAL))
  #else
    send(descriptor, start, count, 0)
  #endif
}

/// A pipe that no program inherits which this module's callers start; nil with the reason in `errno`.
package func joinedPipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
