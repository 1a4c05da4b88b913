public import Domain
private import Localization

extension ReaderRestraint {
  /// What holds or does not, for the user.
  public var sentence: String {
    switch self {
    case .systemCalls(true):
      localized("The picture reader may only compute: the kernel refuses it files, programs, sockets and signals.")
    case .systemCalls(false):
      localized("The picture reader is not held by a filter of system calls: this kernel has none.")
    case .files(let landlock) where landlock > 0: localized("Landlock (version \(landlock)) keeps all files from it.")
    case .files: localized("Landlock does not keep files from it: this kernel has none, or has it turned off.")
    case .network(true): localized("It has a network of its own, with nothing in it.")
    case .network(false): localized("It has no network of its own: this system does not allow that.")
    case .rights(true): localized("It has no special rights.")
    case .rights(false): localized("It could not give up its special rights.")
    case .limits(true): localized("It can write to no file, and its memory and time are limited.")
    case .limits(false): localized("Its memory, time and writing are not limited: the system refused that.")
    }
  }
}
