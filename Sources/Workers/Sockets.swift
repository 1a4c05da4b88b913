import Glibc

/// Two joined sockets that no third program inherits: one for this process, and one for a child, which is to be closed
/// here as soon as the child has it.
package func socketPair() throws(CannotStart) -> (near: Int32, far: Int32) {
  var ends: [Int32] = [-1, -1]
  guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
    throw CannotStart(code: errno)
  }
  return (ends[0], ends[1])
}
