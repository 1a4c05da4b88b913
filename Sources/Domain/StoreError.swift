/// What can go wrong between Sotto and the disk, and what is not taken there; each case is a sentence that says what happened and what to do.
public enum StoreError: Error, Hashable, Sendable {
  case diskFull(path: String)
  case readOnly(path: String)
  /// Made by a later Sotto, whose format this one does not know.
  case newerVersion(path: String, found: Int, known: Int)
  case corrupt(path: String, detail: String)
  /// The library is encrypted, and no key was given.
  case needsKey(path: String)
  /// The key that was given does not open the database; the library may also not be encrypted at all.
  case wrongKey(path: String)
  /// The database is gone, and its backups say that there was one.
  case missing(path: String)
  /// Another process kept the database locked for longer than Sotto waits.
  case locked(path: String)
  case cannotOpen(path: String, reason: String)
  /// The disk did not give back what lies there; it says nothing about whether that is damaged.
  case cannotRead(path: String, reason: String)
  /// The disk did not take what was to be written.
  case cannotWrite(path: String, reason: String)
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
  /// Anything else the database refused, with its own words and the statement it refused.
  case refused(reason: String, statement: String)

  /// Two short sentences for the window and for stderr.
  public var sentence: String {
    switch self {
    case .diskFull(let path):
      "The disk that holds \(path) is full. Free some space, then try again; nothing that was saved is lost."
    case .readOnly(let path):
      "Sotto may not write to \(path). Make the folder writable, or start Sotto with another one (--home)."
    case .newerVersion(let path, let found, let known):
      "\(path) was made by a newer Sotto (format \(found), this one knows \(known)). Update Sotto; the file was left as it is."
    case .corrupt(let path, let detail):
      "\(path) is damaged (\(detail)). Nothing was overwritten; you can set it aside and go back to a backup."
    case .needsKey(let path):
      "\(path) is encrypted, and no key to it was given. It is not damaged; nothing was changed."
    case .wrongKey(let path):
      "The key that was given does not open \(path). That is no damage; nothing was changed."
    case .missing(let path):
      "\(path) is gone, but its backups are there. You can go back to one of them, or start empty."
    case .locked(let path):
      "Another program keeps \(path) locked. Close other copies of Sotto, then try again."
    case .cannotOpen(let path, let reason):
      "\(path) cannot be opened: \(reason)."
    case .cannotRead(let path, let reason):
      "\(path) cannot be read now: \(reason). Nothing was changed; try again, and look after the disk if it happens again."
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written: \(reason). Nothing that was saved is lost; try again, and look after the disk if it happens again."
    case .cancelled: "The reading was called off."
    case .noSuchChat: "This chat is no longer there; it was deleted elsewhere."
    case .messageOfAnotherChat: "This message is in another chat, where it cannot be answered from here."
    case .noSuchMessage: "This message is no longer there; it was deleted elsewhere."
    case .chatIsInTrash: "This chat is in the Trash. Restore it first."
    case .noSuchAgent(let id):
      "The agent “\(ShownLine.within(id))” of this chat is not there. Choose another agent; what was said stays as it is."
    case .pictureMissing: "A picture of this message is no longer there. Take it out or add it again."
    case .nothingToSend: "A blank message is not sent. Write something, or add a picture."
    case .tooManyPictures(let count):
      "A message holds up to \(PictureLimits.perMessage) pictures, not \(count). Send them in several messages."
    case .refused(let reason, _):
      "The database refused: \(reason). Nothing that was saved is lost; try again, and if it happens again, close Sotto and run “sotto verify --repair”."
    }
  }
}
