/// One thing that is denied a process which reads strangers' files, pictures or models, and whether that holds on this
/// machine.
public enum ReaderRestraint: Hashable, Sendable {
  /// The kernel refuses all system calls but those that computing needs.
  case systemCalls(holds: Bool)
  /// The version of the kernel's Landlock, which allows it no file; 0 where there is none.
  case files(landlock: Int)
  /// It is in a network of its own with nothing in it.
  case network(holds: Bool)
  /// It has given up all special rights.
  case rights(holds: Bool)
  /// It may write to no file, and has limits to memory and processor time.
  case limits(holds: Bool)

  /// What is denied, for programs: stays the same from version to version.
  public var kind: String {
    switch self {
    case .systemCalls: "system-calls"
    case .files: "files"
    case .network: "network"
    case .rights: "rights"
    case .limits: "limits"
    }
  }

  /// Whether it holds on this machine.
  public var holds: Bool {
    switch self {
    case .files(let landlock): landlock > 0
    case .systemCalls(let holds), .network(let holds), .rights(let holds), .limits(let holds): holds
    }
  }
}
