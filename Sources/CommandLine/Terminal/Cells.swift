/// How many columns of a terminal text takes.
enum Cells {
  /// 2 for the wide characters of East Asia and for emoji, 0 for marks that stand alone, else 1.
  static func width(of character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F || isWide(scalar) { return 2 }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: break
      default: width = 1
      }
    }
    return width
  }

  static func width(of text: String) -> Int {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// The beginning that fits, with "…" where something was cut off.
  static func fit(_ text: String, _ columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var kept = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > columns - 1 { break }
      kept.append(character)
      used += width
    }
    return columns > 0 ? kept + "…" : ""
  }

  static func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }

  /// With the spaces before it, as numbers stand below one another.
  static func padded(before text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - width(of: text))) + text
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
