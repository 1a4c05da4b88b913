public import Domain
import Synchronization

/// An open library: the store behind Domain's port.
public final class SQLiteStore: OpenLibrary {
  /// Where it lies.
  public let library: SQLiteLibrary
  /// The files of the library's pictures.
  public let pictures: any PictureFiles
  private let pictureFiles: PictureFileStore
  private let writer: Writer
  private let readers = Readers(count: 2)
  private let housekeeper = BlockingActor()
  private let listeners = ChangeListeners()
  private let readOnlyStore = Mutex<ReadOnlyStore?>(nil)
  /// Where the log lies that was found damaged.
  private let keptLog = Mutex<String?>(nil)
  /// Whether damage was met since the opening.
  private let metDamage = Atomic(false)
  /// Set where the library is open for reading alone.
  private let firstLook = Mutex<FirstLook?>(nil)

  init(library: SQLiteLibrary) {
    self.library = library
    pictureFiles = PictureFileStore(folder: library.folder, surroundings: library.surroundings)
    pictures = PictureFolder(pictureFiles)
    writer = Writer(
      pictureFiles: pictureFiles, surroundings: library.surroundings, options: library.options, listeners: listeners)
  }

  func open(_ progress: @escaping @Sendable (OpeningPhase) -> Void) async throws(StoreError) {
    let opening = Opening(
      connections: library.connections, surroundings: library.surroundings, steps: library.options.steps,
      progress: progress)
    let locks: ProcessLocks
    do throws(StoreError) {
      let keptLog: String?
      (locks, keptLog) = try await writer.open(opening, options: library.options)
      self.keptLog.withLock { $0 = keptLog }
    } catch {
      await writer.close(foldingIn: !noted(error).isCorrupt)
      switch error {
      case .readOnly, .diskFull: return try await look(because: error)
      // A damaged log that cannot be kept is not written over, but what can be read of it is shown.
      case _ where library.folder.isAboutKeeping(error): return try await look(because: error)
      default: throw error
      }
    }
    try await readers.open(library.connections, locks: locks)
  }

  /// Opens the library for reading alone: chats can be read wherever their file can.
  private func look(because reason: StoreError) async throws(StoreError) {
    let readOnlyStore = ReadOnlyStore(because: reason, listeners: listeners)
    let (locks, first) = try await readOnlyStore.open(library)
    self.readOnlyStore.withLock { $0 = readOnlyStore }
    firstLook.withLock { $0 = first }
    await readers.look(library.connections, first: first, locks: locks)
  }

  public var readOnly: StoreError? { readOnlyStore.withLock { $0?.reason } }

  /// Of a log that was found damaged when this process opened the library.
  public var remark: Finding? { keptLog.withLock { $0 }.map(damagedLog) }

  public func read<Value: Sendable>(
    _ kind: ReadKind, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    do throws(StoreError) { return try await readers.read(kind, body) } catch { throw noted(error) }
  }

