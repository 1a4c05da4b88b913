import Domain
private import Localization
internal import Wording

/// Text that a field cannot lay out at once stands beside it, whole, and goes with the next message behind what is
/// typed. In the draft on disk both are one text.
extension ComposerModel {
  /// How much text stands beside the field; nil for none.
  public var longTextSize: String? { longText.isEmpty ? nil : ByteCount.text(Int64(longText.utf8.count)) }

  /// All words that are here.
  var words: String { Self.joined(text, longText) }

  /// Takes what was put into the field at once, if it is too long to be shown there.
  public func takes(inserted: String) -> Bool {
    guard inserted.utf8.count > FieldLimits.alwaysFits, !isReadOnly, !FieldLimits.fit(text + inserted) else {
      return false
    }
    longText = Self.joined(longText, inserted)
    changed()
    return true
  }

  /// Takes the text beside the field away; it can be had back for some seconds.
  public func removeLongText() {
    let removed = longText
    longText = ""
    changed()
    notices.tell(localized("Text removed"), button: localized("Undo")) { [weak self] in
      guard let self else { return }
      longText = Self.joined(removed, longText)
      changed()
    }
  }

  /// Puts words in the place of all that are here.
  func write(_ words: String) {
    let fits = showsAnyText || FieldLimits.fit(words)
    longText = fits ? "" : words
    text = fits ? words : ""
    changed()
  }

  static func joined(_ first: String, _ second: String) -> String {
    first.isEmpty || second.isEmpty ? first + second : first + "\n" + second
  }
}

/// What a field for writing can lay out between two keys. Its toolkit takes a time that grows with the square of a
/// word's length, and lays out a paragraph at once.
enum FieldLimits {
  /// In bytes of UTF-8, as all of these.
  static let alwaysFits = 1_000
  private static let word = 4_000
  private static let paragraph = 16_000
  private static let all = 200_000

  static func fit(_ text: String) -> Bool {
    let count = text.utf8.count
    guard count > word else { return true }
    guard count <= all else { return false }
    var (word, paragraph) = (0, 0)
    for byte in text.utf8 {
      word += 1
      paragraph += 1
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (word, paragraph) = (0, 0)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): word = 0
      // The first bytes of letters between any two of which a line may end, such as those of Chinese.
      case 0xE3...0xED: word = 0
      default: break
      }
      if word > Self.word || paragraph > Self.paragraph { return false }
    }
    return true
  }
}
