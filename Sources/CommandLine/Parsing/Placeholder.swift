import Localization

/// What stands in usage lines for a word of the user's.
enum Placeholder {
  static let agent = localized("AGENT", context: "a placeholder")
  static let caption = localized("CAPTION", context: "a placeholder")
  static let chat = localized("CHAT", context: "a placeholder")
  static let command = localized("COMMAND", context: "a placeholder")
  static let file = localized("FILE", context: "a placeholder")
  static let folder = localized("DIR", context: "a placeholder")
  static let id = localized("ID", context: "a placeholder")
  static let model = localized("MODEL|FILE", context: "a placeholder")
  static let name = localized("NAME", context: "a placeholder")
  static let number = localized("N", context: "a placeholder")
  static let text = localized("TEXT", context: "a placeholder")
  static let title = localized("TITLE", context: "a placeholder")
  static let word = localized("WORD", context: "a placeholder")
}