  /// As in the port; the body may run twice: a delete that meets a full disk is tried again with the reserve released.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if let readOnly { throw readOnly }
    let foldsIn = !metDamage.load(ordering: .relaxed)
    do throws(StoreError) { return try await writer.write(foldingIn: foldsIn, body) } catch { throw noted(error) }
  }

  /// The first to listen also hears what was committed since the library was opened.
  public func changesByOtherProcesses() -> AsyncStream<StoreChange> { listeners.add() }

  public func modelChangesByOtherProcesses() -> AsyncStream<Void> { listeners.addForModels() }

  /// Looks now for what others committed, as a touch of their file makes it do.
  func look() async { await writer.look() }

  @discardableResult
  public func backUp() async throws(StoreError) -> Backup {
    if let readOnly { throw readOnly }
    return try await keep { () throws(StoreError) in
      try backups.make(from: try connection())
    }
  }

  @discardableResult
  public func backUpIfDue() async throws(StoreError) -> Backup? {
    if readOnly != nil { return nil }
    return try await keep { () throws(StoreError) in
      let now = library.surroundings.now()
      if let newest = try backups.newest(), (.zero..<Self.backupInterval).contains(now.since(newest)) { return nil }
      return try backups.make(from: try connection())
    }
  }

  @discardableResult
  public func backUpIfChanged(within limit: Duration? = nil) async throws(StoreError) -> Backup? {
    if readOnly != nil { return nil }
    return try await keep { () throws(StoreError) in
      if limit != nil, Files.size(library.folder.database) ?? 0 > Self.largeAtEnd { return nil }
      let connection = try connection()
      guard try backups.isOutdated(by: connection) else { return nil }
      do throws(StoreError) { return try backups.make(from: connection, within: limit) } catch {
        if connection.hasGivenUp { return nil }
        throw error
      }
    }
  }

  private static let backupInterval = Duration.seconds(86_400)

  /// A database of this size is copied and checked in about half a second.
  private static let largeAtEnd: Int64 = 24 << 20

  public func verify(
    _ progress: @escaping @Sendable (VerificationProgress) -> Void = { _ in }
  ) async throws(StoreError) -> [Finding] {
    try await keep { () throws(StoreError) in
      let verification = Verification(
        connections: library.connections, surroundings: library.surroundings, progress: progress)
      let connection = try connection()
      let rows = try verification.rows(of: connection)
      if rows.contains(where: \.isDamage) { metDamage.store(true, ordering: .relaxed) }
      return try asides() + rows + verification.beside(connection)
    }
  }

  public func extent() async throws(StoreError) -> LibraryExtent {
    try await keep { () throws(StoreError) in
      let connection = try connection()
      return LibraryExtent(
        chats: Int(try connection.number("SELECT count(*) FROM chat")),
        messages: Int(try connection.number("SELECT count(*) FROM \(Schema.live)")),
        pictures: PictureListing(of: library.folder).pictures.count,
        backups: Files.names(in: library.folder.backups).count(where: BackupName.isBackup))
    }
  }

  public var jobs: [any LibraryJob] { readOnly == nil ? [SweepingPictures(store: self)] : [] }

  /// Sweeps the pictures at one go; returns how many were set aside.
  @discardableResult
  public func sweepPictures() async throws(StoreError) -> Int {
    guard readOnly == nil else { return 0 }
    var job = SweepingPictures(store: self)
    while try await job.step() != nil {}
    return job.count
  }

  /// Removes unfinished files of pictures, and returns those that nothing has named for a day.
  func oldPictures() async throws(StoreError) -> [PictureHash] {
    try await keep { () throws(StoreError) in try pictureFiles.sweep(with: try connection()) }
  }

  /// Sets those aside that still nothing names; returns how many that are.
  func setAside(_ pictures: [PictureHash]) async throws(StoreError) -> Int {
    do throws(StoreError) { return try await writer.setAside(pictures) } catch { throw noted(error) }
  }

  public func close() async { await close(foldingIn: !metDamage.load(ordering: .relaxed)) }

  /// - Parameter foldingIn: false for one who goes on to look whether the database is damaged: its log stays as it is.
  func close(foldingIn: Bool) async {
    listeners.finish()
    await readers.close()
    await writer.close(foldingIn: foldingIn)
    await readOnlyStore.withLock { $0 }?.close()
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

  private func damagedLog(_ path: String) -> Finding {
    Finding(isDamage: true, .damagedLog(library.folder.aside(at: path)))
  }

  /// What was found of a damaged log now, and what was set aside earlier.
  private func asides() throws(StoreError) -> [Finding] {
    var newest = keptLog.withLock { $0 }
    let log = library.folder.databaseFiles[1]
    if readOnly != nil, try DamagedLog.isProven(in: log) { newest = log }
    let now = newest.map { [damagedLog($0)] } ?? []
    let earlier = library.folder.keptAside().filter { one in !now.contains { $0.what == one } }
    return now + earlier.map { Finding(isDamage: false, $0) }
  }

  private var backups: Backups { library.backupFiles }

  /// One for long work, so that neither sends nor reads wait for it.
  private func connection() throws(StoreError) -> Connection {
    let path = library.folder.database
    let look = firstLook.withLock { $0?.look(at: path, shape: DatabaseShape(of: path)) }
    return try library.connections.open(look.map { .looking($0) } ?? .reading)
  }
}

extension StoreError {
  fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }
}
