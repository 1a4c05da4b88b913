/// Why a model was not fetched; its sentences stand in `Wording`. Names are those of files or of repositories.
public enum DownloadFault: Error, Hashable, Sendable {
  /// What was written names no model.
  case notUnderstood
  /// It would go, or was led, over a connection that others can read.
  case notEncrypted(host: String)
  case network(host: String, RemoteFault)
  /// The host has many who ask, and wants to be asked later.
  case busy(host: String)
  /// There is no such file, or no such repository.
  case notFound(name: String)
  /// Only those get it who name themselves by a token.
  case needsToken(name: String)
  /// The token is not known there.
  case tokenRefused(name: String)
  /// The token is known, and the repository's terms were not accepted.
  case noAccess(name: String)
  /// A token has letters that none has.
  case notAToken
  case noSpace(needs: Int64, free: Int64)
  /// It is longer or shorter than the host said.
  case wrongLength(name: String)
  /// It is not what it should be, by its SHA-256.
  case wrongContents(name: String)
  /// It does not begin as a GGUF file does.
  case notAModel(name: String)
  /// Its host has another file under this name each time.
  case keepsChanging(name: String)
  /// - Parameter reason: in the system's own words.
  case cannotWrite(path: String, reason: String)
  /// Another process fetches it.
  case elsewhere(name: String)
  /// The repository has no file that Sotto can use.
  case noModels(repository: String)
  /// The host's list of files makes no sense.
  case noList(repository: String)
  /// A part of a model that is in more files than Sotto puts together, or of none of its files.
  case split(name: String)
  /// It came, and cannot be imported.
  case model(ModelFault)
  /// The one who asked no longer wants it.
  case cancelled

  /// Whether somebody's token would help.
  public var wantsToken: Bool {
    switch self {
    case .needsToken, .tokenRefused: true
    default: false
    }
  }

  /// Whether somebody called it off, before it was there or while it was imported.
  public var isCancelled: Bool { self == .cancelled || self == .model(.cancelled) }

  /// What went wrong, for programs: stays the same from version to version.
  public var kind: String {
    switch self {
    case .notUnderstood: "not-understood"
    case .notEncrypted: "not-encrypted"
    case .network: "network"
    case .busy: "busy"
    case .notFound: "not-found"
    case .needsToken: "needs-token"
    case .tokenRefused: "token-refused"
    case .noAccess: "no-access"
    case .notAToken: "not-a-token"
    case .noSpace: "no-space"
    case .wrongLength: "wrong-length"
    case .wrongContents: "wrong-contents"
    case .notAModel: "not-a-model"
    case .keepsChanging: "keeps-changing"
    case .cannotWrite: "cannot-write"
    case .elsewhere: "elsewhere"
    case .noModels: "no-models"
    case .noList: "no-list"
    case .split: "split-file"
    case .model(let fault): fault.kind
    case .cancelled: "cancelled"
    }
  }
}
