/// What is kept in a line that stands for pictures without words: Unicode's sign for an object, U+FFFC, once for each.
/// How many these are is said in the user's language when the line is shown.
public enum PictureMarks {
  private static let mark: Character = "\u{FFFC}"

  /// The line for so many pictures; empty for none.
  public static func line(_ count: Int) -> String { String(repeating: mark, count: count) }

  /// For how many pictures a line stands; nil for one of words.
  public static func count(in line: String) -> Int? {
    line.isEmpty || line.contains { $0 != mark } ? nil : line.count
  }

  /// A line of words, so that what somebody wrote is never taken for pictures.
  public static func words(_ line: String) -> String {
    guard line.unicodeScalars.contains("\u{FFFC}") else { return line }
    var kept = String.UnicodeScalarView()
    for scalar in line.unicodeScalars { kept.append(scalar == "\u{FFFC}" ? "\u{FFFD}" : scalar) }
    return String(kept)
  }
}
