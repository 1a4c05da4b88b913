public import Domain
import Synchronization

/// An open house: the store behind Domain's port.
public final class SQLiteStore: ChatStore, Sendable {
  public let house: House
  /// The files of the house's pictures.
  public let pictures: PictureFolder
  private let shelf: PictureShelf
  private let writer: Writer
  private let readers = Readers(count: 2)
  private let housekeeper = Housekeeper()
  private let listeners = Listeners()
  private let onlooker = Mutex<Onlooker?>(nil)
  private let lostLog = Mutex<LostLog?>(nil)
  /// Whether damage was met since the opening.
  private let metDamage = Atomic(false)
  /// Set where the house is open for reading alone.
  private let firstLook = Mutex<FirstLook?>(nil)

  init(house: House) {
    self.house = house
    shelf = PictureShelf(folder: house.folder, surroundings: house.surroundings)
    pictures = PictureFolder(shelf)
    writer = Writer(shelf: shelf, surroundings: house.surroundings, options: house.options, listeners: listeners)
  }

  func open() async throws(StoreError) {
    let opening = Opening(
      folder: house.folder, surroundings: house.surroundings, patience: house.patience, steps: house.options.steps)
    let locks: ProcessLocks
    do throws(StoreError) {
      let lostLog: LostLog?
      (locks, lostLog) = try await writer.open(opening, watching: house.options.watching)
      self.lostLog.withLock { $0 = lostLog }
    } catch {
      await writer.close(foldingIn: !noted(error).isCorrupt)
      switch error {
      case .readOnly, .diskFull: return try await look(because: error)
      // A damaged log that cannot be kept is not written over, but what can be read of it is shown.
      case _ where house.folder.isAboutKeeping(error): return try await look(because: error)
      default: throw error
      }
    }
    try await readers.open(house.folder.database, locks: locks, patience: house.patience)
  }

  /// Opens the house for reading alone: chats can be read wherever their file can.
  private func look(because reason: StoreError) async throws(StoreError) {
    let onlooker = Onlooker(because: reason, listeners: listeners)
    let (locks, first) = try await onlooker.open(house)
    self.onlooker.withLock { $0 = onlooker }
    firstLook.withLock { $0 = first }
    await readers.look(at: house.folder.database, first: first, locks: locks)
  }

  /// Why the house is open for reading alone; nil when it can be written.
  public var readOnly: StoreError? { onlooker.withLock { $0?.reason } }

  /// What is to be told, once, of a log that was found damaged when this process opened the house.
  public var lostLogRemark: String? { lostLog.withLock { $0?.sentence } }

