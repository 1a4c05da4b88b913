import CSQLite
import Domain
import Glibc

extension StoreError {
  /// What a result code of SQLite means for the user.
  init(code: Int32, on database: OpaquePointer?, path: String, statement: String) {
    let words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let systemError = database.map { sqlite3_system_errno($0) } ?? 0
    switch code & 0xFF {
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(path: path, detail: words)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_IOERR:
      self = StoreError(systemError: systemError, path: path, words: "\(words) (\(code))")
    default: self = .refused(reason: words, statement: statement)
    }
  }

  /// What a failed system call means for the user.
  init(systemError: Int32, path: String, words: String? = nil) {
    switch systemError {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    case 0: self = .cannotOpen(path: path, reason: words ?? "unknown reason")
    default: self = .cannotOpen(path: path, reason: Self.words(for: systemError))
    }
  }

  /// The system's sentence for an error number, such as "Not a directory".
  static func words(for systemError: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(systemError, &buffer, buffer.count) == 0 else { return "error \(systemError)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
