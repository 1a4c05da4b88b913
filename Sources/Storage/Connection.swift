import CSQLite
import Domain
import Platform

/// One connection to a database file; belongs to one actor, which alone may use it.
final class Connection {
  enum Mode {
    /// Reads and writes a file that exists.
    case writing
    case reading
    /// Reads, and neither makes nor changes a file.
    case looking(OpenMode)

    var isWriting: Bool { if case .writing = self { true } else { false } }
  }

  let path: String
  private let handle: OpaquePointer
  private(set) var statements: [String: Statement] = [:]
  /// Calls off what runs now.
  private var cancellation: Cancellation?
  /// Whether a statement is to be given up; SQLite holds no reference to it.
  private var question: Question?

  /// For `ConnectionFactory`. Throws `wrongKey` where the file does not open with the key.
  init(path: String, mode: Mode, busyTimeout: Duration, key: LibraryKey? = nil) throws(StoreError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    var system: String?
    switch mode {
    case .writing: flags |= SQLITE_OPEN_READWRITE
    case .reading: flags |= SQLITE_OPEN_READONLY
    case .looking(let look):
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      (name, system) = (look.address(of: path), look.system)
    }
    OpenDatabases.add(path)
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags, system)
    guard code == SQLITE_OK, let handle else {
      let error = StoreError(code: code, on: handle, path: path, statement: "open")
      sqlite3_close_v2(handle)
      OpenDatabases.remove(path)
      throw error
    }
    self.path = path
    self.handle = handle
    wait(atMost: busyTimeout)
    // SQLite opens for reading what it may not write, and says so only at the first write.
    if mode.isWriting, sqlite3_db_readonly(handle, "main") == 1 {
      // It does so as well where there is no memory left, or no descriptor, or the disk does not answer.
      guard access(path, W_OK) != 0 else {
        throw .cannotOpen(path: path, reason: .notOpenedForWriting)
      }
      throw .readOnly(path: path)
    }
    // The log is folded in only on purpose: a file that is refused stays as it was, and the files beside the database
    // stay there, so that it can be read again where no room is left to make them.
    sotto_sqlite_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nil)
    // Sotto has neither; those of a stranger's file would change what is saved here.
    sotto_sqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nil)
    sotto_sqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nil)
    if let key { try use(key) }
    if case .looking(.byItself) = mode { try run("PRAGMA locking_mode = EXCLUSIVE") }
    if key != nil { try checkKey() }
    try registerFunctions()
  }

  private func use(_ key: LibraryKey) throws(StoreError) {
    // SQLCipher writes its errors to stderr, and so into the journal of the user's session.
    try script("PRAGMA cipher_log_level = NONE")
    // Not as a statement: those are kept, and end up in errors.
    let digits = Array("0123456789abcdef".utf8)
    var words = Array("x'".utf8) + key.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + Array("'".utf8)
    let code = sqlite3_key_v2(handle, "main", words, Int32(words.count))
    for index in words.indices { words[index] = 0 }
    try check(code, "key")
  }

  private func checkKey() throws(StoreError) {
    do throws(StoreError) { _ = try number("SELECT count(*) FROM sqlite_schema") } catch {
      // A first page that is damaged says the same: with a key, a file is never called damaged on that alone.
      if sqlite3_errcode(handle) & 0xFF == SQLITE_NOTADB { throw .wrongKey(path: path) }
      throw error
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
    OpenDatabases.remove(path)
  }

  /// How long a statement waits for another's lock, from now on.
  func wait(atMost busyTimeout: Duration) {
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.wholeMilliseconds))
  }

  /// Runs a statement to its end; rows that it returns are dropped.
  func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
    _ = try rows(sql, values) { (_: Row) -> Void? in nil }
  }

  /// The rows that `read` does not answer with nil, in order. Inside `read` no other statement with the same SQL may run.
  func rows<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> [Result] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try check(statement.bind(values), sql)
    var results: [Result] = []
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return results }
      guard code == SQLITE_ROW else { throw StoreError(code: code, on: handle, path: path, statement: sql) }
      if let result = try read(Row(of: statement)) { results.append(result) }
    }
  }

  /// What `read` makes of the first row; nil when there is none.
  func first<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try check(statement.bind(values), sql)
    let code = sqlite3_step(statement.handle)
    if code == SQLITE_DONE { return nil }
    guard code == SQLITE_ROW else { throw StoreError(code: code, on: handle, path: path, statement: sql) }
    return try read(Row(of: statement))
  }

  /// The first column of the first row as a number; 0 when there is none.
  func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64 {
    try first(sql, values) { $0.integer(0) } ?? 0
  }

  /// Runs several statements that take no values.
  func script(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code: code, on: handle, path: path, statement: sql) }
  }

  /// Runs `body` in a transaction that keeps other writers out from its start; an error undoes all of it.
  func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    // IMMEDIATE: a read that turns into a write can fail with a snapshot error that no waiting cures.
    try transaction(begin: "BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on one consistent state.
  func read<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try transaction(begin: "BEGIN", body)
  }

  /// Runs `body`, which the cancellation can end with `cancelled`; neither what comes before nor what comes after it is.
  func run<Result>(
    until cancellation: Cancellation, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try cancellation.check()
    self.cancellation = cancellation
    // Asked rather than interrupted: SQLite forgets an interrupt that comes just before a statement's first step.
    giveUp { cancellation.isCancelled }
    defer {
      self.cancellation = nil
      neverGiveUp()
    }
    return try body()
  }

  /// The rowid of the last insert.
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows changed by the last statement, cascades not counted.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Changes whenever another connection has committed.
  func dataVersion() throws(StoreError) -> Int64 { try number("PRAGMA data_version") }

  /// Ends a statement with an error once `isTooLate` says so; asked every few milliseconds, from now on.
  func giveUp(when isTooLate: @escaping () -> Bool) {
    let question = Question(isTooLate)
    self.question = question
    sqlite3_progress_handler(
      handle, 10_000,
      { question in
        guard let question else { return 0 }
        return Unmanaged<Question>.fromOpaque(question).takeUnretainedValue().ask() ? 1 : 0
      }, Unmanaged.passUnretained(question).toOpaque())
  }

  private func neverGiveUp() {
    sqlite3_progress_handler(handle, 0, nil, nil)
    question = nil
  }

  /// Whether a statement was ended so.
  var hasGivenUp: Bool { question?.hasSaidYes ?? false }

  private final class Question {
    private let isTooLate: () -> Bool
    private(set) var hasSaidYes = false
    init(_ isTooLate: @escaping () -> Bool) { self.isTooLate = isTooLate }

    func ask() -> Bool {
      hasSaidYes = isTooLate()
      return hasSaidYes
    }
  }

  /// The C handle, for registering functions.
  var unsafeHandle: OpaquePointer { handle }

  private func transaction<Result>(
    begin: String, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run(begin)
    do throws(StoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // On some errors SQLite has already rolled back by itself. Should the rollback fail, the first error counts.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  private func statement(_ sql: String) throws(StoreError) -> Statement {
    try cancellation?.check()
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: handle, path: path)
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32, _ sql: String) throws(StoreError) {
    if code != SQLITE_OK { throw StoreError(code: code, on: handle, path: path, statement: sql) }
  }
}
