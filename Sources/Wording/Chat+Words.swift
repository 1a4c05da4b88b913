public import Domain
private import Localization

extension Chat {
  /// What the chat is called; not yet fit for one line (`ShownLine`).
  public var shownTitle: String { ShownTitle.of(title) }

  /// The title that is kept; nil where `shownTitle` says in the user's language what stands for one.
  public var titleInWords: String? { ShownTitle.isInWords(title) ? title : nil }

  /// The beginning of the draft, or how many pictures it is.
  public var draftLine: String { shown(draftPreview) }
}

extension Preview {
  /// With "You: " before what the user said.
  public var line: String {
    sender == .user ? localized("You: \(shown(text))") : shown(text)
  }
}

extension TitleFilter {
  /// No title has more words than are looked for.
  private static let mostWords = 20

  /// Chats whose title, as the user sees it, contains each of the words, in any order.
  public init(shown words: String) {
    let words = words.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords).map(String.init)
    self.init(part: words.first ?? "", untitled: ShownTitle.untitled, picture: ShownTitle.picture)
    others = Array(words.dropFirst())
  }
}

/// Titles, of which some are not kept, but said in the user's language.
enum ShownTitle {
  static func of(_ title: String) -> String {
    if title.isEmpty { return untitled }
    return isInWords(title) ? title : picture
  }

  static func isInWords(_ title: String) -> Bool { !title.isEmpty && PictureMarks.count(in: title) == nil }

  static var untitled: String { localized("New Chat", context: "a chat without a title") }
  static var picture: String { localized("Photo") }
}

/// Words as they are; pictures without words as "Photo", "2 photos".
private func shown(_ line: String) -> String {
  guard let count = PictureMarks.count(in: line) else { return line }
  return count == 1 ? localized("Photo") : localized(count, one: "\(count) photo", other: "\(count) photos")
}
