/// Names of files for what leaves the library.
public enum FileName {
  /// What stands before the ending, of words that anybody wrote, without what would lead elsewhere or mislead; empty where
  /// nothing is left.
  public static func stem(of words: String) -> String {
    let plain = words.unicodeScalars.map { scalar in
      scalar == "/" || ShownLine.breaks(scalar) || ShownLine.turns(scalar) ? " " : Character(scalar)
    }
    var stem = String(String(plain).split(separator: " ").joined(separator: " ").prefix(60))
    // A name in the file system has 255 bytes; some are left for a number.
    while stem.utf8.count > 180 { stem.removeLast() }
    while stem.hasPrefix(".") { stem.removeFirst() }
    return stem
  }

  /// A time in it, which sorts: "2024-12-20 15.45".
  public static func time(_ time: LocalTime) -> String {
    "\(time.year.digits(4))-\(time.month.digits(2))-\(time.day.digits(2)) \(time.hour.digits(2)).\(time.minute.digits(2))"
  }
}
