import Domain
import Platform

/// How a database is read where nothing may be written, not even the index that SQLite keeps beside the log.
///
/// The index says who writes. Where it lies, SQLite reads beside a living writer as always. Where it does not, nobody has
/// the database open, and the files are read as they lie there; `DatabaseShape` then tells when somebody has begun to write.
enum OpenMode {
  /// The index is there and is not written; where no process keeps it up to date, SQLite makes one in memory.
  case withIndex
  /// A log lies there without its index: SQLite makes one in memory.
  case byItself
  /// The database is all there is.
  case still

  /// The way for the files that lie there now.
  init(at database: String) {
    let log = Files.size(database + "-wal")
    // A log that is no longer than its head holds nothing yet.
    let isEmpty = (log ?? 0) <= DamagedLog.headSize
    if Files.exists(database + "-shm"), log != nil, !isEmpty || log == 0 {
      self = .withIndex
    } else {
      self = isEmpty ? .still : .byItself
    }
  }

  /// What SQLite is to open, as it wants to be told of more than a path (sqlite.org/uri.html).
  func address(of path: String) -> String {
    let plain = path.utf8.map { byte in
      let isPlain =
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + byte.digits(2, radix: 16, uppercase: true)
    }
    let options =
      switch self {
      case .withIndex: "mode=ro&readonly_shm=1"
      case .byItself: "mode=ro"
      case .still: "mode=ro&immutable=1"
      }
    return "file:" + plain.joined() + "?" + options
  }

  /// The name of SQLite's door to the system; without locks where nobody is there to be locked out.
  var system: String? { if case .byItself = self { "unix-none" } else { nil } }
}

/// How to read the files that lie there before this process has opened any of them: then it can also be seen whether the
/// index is of this log. It is not where somebody was cut off between the two, and is then passed over.
struct FirstLook: Sendable {
  let look: OpenMode
  /// The files for which this holds.
  let shape: DatabaseShape

  init(at database: String) throws(StoreError) {
    shape = DatabaseShape(of: database)
    let look = OpenMode(at: database)
    if case .withIndex = look, Files.size(database + "-wal") ?? 0 > 0,
      try OpenDatabases.hasIndexOfLog(database) == false
    {
      self.look = .byItself
    } else {
      self.look = look
    }
  }

  /// The way for the files as they are now.
  func look(at database: String, shape now: DatabaseShape) -> OpenMode { now == shape ? look : OpenMode(at: database) }
}

/// What the database's files look like from outside; another value means that somebody has written.
struct DatabaseShape: Equatable, Sendable {
  private struct File: Equatable, Sendable {
    var number: UInt64
    var size: Int64
    var seconds: Int
    var part: Int
  }
  private let files: [File?]

  init(of database: String) {
    files = [database, database + "-wal"].map { path in
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      return File(
        number: UInt64(found.st_ino), size: Int64(found.st_size), seconds: found.st_mtim.tv_sec,
        part: found.st_mtim.tv_nsec)
    }
  }
}
