import Domain
private import Localization

/// A message that is written anew in the composer, and what stood there before.
struct Edit {
  let message: MessageID
  /// As it was sent.
  let original: Draft
  /// What was typed, and the pictures, before; there again once the edit has ended.
  var formerText: String
  var formerPictures: [PendingPicture]

  var former: Draft { Draft(text: formerText, pictures: formerPictures.compactMap(\.attachment)) }
}

/// Writing the last message anew. What is sent then is another version of it, beside the old one.
///
/// On the disk the draft holds both, what was there before and, behind it, what was changed: so neither is lost by a kill or
/// a quit, but that it was an edit is; it comes back as a draft like any other. Other processes see just such a draft.
extension ComposerModel {
  /// Whether a message is being written anew.
  public var isEditing: Bool { edit != nil }

  /// Brings a message back to be written anew; what is typed waits until that has ended.
  func beginEdit(of message: Message) {
    // What is on its way to the disk would be behind another version of this.
    guard !isReadOnly, edit == nil, isLoaded, outgoing.isEmpty, message.sender == .user else { return }
    resumeEdit(of: message.id, Draft(text: message.text, pictures: message.attachments))
  }

  /// Goes on with what could not be sent.
  ///
  /// - Parameter words: what is written in the message's place; nil for what it says.
  func resumeEdit(of message: MessageID, _ original: Draft, as words: Draft? = nil) {
    edit = Edit(message: message, original: original, formerText: self.words, formerPictures: pictures)
    pictures = []
    let shown = words ?? original
    show(shown.pictures)
    write(shown.text)
    isTouched = true
    // What was there before is on the disk before anything of the edit is sent.
    isSaveDue = true
    proceed()
    guard words == nil else { return }
    sendFailure = nil
    onFocus?()
  }

  /// Leaves the message as it is; what was typed before is there again.
  public func cancelEdit() {
    guard let edit else { return }
    for picture in pictures { picture.reading?.cancel() }
    let changed = Draft(text: words, pictures: pictures.compactMap(\.attachment))
    end(edit)
    onFocus?()
    guard changed != edit.original else { return }
    notices.tell(localized("Changes discarded"), button: localized("Undo")) { [weak self] in
      guard let self, self.edit == nil, !isReadOnly else { return }
      resumeEdit(of: edit.message, edit.original, as: changed)
    }
  }

  /// What stood there before stands there again.
  func end(_ ended: Edit) {
    edit = nil
    pictures = ended.formerPictures
    write(ended.formerText)
  }

  /// What is on the disk of a draft with an edit behind what was there before, without that.
  static func edited(in saved: Draft, behind former: Draft) -> Draft {
    var former = former
    former.pictures.removeAll { !saved.pictures.contains($0) }
    guard saved.contains(former) else { return saved }
    var rest = saved.replacing(former, by: Draft())
    let head = former.text + "\n"
    if !former.text.isEmpty, saved.text.hasPrefix(head) { rest.text = String(saved.text.dropFirst(head.count)) }
    return rest
  }
}

/// After an edit.
extension ComposerModel {
  /// The old version is one step away for some seconds.
  func tellEdited(_ old: MessageID, as receipt: ChatService.Receipt) {
    notices.tell(localized("Message edited"), button: localized("Undo")) { [service, work] in
      work.perform { () throws(StoreError) in
        if let reply = receipt.reply { try await service.stopReply(reply) }
        try await service.choose(old)
      }
    }
  }
}

extension Draft {
  /// Both, one behind the other.
  func followed(by other: Draft) -> Draft {
    Draft(text: ComposerModel.joined(text, other.text), pictures: pictures + other.pictures)
  }
}
