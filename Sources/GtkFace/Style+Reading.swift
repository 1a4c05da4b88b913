import Adw
import Domain

extension Style {
  /// Letters in a line of a message at most: in longer ones the eye does not find the next line.
  static let lettersInLine = 75

  /// How wide a column of messages becomes, in pixels: larger letters need more room for as many in a line.
  static func widest(_ reading: ReadingStyle = reading) -> Int { 860 * max(reading.textSize, 100) / 100 }

  /// What a person wants of messages, and nothing where that is what they are by themselves.
  static func readingRules(_ reading: ReadingStyle) -> String {
    var text = ""
    // untranslated: css
    if reading.textSize != 100 { text += " font-size: \(Double(reading.textSize) / 100)em;" }
    if let font = reading.font {
      // Where it is not there any more, messages have the desktop's.
      text +=
        " font-family: " + [font, Appearance.fontFamily].filter { !$0.isEmpty }.map(quoted).joined(separator: ", ")
      text += ";"
    }
    // untranslated: css
    let letters = text.isEmpty ? "" : "\n.thread, .composer-field {\(text) }"
    return letters + (reading.isCompact ? "\n" + compact : "")
  }

  /// As CSS writes any text.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  // untranslated: css
  private static let compact = """
    .thread .run { margin-top: 1px; }
    .thread .bubble { padding-top: 4px; padding-bottom: 4px; border-radius: 14px; }
    .thread .bubble.full { padding-top: 0; padding-bottom: 0; }
    .thread .bubble.picture, .thread .bubble.bare, .thread .bubble.emoji-alone { padding-top: 0; padding-bottom: 0; }
    .thread .sender { margin-top: -2px; margin-bottom: -2px; }
    .thread .stamp { margin-top: -3px; margin-bottom: -3px; }
    .thread .day { margin-top: -8px; margin-bottom: -4px; }
    """
}
