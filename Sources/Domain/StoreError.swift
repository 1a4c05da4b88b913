/// What can go wrong between Sotto and the disk, and what is not taken there; `Wording` says for each case what happened
/// and what to do.
public enum StoreError: Error, Hashable, Sendable {
  case diskFull(path: String)
  case readOnly(path: String)
  /// Made by a later Sotto, whose format this one does not know.
  case newerVersion(path: String, found: Int, known: Int)
  case corrupt(path: String, reason: Reason)
  /// The library is encrypted, and no key was given.
  case needsKey(path: String)
  /// The key that was given does not open the database; the library may also not be encrypted at all.
  case wrongKey(path: String)
  /// The database is gone, and its backups say that there was one.
  case missing(path: String)
  /// Another process kept the database locked for longer than Sotto waits.
  case locked(path: String)
  case cannotOpen(path: String, reason: Reason)
  /// The disk did not give back what lies there; it says nothing about whether that is damaged.
  case cannotRead(path: String, reason: Reason)
  /// The disk did not take what was to be written.
  case cannotWrite(path: String, reason: Reason)
  /// A long read was called off by the one who asked for it.
  case cancelled
  case noSuchChat
  case noSuchMessage
  /// A message was to follow one of another chat.
  case messageOfAnotherChat
  /// The chat lies in the Trash, where nothing can be said.
  case chatIsInTrash
  /// The chat's agent is not there, so nothing new can be said to it.
  case noSuchAgent(id: String)
  /// A message or a draft was to name a picture whose file is gone.
  case pictureMissing
  /// A message was to have neither words nor pictures.
  case nothingToSend
  /// A message was to have more pictures than `PictureLimits.perMessage`.
  case tooManyPictures(count: Int)
  /// Something was to be set for a chat that cannot be.
  case unfitSettings(ChatSettingsFault)
  /// Anything else that was refused, and the statement that it was refused to.
  case refused(reason: Reason, statement: String)

  /// What went wrong, for programs: stays the same from version to version.
  public var kind: String {
    switch self {
    case .diskFull: "disk-full"
    case .readOnly: "read-only"
    case .newerVersion: "newer-version"
    case .corrupt: "damaged"
    case .needsKey: "needs-key"
    case .wrongKey: "wrong-key"
    case .missing: "database-missing"
    case .locked: "locked"
    case .cannotOpen: "cannot-open"
    case .cannotRead: "cannot-read"
    case .cannotWrite: "cannot-write"
    case .cancelled: "cancelled"
    case .noSuchChat: "no-such-chat"
    case .noSuchMessage: "no-such-message"
    case .messageOfAnotherChat: "message-of-another-chat"
    case .chatIsInTrash: "chat-in-trash"
    case .noSuchAgent: "no-such-agent"
    case .pictureMissing: "picture-missing"
    case .nothingToSend: "nothing-to-send"
    case .tooManyPictures: "too-many-pictures"
    case .unfitSettings: "unfit-settings"
    case .refused: "refused"
    }
  }
}
