public import Domain
private import Localization

extension StoreError {
  /// Two short sentences for the window and for stderr.
  public var sentence: String {
    switch self {
    case .diskFull(let path):
      localized("The disk that holds \(path) is full. Free some space, then try again; nothing that was saved is lost.")
    case .readOnly(let path):
      localized("Sotto may not write to \(path). Make the folder writable, or start Sotto with another one (--home).")
    case .newerVersion(let path, let found, let known):
      localized(
        "\(path) was made by a newer Sotto (format \(found), this one knows \(known)). Update Sotto; the file was left as it is."
      )
    case .corrupt(let path, .unrepairable(.stillDamaged(let left))):
      localized(
        "\(path) is damaged and cannot be repaired. Nothing was overwritten; you can set it aside and go back to a backup."
      ) + " " + left.sentence
    case .corrupt(let path, let reason):
      localized(
        "\(path) is damaged (\(reason.words)). Nothing was overwritten; you can set it aside and go back to a backup.")
    case .needsKey(let path):
      localized("\(path) is encrypted, and no key to it was given. It is not damaged; nothing was changed.")
    case .wrongKey(let path):
      localized("The key that was given does not open \(path). That is no damage; nothing was changed.")
    case .missing(let path):
      localized("\(path) is gone, but its backups are there. You can go back to one of them, or start empty.")
    case .locked(let path):
      localized("Another program keeps \(path) locked. Close other copies of Sotto, then try again.")
    case .cannotOpen(let path, let reason):
      localized("\(path) cannot be opened: \(reason.words).")
    case .cannotRead(let path, let reason):
      localized(
        "\(path) cannot be read now: \(reason.words). Nothing was changed; try again, and look after the disk if it happens again."
      )
    case .cannotWrite(let path, let reason):
      localized(
        "\(path) cannot be written: \(reason.words). Nothing that was saved is lost; try again, and look after the disk if it happens again."
      )
    case .cancelled: localized("The reading was called off.")
    case .noSuchChat: localized("This chat is no longer there; it was deleted elsewhere.")
    case .messageOfAnotherChat: localized("This message is in another chat, where it cannot be answered from here.")
    case .noSuchMessage: localized("This message is no longer there; it was deleted elsewhere.")
    case .chatIsInTrash: localized("This chat is in the Trash. Restore it first.")
    case .noSuchAgent(let id) where AgentKind(of: id).isModel:
      localized("The model of this chat was removed. Choose another agent; what was said stays as it is.")
    case .noSuchAgent(let id):
      localized(
        "The agent “\(ShownLine.within(id))” of this chat is not there. Choose another agent; what was said stays as it is."
      )
    case .pictureMissing: localized("A picture of this message is no longer there. Take it out or add it again.")
    case .nothingToSend: localized("A blank message is not sent. Write something, or add a picture.")
    case .tooManyPictures(let count):
      localized(
        "A message holds up to \(PictureLimits.perMessage) pictures, not \(count). Send them in several messages.")
    case .unfitSettings(let fault): fault.sentence
    case .refused(let reason, _):
      localized(
        "The database refused: \(reason.words). Nothing that was saved is lost; try again, and if it happens again, close Sotto and run “sotto verify --repair”."
      )
    }
  }
}
