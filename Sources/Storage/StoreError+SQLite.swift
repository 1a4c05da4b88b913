import CSQLite
import Domain
import Platform

extension StoreError {
  /// What a result code of SQLite means for the user.
  init(code: Int32, on database: OpaquePointer?, path: String, statement: String) {
    let words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let systemError = database.map { sqlite3_system_errno($0) } ?? 0
    // SQLite takes a disk that does not answer for a damaged file; going back to a backup would be the wrong remedy.
    let fault = database.map(Self.readFault) ?? 0
    switch code & 0xFF {
    case SQLITE_CORRUPT where fault != 0: self = .cannotRead(path: path, reason: Reason(systemError: fault))
    case SQLITE_IOERR where Self.isReading(code):
      let reason = [fault, systemError].first { $0 != 0 }.map(Reason.init(systemError:))
      self = .cannotRead(path: path, reason: reason ?? .database("\(words) (\(code))"))
    case SQLITE_INTERRUPT: self = .cancelled
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_READONLY: self = .readOnly(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(path: path, reason: .database(words))
    case SQLITE_IOERR where ![ENOSPC, EDQUOT, EROFS, EACCES, EPERM].contains(systemError):
      let reason: Reason = systemError == 0 ? .database("\(words) (\(code))") : Reason(systemError: systemError)
      self = .cannotWrite(path: path, reason: reason)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_IOERR:
      self = StoreError(systemError: systemError, path: path, words: "\(words) (\(code))")
    default: self = .refused(reason: .database(words), statement: statement)
    }
  }

  private static func isReading(_ code: Int32) -> Bool {
    // SQLITE_IOERR_READ, _SHORT_READ and _CORRUPTFS, which are no plain numbers in C.
    [1, 2, 33].contains(code >> 8)
  }

  /// The system's error number where the last read of the database or its log failed; else 0.
  private static func readFault(_ database: OpaquePointer) -> Int32 {
    var fault: Int32 = 0
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &fault)
    if fault == 0 {
      var log: UnsafeMutablePointer<sqlite3_file>?
      sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
      if let log, let ask = log.pointee.pMethods?.pointee.xFileControl { _ = ask(log, SQLITE_FCNTL_LAST_ERRNO, &fault) }
    }
    return [EIO, ENXIO, ETIMEDOUT, ESTALE].contains(fault) ? fault : 0
  }

  /// What a failed system call means for the user.
  init(systemError: Int32, path: String, isReading: Bool = false, words: String? = nil) {
    switch systemError {
    case EACCES where isReading, EPERM where isReading:
      self = .cannotOpen(path: path, reason: .mayNotBeRead)
    case EIO where isReading: self = .cannotRead(path: path, reason: Reason(systemError: systemError))
    case EIO: self = .cannotWrite(path: path, reason: Reason(systemError: systemError))
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    case ELOOP: self = .cannotOpen(path: path, reason: .link)
    case ENXIO: self = .cannotOpen(path: path, reason: .noFile)
    case 0: self = .cannotOpen(path: path, reason: words.map(Reason.database) ?? .unknown)
    default: self = .cannotOpen(path: path, reason: Reason(systemError: systemError))
    }
  }
}

extension StoreError.Reason {
  /// What the system says of an error number.
  init(systemError: Int32) { self = .system(systemReason(systemError)) }
}
