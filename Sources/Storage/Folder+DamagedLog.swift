import Domain

extension Folder {
  private var log: String { databaseFiles[1] }
  static let logMark = "log-"

  /// Looks at the log before SQLite drops what it cannot read of it, and keeps a damaged one as it is. Only for who is
  /// alone in the library. Returns where it lies then. Where the log cannot be kept, this throws what stood in the way:
  /// whoever opens the database for writing then destroys the only copy.
  func keepDamagedLog(at time: Timestamp) throws(StoreError) -> String? {
    guard try DamagedLog.isProven(in: log) else { return nil }
    try Files.makeFolder(asides)
    let target = freeAside("\(asides)/\(Self.logMark)\(time.stamp)")
    do throws(StoreError) {
      try Files.copy(log, to: target)
      try Files.sync(asides)
      try Files.sync(path)
    } catch {
      Files.remove(target)
      throw error
    }
    return target
  }

  /// Whether an error says that the log, or what it is to be kept in, stood in the way.
  func isAboutKeeping(_ error: StoreError) -> Bool {
    switch error {
    case .cannotOpen(let path, _), .cannotRead(let path, _), .cannotWrite(let path, _), .diskFull(let path):
      path == log || path == asides || path.hasPrefix(asides + "/")
    default: false
    }
  }

  /// Whether the next one who opens the library must find himself alone, so that he looks at the log.
  var needsLookAtLog: Bool {
    do throws(StoreError) { return try DamagedLog.isProven(in: log) } catch { return true }
  }
}
