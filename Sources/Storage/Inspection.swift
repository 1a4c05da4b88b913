import Domain
import Platform
import Synchronization

/// Looks at a database file before it is opened for writing, and changes nothing.
enum Inspection {
  enum Finding: Equatable {
    case missing
    /// A file without content, as a first start leaves it when it is cut off.
    case empty
    case format(Int)
  }

  /// Refuses a file that is not ours, is cut off, or was made by a later Sotto than one that knows `known`.
  static func look(_ connections: ConnectionFactory, known: Int) throws(StoreError) -> Finding {
    let folder = connections.folder
    let path = folder.database
    let log = Files.size(path + "-wal") ?? 0
    let isHalfMade = Files.size(folder.journal) ?? 0 > 0
    guard let size = Files.size(path) else {
      guard errno == ENOENT else { throw StoreError(systemError: errno, path: path) }
      guard log == 0 else { throw .corrupt(path: path, reason: .onlyLog) }
      if try hasBackups(folder) { throw .missing(path: path) }
      return .missing
    }
    if size == 0 {
      // SQLite would take the file for a new one and throw the log away, with what was committed to it.
      if log > 0, !isHalfMade { throw .corrupt(path: path, reason: .emptyWithLog) }
      if try hasBackups(folder) { throw .corrupt(path: path, reason: .empty) }
      return .empty
    }
    let format: Int
    // A log that is no longer than its head holds nothing yet: whoever began it was cut off.
    if connections.key == nil, log <= DamagedLog.headSize || isHalfMade, let head = try OpenDatabases.head(of: path) {
      format = try formatByHeader(path, head, size: size)
    } else {
      format = try formatByDatabase(connections, known: known)
    }
    if format > known { throw .newerVersion(path: path, found: format, known: known) }
    return .format(format)
  }

  /// Then the library held something once: who starts empty in it says so, with `SQLiteLibrary.startEmpty`.
  private static func hasBackups(_ folder: Folder) throws(StoreError) -> Bool {
    try Files.list(folder.backups).contains(where: BackupName.isBackup)
  }

  /// The first bytes of a database that is not encrypted.
  static let magic = Array("SQLite format 3\0".utf8)

  /// From the header (sqlite.org/fileformat.html §1.3), so that nothing is written beside the file either.
  private static func formatByHeader(_ path: String, _ head: [UInt8], size: Int64) throws(StoreError) -> Int {
    guard head.count == 100, head.starts(with: magic) else {
      throw .corrupt(path: path, reason: .noDatabase)
    }
    func word(_ offset: Int) -> Int { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = head[16] == 0 && head[17] == 1 ? 65_536 : Int(head[16]) << 8 | Int(head[17])
    // The page count is right when the change counter is the one that it was written for.
    if word(92) == word(24), Int64(word(28) * pageSize) > size {
      throw .corrupt(path: path, reason: .cutOff)
    }
    try checkMark(path, format: word(60), application: word(68), hasTables: word(40) > 0)
    return word(60)
  }

  /// By SQLite, for the newest format may lie in the log beside the file.
  private static func formatByDatabase(_ connections: ConnectionFactory, known: Int) throws(StoreError) -> Int {
    let path = connections.folder.database
    // An index that is there is only looked at, unless another process is just about to make it, or was cut off between
    // the log and its index: SQLite would wait in vain for somebody who makes the one fit the other.
    if Files.exists(path + "-shm"), try OpenDatabases.hasIndexOfLog(path) ?? true {
      do throws(StoreError) {
        return try format(in: try connections.open(.looking(.withIndex)), known: known)
      } catch .readOnly {}
    }
    return try format(in: try connections.open(.reading), known: known)
  }

  /// The format of an open database that is ours and complete.
  static func format(in connection: Connection, known: Int) throws(StoreError) -> Int {
    let format = try connection.format()
    try checkMark(
      connection.path, format: format, application: Int(try connection.number("PRAGMA application_id")),
      hasTables: try connection.number("SELECT count(*) FROM sqlite_schema") > 0)
    if format == known { try checkSchema(connection) }
    return format
  }

  /// A database may be whole and yet not what its format says.
  static func checkSchema(_ connection: Connection) throws(StoreError) {
    let present = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
    if let missing = Schema.tables.first(where: { !present.contains($0) }) {
      throw .corrupt(path: connection.path, reason: .missingTable(missing))
    }
    _ = try connection.number("SELECT count(*) FROM (SELECT id FROM chat LIMIT 1)")
    _ = try connection.number("SELECT count(*) FROM (SELECT id FROM \(Schema.live) ORDER BY id DESC LIMIT 1)")
  }

  /// A file without tables and without a mark is what a first start leaves when it is cut off early.
  private static func checkMark(
    _ path: String, format: Int, application: Int, hasTables: Bool
  ) throws(StoreError) {
    let isBare = format == 0 && application == 0 && !hasTables
    guard isBare || application == Int(Schema.applicationID) else {
      throw .corrupt(path: path, reason: .ofAnotherProgram)
    }
    // Formats are counted from 1; the steps to a newer one would meet tables that are there.
    guard isBare || (1...Int(Int32.max)).contains(format) else { throw .corrupt(path: path, reason: .noFormat) }
  }
}

/// The database files that this process has open. Opening such a file by hand and closing it would drop the locks that
/// SQLite holds on it (sqlite.org/howtocorrupt.html §2.2).
enum OpenDatabases {
  private static let counts = Mutex<[String: Int]>([:])

  /// The first 100 bytes of a database; nil when this process has it open.
  static func head(of path: String) throws(StoreError) -> [UInt8]? {
    let head = counts.withLock { counts -> Result<[UInt8]?, StoreError> in
      guard counts[path] == nil else { return .success(nil) }
      do throws(StoreError) { return .success(try Files.head(path, count: 100)) } catch { return .failure(error) }
    }
    return try head.get()
  }

  /// Whether the index beside the log was made of it, which both say at their beginning (sqlite.org/walformat.html §2);
  /// nil when this process has the database open.
  static func hasIndexOfLog(_ path: String) throws(StoreError) -> Bool? {
    let isOfLog = counts.withLock { counts -> Result<Bool?, StoreError> in
      guard counts[path] == nil else { return .success(nil) }
      do throws(StoreError) {
        let log = try Files.head(path + "-wal", count: 32)
        let index = try Files.head(path + "-shm", count: 48)
        guard log.count == 32, index.count == 48 else { return .success(false) }
        return .success(log[16..<24].elementsEqual(index[32..<40]))
      } catch { return .failure(error) }
    }
    return try isOfLog.get()
  }

  /// Makes an empty file that only the user may read; SQLite by itself would let others read it.
  static func make(_ path: String) throws(StoreError) {
    let systemError = counts.withLock { _ -> Int32 in
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 { return errno }
      close(descriptor)
      return 0
    }
    // EEXIST: another one who opens the library was quicker.
    guard systemError == 0 || systemError == EEXIST else { throw StoreError(systemError: systemError, path: path) }
  }

  /// To be called before the file is opened.
  static func add(_ path: String) { counts.withLock { $0[path, default: 0] += 1 } }

  static func remove(_ path: String) {
    counts.withLock { counts in counts[path] = counts[path].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }
}
