import Domain
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names of backups: `sotto-2025-01-31T12-00-00Z.db`, `sotto-…-before-2.db`; a second one of a second ends in `-2`.
struct BackupName {
  let madeAt: Timestamp
  /// The format that the file was about to be converted to.
  let before: Int?

  init?(_ name: String) {
    guard name.hasPrefix("sotto-"), name.hasSuffix(".db") else { return nil }
    let stem = name.dropFirst(6).dropLast(3)
    guard let end = stem.firstIndex(of: "Z"), let madeAt = Timestamp(stamp: stem[...end]) else { return nil }
    self.madeAt = madeAt
    let rest = stem[stem.index(after: end)...]
    before = rest.hasPrefix("-before-") ? Int(rest.dropFirst(8).prefix { $0 != "-" }) : nil
  }

  static func isBackup(_ name: String) -> Bool { BackupName(name) != nil }
}

extension Timestamp {
  /// UTC to the second, fit for a file's name: `2025-01-31T12-00-00Z`.
  var stamp: String {
    let date = Date(timeIntervalSince1970: Double(shown.milliseconds / 1_000))
    return String(date.formatted(.iso8601).map { $0 == ":" ? "-" : $0 })
  }

  init?(stamp: some StringProtocol) {
    guard stamp.utf8.count == 20, let middle = stamp.firstIndex(of: "T") else { return nil }
    let text = stamp[..<middle] + String(stamp[middle...].map { $0 == "-" ? ":" : $0 })
    // Any name may stand in the folder; one that is no time is nobody's mistake.
    guard let date = try? Date(String(text), strategy: .iso8601) else { return nil }
    self.init(milliseconds: Int64(date.timeIntervalSince1970) * 1_000)
    guard self.stamp == stamp else { return nil }
  }
}
