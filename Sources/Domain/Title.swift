/// The title rule: the first non-empty line of the first user message, short enough for a list.
public enum Title {
  /// The longest title in grapheme clusters, the ellipsis aside.
  public static let limit = 30
  /// The longest title in scalars: a letter of some scripts and an emoji are made of several.
  static let mostScalars = 512
  /// A cut goes to a word's end when one lies within this many last clusters.
  static let wordWindow = 10

  /// The title for a chat that begins with `text` and perhaps a picture, whose mark stands for it where there are no
  /// words; nil when there is nothing to name it by.
  public static func automatic(from text: String, hasPicture: Bool) -> String? {
    let begun = text.drop(while: \.isWhitespace)
    guard !begun.isEmpty else { return hasPicture ? PictureMarks.line(1) : nil }
    // A pasted book need not be read to its end for thirty characters.
    let start = StackedMarks.cut(begun, scalars: 4_000)
    return shorten(PictureMarks.words(collapse(start.prefix(1_000).prefix { !$0.isNewline })))
  }

  /// A title as typed by the user: on one line, and nil when blank (the title is then left as it was).
  public static func manual(_ typed: String) -> String? {
    let collapsed = PictureMarks.words(collapse(typed))
    return collapsed.isEmpty ? nil : StackedMarks.cut(collapsed.prefix(200), scalars: 1_600)
  }

  static func collapse(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func shorten(_ whole: String) -> String {
    let text = StackedMarks.cut(whole, scalars: mostScalars)
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    let head = text[..<end]
    let windowStart = text.index(end, offsetBy: -wordWindow)
    // A space right after the limit means that the limit itself is a word's end.
    if text[end] == " " { return head + "…" }
    if let space = head[windowStart...].lastIndex(of: " ") { return head[..<space] + "…" }
    return head + "…"
  }
}
