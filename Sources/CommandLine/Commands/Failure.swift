import Domain
import Localization
import Wording

/// How the program ends; scripts look at the number.
nonisolated enum ExitCode: Int32 {
  case well = 0
  case failed = 1
  /// The command was not understood.
  case usage = 2
  /// No chat, or more than one, answers to that name.
  case noSuchChat = 3
  /// The library cannot be opened or written.
  case library = 4
  case replyFailed = 5
  /// Signals, as shells count them: 128 and the signal's number.
  case hangUp = 129
  case interrupted = 130
  case terminated = 143

  /// What it says, where nothing says more.
  var kind: String {
    switch self {
    case .well, .failed: "failed"
    case .usage: "usage"
    case .noSuchChat: "no-such-chat"
    case .library: "data-folder"
    case .replyFailed: "reply-failed"
    case .hangUp, .interrupted, .terminated: "interrupted"
    }
  }
}

extension ReplyFailure {
  /// Whether the model is loaded again once somebody asks for it, and not before.
  var waitsToBeAsked: Bool {
    switch self {
    case .model(.endedEngine), .model(.loadCutOff): true
    default: false
    }
  }
}

/// Why a command did not do what it was asked.
nonisolated struct Failure: Error {
  var code: ExitCode
  /// For the user, after "sotto: "; nil when all is said already.
  var sentence: String?
  /// What may help, on lines of its own.
  var hint: String?
  /// What went wrong, for programs: stays the same from version to version.
  var kind: String

  init(_ code: ExitCode, _ sentence: String? = nil, hint: String? = nil, kind: String? = nil) {
    self.code = code
    self.kind = kind ?? code.kind
    self.sentence = sentence
    self.hint = hint
  }

  init(_ error: StoreError) {
    sentence = error.sentence
    kind = error.kind
    switch error {
    case .noSuchChat: code = .noSuchChat
    case .diskFull, .readOnly, .newerVersion, .locked, .needsKey, .wrongKey, .cannotOpen, .cannotRead, .cannotWrite:
      code = .library
    case .corrupt, .missing:
      code = .library
      hint = localized("“sotto backup list” shows the backups, “sotto backup use NAME” goes back to one.")
    case .noSuchAgent:
      code = .failed
      hint = localized("“sotto agents” lists those that are there, “sotto agent CHAT AGENT” chooses one.")
    case .cancelled, .noSuchMessage, .messageOfAnotherChat, .chatIsInTrash, .pictureMissing, .nothingToSend,
      .tooManyPictures, .unfitSettings, .refused:
      code = .failed
    }
  }

  init(_ error: StartError) {
    if case .library(let error) = error { self.init(error) } else { self.init(.library, error.sentence) }
  }

  init(_ error: PictureError) {
    if case .store(let error) = error { self.init(error) } else { self.init(.failed, error.sentence, kind: error.kind) }
  }

  init(_ error: ModelFault) {
    if case .store(let error) = error { self.init(error) } else { self.init(.failed, error.sentence, kind: error.kind) }
  }

  init(_ error: DownloadFault) {
    if case .model(let fault) = error { self.init(fault) } else { self.init(.failed, error.sentence, kind: error.kind) }
  }

  /// Any error, in words.
  init(of error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error)
    case let error as StartError: self.init(error)
    case let error as PictureError: self.init(error)
    case let error as ModelFault: self.init(error)
    case let error as DownloadFault: self.init(error)
    default: self.init(.failed, "\(error)")
    }
  }
}
