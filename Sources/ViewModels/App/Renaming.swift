public import Domain
internal import Wording

/// Giving a chat another title: what the field for it has at first. `LibraryModel.rename` takes what it has in the end.
public struct Renaming {
  /// The most that the field takes, in Unicode scalars.
  public static let limit = 200

  /// The chat that gets the title.
  public let chat: ChatID
  /// What the field has at first, fit for one line: the title, if it has one in words. What is only shown in place of a
  /// title is never there, as it would be kept as one.
  public let text: String
  /// What the field shows while it is empty: what the chat is called as long as nothing is written.
  public let placeholder: String

  public init(_ chat: Chat) {
    self.chat = chat.id
    // No longer than the field takes, else the field's own cutting would look like a change.
    let title = chat.titleInWords.map(ShownLine.of) ?? ""
    text = String(String.UnicodeScalarView(title.unicodeScalars.prefix(Self.limit)))
    placeholder = ShownLine.of(chat.shownTitle)
  }
}

extension LibraryModel {
  /// Gives the chat the title that is in the field now. One that was not changed, or that is blank, leaves the chat as it
  /// is; answered by whether nothing failed.
  @discardableResult
  public func rename(_ renaming: Renaming, to text: String) -> Task<Bool, Never> {
    guard text != renaming.text, Title.manual(text) != nil else { return Task { true } }
    return rename(renaming.chat, to: text)
  }
}
