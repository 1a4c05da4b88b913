public import Domain
private import Localization

extension StartError {
  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .noHome:
      localized("The data folder cannot be opened: no home directory is known. Name a folder with --home.")
    case .personas(let path, let reason):
      path.map { localized("\($0) cannot be opened: \(reason).") }
        ?? localized("The personas cannot be opened: \(reason).")
    case .demoChats(let reason): localized("The demo chats cannot be opened: \(reason).")
    case .library(let error): error.sentence
    }
  }
}
