/// Places where a line may break within words that are too long for one. Without them Pango takes a time that grows with
/// the square of a word's length.
package enum Breaks {
  /// A word gets a place to break after so many letters.
  static let interval = 32
  /// A break without a sign: no hyphen, no width.
  private static let mark: Character = "\u{200B}"

  /// `text` for showing, with places to break in its long words; never for copying. Letters of many parts stay whole.
  package static func added(to text: String) -> String {
    guard hasLongWord(text) else { return text }
    var shown = ""
    shown.reserveCapacity(text.utf8.count + text.utf8.count / interval * 3)
    var length = 0
    for letter in text {
      if letter.isWhitespace {
        length = 0
      } else {
        if length == interval {
          shown.append(mark)
          length = 0
        }
        length += 1
      }
      shown.append(letter)
    }
    return shown
  }

  /// Whether there may be some in what is shown.
  static func areIn(_ shown: String) -> Bool { shown.contains(mark) }

  /// Counts bytes: a word of fewer bytes has fewer letters, too.
  private static func hasLongWord(_ text: String) -> Bool {
    var length = 0
    for byte in text.utf8 {
      length = byte == 0x20 || byte == 0x0A ? 0 : length + 1
      if length > interval { return true }
    }
    return false
  }
}
