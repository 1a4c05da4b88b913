public import Domain
private import Localization

extension StartError {
  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .noHome:
      localized("The data folder cannot be opened: no home directory is known. Name a folder with --home.")
    case .personas(nil, let error): localized("The personas cannot be opened: \(error.reason).")
    case .personas(let path?, let error): localized("\(path) cannot be opened: \(error.reason).")
    case .demoChats(let error): localized("The demo chats cannot be opened: \(error.reason).")
    case .library(let error): error.sentence
    }
  }
}
