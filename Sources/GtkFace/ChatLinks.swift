import Adw
import Domain
import Localization
import ViewModels

/// Links to chats, as they are given away.
enum ChatLinks {
  /// Copies the link to the open chat, once it has been saved.
  static func copy(_ thread: ThreadModel, library: LibraryModel) {
    guard !thread.isNew else {
      return library.notices.tell(localized("A chat has a link as soon as something was sent in it."))
    }
    copy(thread.chat.id, library: library)
  }

  /// Copies the link to a chat.
  static func copy(_ chat: ChatID, library: LibraryModel) {
    Clipboard.copy(ChatLink(to: chat).description)
    library.notices.tell(localized("Link copied"))
  }
}
