/// What a picture is called in sentences and for screen readers.
enum PictureDisplayName {
  private static let longest = 80

  static func of(path: String) -> String {
    harmless(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Without what would break a line, turn its direction or fill a screen.
  static func harmless(_ name: String) -> String {
    let kept = String(
      String.UnicodeScalarView(
        name.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: scalar == "\u{200D}"
          default: true
          }
        }))
    let shown = kept.count > longest ? kept.prefix(longest - 1) + "…" : kept[...]
    return shown.contains { !$0.isWhitespace } ? String(shown) : "picture"
  }

  /// Without an ending such as “.jpeg”.
  static func withoutExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    let ending = name[name.index(after: dot)...]
    let isEnding = (1...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isEnding ? String(name[..<dot]) : name
  }
}