  public func read<Value: Sendable>(
    _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) { return try await readers.read(body) } catch { throw noted(error) }
  }

  /// As in the port; the body may run twice: a delete that meets a full disk is tried again with the reserve released.
  public func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let readOnly { throw readOnly }
    let foldsIn = !metDamage.load(ordering: .relaxed)
    do throws(StoreError) { return try await writer.write(foldingIn: foldsIn, body) } catch { throw noted(error) }
  }

  /// The first to listen also hears what was committed since the house was opened.
  public func changesElsewhere() -> AsyncStream<StoreChange> { listeners.add() }

  /// Looks now for what others committed, as a touch of their file makes it do.
  func look() async { await writer.look() }

  /// Makes a checked copy of the database; sends go on meanwhile.
  @discardableResult
  public func backUp() async throws(StoreError) -> Backup {
    if let readOnly { throw readOnly }
    return try await keep { () throws(StoreError) in
      try backups.make(from: try connection())
    }
  }

  /// Makes a backup when the newest one is older than `interval`, or from the future; nil when none was due.
  @discardableResult
  public func backUpIfDue(every interval: Duration = .seconds(86_400)) async throws(StoreError) -> Backup? {
    if readOnly != nil { return nil }
    return try await keep { () throws(StoreError) in
      let now = house.surroundings.now()
      if let newest = try backups.newest(), (.zero..<interval).contains(now.since(newest)) { return nil }
      return try backups.make(from: try connection())
    }
  }

  /// Makes a backup when anything has changed since the newest one; nil when nothing has, or when it was given up.
  ///
  /// - Parameter limit: for a quit, which is not held up: a large house is then left for the next hourly backup.
  @discardableResult
  public func backUpIfChanged(within limit: Duration? = nil) async throws(StoreError) -> Backup? {
    if readOnly != nil { return nil }
    return try await keep { () throws(StoreError) in
      if limit != nil, Files.size(house.folder.database) ?? 0 > Self.largeAtEnd { return nil }
      let connection = try connection()
      guard try backups.isOutdated(by: connection) else { return nil }
      do throws(StoreError) { return try backups.make(from: connection, within: limit) } catch {
        if connection.hasGivenUp { return nil }
        throw error
      }
    }
  }

  /// A database of this size is copied and checked in about half a second.
  private static let largeAtEnd: Int64 = 24 << 20

  /// Reads the whole house and says what is wrong with it; empty when all is well.
  public func verify() async throws(StoreError) -> [Finding] {
    try await keep { () throws(StoreError) in
      let verification = Verification(folder: house.folder, surroundings: house.surroundings)
      let connection = try connection()
      let rows = try verification.rows(of: connection)
      if rows.contains(where: \.isDamage) { metDamage.store(true, ordering: .relaxed) }
      return try logs() + rows + verification.beside(connection)
    }
  }

  /// How much `verify` reads: chats with those in the bin, messages, pictures that lie in the house, backups.
  public func extent() async throws(StoreError) -> (chats: Int, messages: Int, pictures: Int, backups: Int) {
    try await keep { () throws(StoreError) in
      let connection = try connection()
      return (
        Int(try connection.number("SELECT count(*) FROM chat")),
        Int(try connection.number("SELECT count(*) FROM message")),
        PictureListing(of: house.folder).pictures.count,
        Files.names(in: house.folder.backups).count(where: BackupName.isBackup)
      )
    }
  }

  /// Puts the pictures' files in order after a start: removes unfinished ones and sets aside those that nothing has named
  /// for a day, which are counted. Not for the first second of a start; sends and reads go on meanwhile.
  @discardableResult
  public func sweepPictures() async throws(StoreError) -> Int {
    if readOnly != nil { return 0 }
    var old = try await keep { () throws(StoreError) in try shelf.sweep(with: try connection()) }[...]
    var count = 0
    // In small parts, so that a send slips in between.
    while !old.isEmpty {
      do throws(StoreError) { count += try await writer.setAside(Array(old.prefix(50))) } catch { throw noted(error) }
      old = old.dropFirst(50)
    }
    return count
  }

  /// Gives the house back and ends the streams; what comes later is refused.
  public func close() async { await close(foldingIn: !metDamage.load(ordering: .relaxed)) }

  /// - Parameter foldingIn: false for one who goes on to look whether the database is damaged: its log stays as it is.
  func close(foldingIn: Bool) async {
    listeners.finish()
    await readers.close()
    await writer.close(foldingIn: foldingIn)
    await onlooker.withLock { $0 }?.close()
  }

  /// Remembers damage, so that nothing is written over at the end.
  private func noted(_ error: StoreError) -> StoreError {
    if error.isCorrupt { metDamage.store(true, ordering: .relaxed) }
    return error
  }

  private func keep<Value: Sendable>(
    _ work: @Sendable () throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) { return try await housekeeper.run(work) } catch { throw noted(error) }
  }

  /// What was found of damaged logs, now and earlier.
  private func logs() throws(StoreError) -> [Finding] {
    var lost = lostLog.withLock { $0 }
    let log = house.folder.databaseFiles[1]
    if readOnly != nil, try DamagedLog.isProven(in: log) { lost = LostLog(kept: log) }
    let now = lost.map { Finding(isDamage: true, sentence: $0.sentence) }
    let earlier = house.folder.keptLogs.filter { $0 != lost?.kept }.map {
      Finding(isDamage: false, sentence: LostLog(kept: $0).sentence)
    }
    return (now.map { [$0] } ?? []) + earlier
  }

  private var backups: Backups { Backups(folder: house.folder, surroundings: house.surroundings) }

  /// One for long work, so that neither sends nor reads wait for it.
  private func connection() throws(StoreError) -> Connection {
    let path = house.folder.database
    let look = firstLook.withLock { $0?.look(at: path, shape: DatabaseShape(of: path)) }
    return try Connection(path: path, mode: look.map { .looking($0) } ?? .reading, patience: house.patience)
  }
}

extension StoreError {
  fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }
}
