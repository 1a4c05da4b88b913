/// The port to a data folder as a whole, with the key to it where it is encrypted. What is asked here opens and closes what
/// it needs by itself; `open` gives the library to a face, for as long as that runs.
public protocol Library: Sendable {
  associatedtype Opened: OpenLibrary

  /// Whether there is a database; looking makes nothing.
  var exists: Bool { get }

  /// Opens the library, making it when it is not there and converting it when it is old. Throws `needsKey` or `wrongKey`
  /// for one that is encrypted: that is never damage.
  ///
  /// - Parameter progress: told on any thread what takes time.
  func open(_ progress: @escaping @Sendable (OpeningPhase) -> Void) async throws(StoreError) -> Opened

  /// The backups, newest first; each is read as a whole to see whether it is sound.
  func backups() async throws(StoreError) -> [Backup]

  /// Goes back to a backup; the database that was there is set aside first, and the backup stays.
  /// Throws `locked` while any process has the library open.
  func restore(_ backup: Backup) async throws(StoreError)

  /// Moves the database, whole, into `set-aside/<time>`, which is returned, and puts an empty one in its place; nil where
  /// there was none. Nothing is overwritten or deleted. Throws `locked` while any process has the library open.
  @discardableResult
  func startEmpty() async throws(StoreError) -> String?

  /// Mends what can be mended in the database: on a copy, which is checked and only then put in its place; the database as
  /// it was is set aside, whole, and stays there. A crash at any step leaves the one or the other.
  ///
  /// Throws `locked` while any process has the library open, and `corrupt` when the copy is not sound in the end; then
  /// nothing was changed.
  func repair() async throws(StoreError) -> RepairReport
}

/// The raw key of an encrypted library: 32 bytes.
public struct LibraryKey: Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// Nil for another number of bytes than 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Nothing of the key: descriptions end up in logs.
  public var description: String { "a key" }
}

/// What an opening is about, where it takes time.
public enum OpeningPhase: Hashable, Sendable {
  case checking
  /// What another process left half done is finished.
  case recovering
  /// A copy is made before the conversion, so that it can be taken back.
  case backingUp
  /// The database becomes today's format; the part done, 0 to 1.
  case converting(Double)
}

/// What a repair did.
public struct RepairReport: Hashable, Sendable {
  /// What was mended, in the order of the work; empty when there was nothing to mend, and nothing was changed.
  public var mended: [Mending]
  /// Where the database lies as it was; nil when nothing was changed.
  public var aside: String?
  /// What else the user must hear, as `verify` finds it.
  public var findings: [Finding]

  public init(mended: [Mending], aside: String?, findings: [Finding] = []) {
    self.mended = mended
    self.aside = aside
    self.findings = findings
  }
}

/// One kind of thing that a repair mended.
public struct Mending: Hashable, Sendable {
  /// What it was.
  public var kind: Kind
  /// How many of them.
  public var count: Int

  public init(_ kind: Kind, count: Int) {
    self.kind = kind
    self.count = count
  }

  /// What can be mended; the names are for programs and stay the same from version to version.
  public enum Kind: String, Sendable {
    case brokenTexts = "broken-texts"
    case changeLog = "change-log"
    case lostChats = "lost-chats"
    case looseRows = "loose-rows"
    case ids
    case unknownValues = "unknown-values"
    case chunks
    case numbers
    case doubles
    case lines
    case messageCounts = "message-counts"
    case indexes
    case damagedCopies = "damaged-copies"
  }
}
