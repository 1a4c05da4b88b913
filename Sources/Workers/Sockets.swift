import Platform

/// Two joined sockets that no third program inherits: one for this process, and one for a child, which is to be closed
/// here as soon as the child has it.
package func socketPair() throws(CannotStart) -> (near: Int32, far: Int32) {
  guard let ends = joinedSockets() else { throw CannotStart(code: errno) }
  return ends
}
