public import Domain
private import Localization
internal import Wording

/// Links to chats that come from outside.
extension LibraryModel {
  /// Opens the chat that a link names, or says why it does not. The first page is left for it.
  public func open(link address: String) {
    guard let link = ChatLink(address) else {
      return notices.tell(localized("“\(ShownLine.within(address))” is not a link to a chat."))
    }
    open(link: link)
  }

  /// The same for a link that was read already.
  public func open(link: ChatLink) {
    parts.work.begin { [self] in
      do throws(StoreError) {
        guard let chat = try await parts.service.chat(link.chat) else {
          return notices.tell(localized("The chat of this link is not in this data folder, or was deleted for ever."))
        }
        guard chat.trashedAt == nil else {
          let title = ShownLine.within(chat.shownTitle)
          return notices.tell(localized("“\(title)” is in the Trash. Restored, it can be opened."))
        }
        if isWelcoming { settings.change { $0.isWelcomed = true } }
        open(chat)
      } catch {
        notices.tell(error.sentence)
      }
    }
  }
}
