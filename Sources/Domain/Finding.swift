/// One thing that verification found.
public struct Finding: Hashable, Sendable {
  /// False when nothing is lost, but something should be put right.
  public var isDamage: Bool
  /// What was found, and where.
  public var what: What

  public init(isDamage: Bool, _ what: What) {
    self.isDamage = isDamage
    self.what = what
  }

  /// What can be found; paths are absolute, and texts are as they could be read.
  public enum What: Hashable, Sendable {
    /// What SQLite says, in its own words, of pages and indexes that do not agree.
    case damagedStructure(words: String)
    /// Damage ended the reading.
    case unreadableDatabase(StoreError.Reason)
    /// A row of a table names one of another table that is not there.
    case brokenReference(table: String, row: Int64, target: String)
    /// The log held writes that cannot be read any more; it was kept as it is.
    case damagedLog(SetAside)
    /// A database with its log that was put away, in a folder of its own.
    case setAsideDatabase(SetAside)
    /// A copy of a backup, one file, that was put away when going back to it was cut off.
    case setAsideCopy(SetAside)

    case chat(ChatFault, title: String)
    case message(MessageFault, FoundMessage)
    case wrongNumber(FoundRow, column: String)
    /// Bytes where a text should be.
    case brokenText(FoundRow)
    /// A chat whose id cannot be one, by the number of its row.
    case chatWithoutID(row: Int64)
    /// A message whose id cannot be one, by the number of its row.
    case messageWithoutID(row: Int64)
    /// A model whose fingerprint cannot be one, by the number of its row.
    case modelWithoutID(row: Int64)

    /// A link in the place of a file or folder of Sotto's.
    case link(path: String)
    /// - Parameter permissions: as `chmod` takes them.
    case openToOthers(path: String, permissions: UInt32)
    case damagedBackup(path: String)
    case uncheckedBackups(StoreError)

    /// Pictures of a chat whose files are gone.
    case missingPictures(count: Int, chat: String)
    /// Pictures that no row names.
    case unreferencedPictures(count: Int, bytes: Int64)
    case damagedPicture(path: String)
    case unreadablePicture(StoreError)
    case damagedCopy(path: String)
    /// Pictures that lack a smaller copy.
    case missingCopies(count: Int)
    /// Why a repair could not take damaged smaller copies away.
    case keptCopies(StoreError)
    /// A file among the pictures that Sotto did not put there.
    case strangeFile(path: String)
  }

  /// What was found, for programs: stays the same from version to version.
  public var kind: String {
    switch what {
    case .damagedStructure: "damaged-structure"
    case .unreadableDatabase: "unreadable-database"
    case .brokenReference: "broken-reference"
    case .damagedLog: "damaged-log"
    case .setAsideDatabase, .setAsideCopy: "set-aside"
    case .chat(let fault, _): fault.rawValue
    case .message(let fault, _): fault.rawValue
    case .wrongNumber: "wrong-number"
    case .brokenText: "broken-text"
    case .chatWithoutID: "chat-without-id"
    case .messageWithoutID: "message-without-id"
    case .modelWithoutID: "model-without-id"
    case .link: "link"
    case .openToOthers: "open-to-others"
    case .damagedBackup: "damaged-backup"
    case .uncheckedBackups: "unchecked-backups"
    case .missingPictures: "missing-pictures"
    case .unreferencedPictures: "unreferenced-pictures"
    case .damagedPicture: "damaged-picture"
    case .unreadablePicture: "unreadable-picture"
    case .damagedCopy: "damaged-copy"
    case .missingCopies: "missing-copies"
    case .keptCopies: "kept-copies"
    case .strangeFile: "strange-file"
    }
  }
}

/// A file or a folder that is kept as it was.
public struct SetAside: Hashable, Sendable {
  /// Where it lies.
  public var path: String
  /// When it was put there; nil where it was not moved.
  public var since: Timestamp?
  /// How large it is, with all that is in it.
  public var bytes: Int64

  public init(path: String, since: Timestamp?, bytes: Int64) {
    self.path = path
    self.since = since
    self.bytes = bytes
  }
}

/// What can be wrong with a chat as a whole.
public enum ChatFault: String, Sendable {
  case wrongLastMessage = "wrong-last-message"
  case wrongChoice = "wrong-choice"
  case severalFirstMessages = "several-first-messages"
  case wrongBranchEnd = "wrong-branch-end"
  case wrongMessageCount = "wrong-message-count"
  case unknownLastSender = "unknown-last-sender"
  case unknownDraftPicture = "unknown-draft-picture"
}

/// What can be wrong with a message.
public enum MessageFault: String, Sendable {
  /// Behind another one that follows the same message.
  case hidden = "hidden-message"
  case inAnotherChat = "follows-another-chat"
  case beforeItsParent = "before-its-parent"
  case unknownSenderOrState = "unknown-sender-or-state"
  case incompleteOfUser = "incomplete-user-message"
  case queuedWithText = "queued-with-text"
  case unknownPicture = "unknown-picture"
  case chunksAfterEnd = "chunks-after-end"
}

/// A message that something was found about.
public struct FoundMessage: Hashable, Sendable {
  /// Its id in hexadecimal digits, whatever it is.
  public var id: String
  /// The title of its chat; nil when that is gone.
  public var chat: String?

  public init(id: String, chat: String?) {
    self.id = id
    self.chat = chat
  }
}

/// A row that something was found in; what it belongs to is nil when that is gone.
public enum FoundRow: Hashable, Sendable {
  case chat(title: String)
  case message(FoundMessage)
  case picture(FoundMessage?)
  case chunk(FoundMessage?)
  case replySettings(FoundMessage?)
  case draft(chat: String?)
  case draftPicture(chat: String?)
  case agentState(chat: String?)
  case chatSettings(chat: String?)
  case setting(key: String)
  case model(name: String)
  case change
}
