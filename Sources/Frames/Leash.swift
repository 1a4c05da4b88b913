private import CSpawn
import Platform

/// Ties a child's life to the process at the other end of its socket.
package enum Leash {
  /// From here on this process ends at once when the other end is closed, also by the other process's death, whatever
  /// it computes meanwhile. Starts a thread: not before a confinement that wants only one. False when there can be none.
  ///
  /// The kernel's own way (`PR_SET_PDEATHSIG`) follows the thread that started the child, and that may end much earlier.
  package static func tie(to socket: Int32) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 1 << 17)
    var thread = pthread_t()
    // A pointer to nothing that stands for the number.
    let number = UnsafeMutableRawPointer(bitPattern: Int(socket) + 1)
    return pthread_create(
      &thread, &attributes,
      { number in
        Leash.wait(for: Int32(Int(bitPattern: number) - 1))
        _exit(0)
      }, number) == 0
  }

  private static func wait(for socket: Int32) {
    // Not that something came: only the end.
    var end = pollfd(fd: socket, events: sotto_poll_closed, revents: 0)
    while poll(&end, 1, -1) < 0, errno == EINTR {}
  }
}
