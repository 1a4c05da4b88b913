import Domain

/// What is written in each chat that was open since the start; the same for as long as the program runs.
final class Composers {
  private var composers: [ChatID: ComposerModel] = [:]
  private let make: (Chat, _ isNew: Bool) -> ComposerModel

  init(
    service: ChatService, surroundings: any Surroundings, notices: Notices, work: PendingWork,
    pictures: LibraryPictures, deletions: Deletions, isReadOnly: Bool
  ) {
    make = { chat, isNew in
      ComposerModel(
        chat: chat, isNew: isNew, service: service, surroundings: surroundings, notices: notices, work: work,
        library: pictures, deletions: deletions, isReadOnly: isReadOnly)
    }
  }

  func composer(of chat: Chat, isNew: Bool) -> ComposerModel {
    if let composer = composers[chat.id] { return composer }
    let composer = make(chat, isNew)
    composers[chat.id] = composer
    return composer
  }

  /// Saves what was typed, without waiting for pictures that are still being read.
  func saveNow() async {
    for composer in composers.values { await composer.saveNow() }
  }

  /// Saves all that is not saved yet.
  func settle() async {
    for composer in composers.values { await composer.settle() }
  }

  /// Saves what has come since: a draft that was still being read may have come to what was typed.
  func settleUnsaved() async {
    for composer in composers.values where composer.current != composer.saved { await composer.settle() }
  }
}
