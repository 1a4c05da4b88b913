/// Titles and names that others may have written, as they are shown: on one line, and with a direction of their own.
public enum ShownLine {
  /// On one line, without characters that turn the direction of what follows them, and without piles of marks. Letters keep their own direction, and
  /// the invisible marks that only place a full stop stay.
  public static func of(_ text: String) -> String {
    // Nearly all titles are plain.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var kept = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars where !turns(scalar) && StackedMarks.isKept(scalar, &marks) {
      kept.append(breaks(scalar) ? " " : scalar)
    }
    return String(kept)
  }

  /// The same to stand within a sentence, whose order it leaves alone: between U+2068 and U+2069.
  public static func within(_ text: String) -> String {
    let line = of(text)
    return line.utf8.allSatisfy { $0 < 0x80 } ? line : "\u{2068}\(line)\u{2069}"
  }

  /// True for the embeddings, overrides and isolates of the bidirectional algorithm.
  public static func turns(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// True for what ends a line or is no sign at all.
  public static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
