/// A library that is open: its store, its pictures, and what is done to all of it meanwhile.
public protocol OpenLibrary: ChatStore {
  /// The files of its pictures.
  var pictures: any PictureFiles { get }
  /// Why it is open for reading alone; nil when it can be written.
  var readOnly: StoreError? { get }
  /// What the opening has found and the user should know, once; nil when there is nothing.
  var remark: Finding? { get }
  /// Long work that is due after each start, for `ChatService.run`.
  var jobs: [any LibraryJob] { get }

  /// Tells whenever another process has changed records of models.
  func modelChangesByOtherProcesses() -> AsyncStream<Void>

  /// Makes a checked copy of the database; sends go on meanwhile.
  func backUp() async throws(StoreError) -> Backup

  /// Makes a backup when the newest one is older than a day, or from the future; nil when none was due.
  func backUpIfDue() async throws(StoreError) -> Backup?

  /// Makes a backup when anything has changed since the newest one; nil when nothing has, or when it was given up.
  ///
  /// - Parameter limit: for a quit, which is not held up: a large library is then left for the next hourly backup.
  func backUpIfChanged(within limit: Duration?) async throws(StoreError) -> Backup?

  /// Reads the whole library and says what is wrong with it; empty when all is well.
  ///
  /// - Parameter progress: told on any thread how far the reading is.
  func verify(_ progress: @escaping @Sendable (VerificationProgress) -> Void) async throws(StoreError) -> [Finding]

  /// How much `verify` reads.
  func extent() async throws(StoreError) -> LibraryExtent

  /// Gives the library back and ends the streams; what comes later is refused. To be called after the service shut down.
  func close() async
}

extension OpenLibrary {
  /// The backup at the end of a long use, where nobody is kept waiting: what takes longer is left for another time.
  public func backUpAtEnd() async {
    // Nobody is there to be told; the next daily backup says what hinders it.
    do throws(StoreError) { _ = try await backUpIfChanged(within: .milliseconds(700)) } catch {}
  }
}

/// What `OpenLibrary.verify` reads just now.
public enum VerificationProgress: Hashable, Sendable {
  case database
  /// The part done, 0 to 1.
  case pictures(Double)
  case backups
}

/// How much there is in a library: chats with those in the Trash, messages, pictures, backups.
public struct LibraryExtent: Hashable, Sendable {
  /// Chats in the list and in the Trash.
  public var chats: Int
  /// Messages of all these chats.
  public var messages: Int
  /// Pictures whose files are kept.
  public var pictures: Int
  /// Copies of the database.
  public var backups: Int

  public init(chats: Int, messages: Int, pictures: Int, backups: Int) {
    self.chats = chats
    self.messages = messages
    self.pictures = pictures
    self.backups = backups
  }
}
