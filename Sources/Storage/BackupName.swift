import Domain
import Glibc

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
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let day = [digits(parts.tm_year + 1_900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
    let time = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
    return day.joined(separator: "-") + "T" + time.joined(separator: "-") + "Z"
  }

  init?(stamp: some StringProtocol) {
    let numbers = stamp.split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count == 6, (1...9_999).contains(numbers[0]) else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1_900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    parts.tm_hour = numbers[3]
    parts.tm_min = numbers[4]
    parts.tm_sec = numbers[5]
    self.init(milliseconds: Int64(timegm(&parts)) * 1_000)
    guard self.stamp == stamp else { return nil }
  }
}
