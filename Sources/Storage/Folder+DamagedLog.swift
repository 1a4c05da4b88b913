import Domain

/// What an opening found of a log that was damaged.
struct LostLog: Sendable {
  /// Where it lies as it was; nil where it could not be kept.
  var kept: String?

  var sentence: String {
    "The database's log was damaged: the last messages may be missing. "
      + (kept.map { "The log as it was lies in \($0)." } ?? "It could not be kept as it was.")
  }
}

extension Folder {
  private var log: String { databaseFiles[1] }
  private static let logMark = "log-"

  /// Looks at the log before SQLite drops what it cannot read of it, and keeps a damaged one as it is. Only for who is
  /// alone in the house.
  func keepDamagedLog(at time: Timestamp) throws(StoreError) -> LostLog? {
    guard try DamagedLog.isProven(in: log) else { return nil }
    do throws(StoreError) {
      try Files.makeFolder(asides)
      let target = freeAside("\(asides)/\(Self.logMark)\(time.stamp)")
      do throws(StoreError) { try Files.copy(log, to: target) } catch {
        Files.remove(target)
        throw error
      }
      try Files.sync(asides)
      return LostLog(kept: target)
    } catch {
      // The messages that are there must be readable even where the disk takes no copy.
      return LostLog()
    }
  }

  /// The damaged logs that were kept.
  var keptLogs: [String] { Files.names(in: asides).filter { $0.hasPrefix(Self.logMark) }.map { "\(asides)/\($0)" } }
}
