import Platform

/// What a child process is started with. It gets no other descriptors than are named here, all signals as the system
/// has them, and none blocked.
package struct Command: Sendable {
  /// What stands behind one of a child's descriptors.
  package enum Stream: Sendable {
    /// Reads as empty, and takes everything.
    case nothing
    /// What this process has under the same number.
    case inherited
    /// What this process has under this number, which stays open here.
    case descriptor(Int32)
    /// A file or a device that the child opens itself, to read and to write.
    case file(String)
  }

  /// Who gets a signal with the child.
  package enum Group: Sendable {
    /// It stays in this process's group.
    case inherited
    /// It leads a group: `kill` and `end` reach whatever it has started.
    case own
    /// It leads a session, and gets a terminal that it opens first.
    case session
  }

  /// The arguments, the first of which is the name that the program goes by.
  package var words: [String]
  /// What is run: looked for on the path when it has no slash.
  package var program: String
  /// "NAME=value".
  package var environment: [String] = []
  package var input = Stream.nothing
  package var output = Stream.nothing
  package var error = Stream.nothing
  /// Further descriptors: the child's number, from 3 on, and this process's.
  package var descriptors: [Int32: Int32] = [:]
  /// Where it begins; nil is where this process is.
  package var folder: String?
  package var group = Group.inherited

  /// `program` is the first of the words unless it is named.
  package init(_ words: [String], program: String? = nil) {
    self.words = words
    self.program = program ?? words[0]
  }

  /// This process's variables.
  package static var ownVariables: [String: String] {
    var all: [String: String] = [:]
    var next = environ
    while let pair = next.pointee {
      let text = String(cString: pair)
      let name = text.prefix { $0 != "=" }
      all[String(name)] = String(text.dropFirst(name.count + 1))
      next += 1
    }
    return all
  }

  /// This process's environment, with these in the place of what has the same names.
  package static func environment(with changes: [String: String] = [:]) -> [String] {
    ownVariables.merging(changes) { $1 }.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
