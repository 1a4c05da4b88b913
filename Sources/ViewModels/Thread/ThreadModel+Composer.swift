public import Domain

/// The composer of the chat, and Stop.
extension ThreadModel {
  /// What is typed and not sent.
  public var draft: String {
    get { composer.text }
    set {
      // What no field can show stands beside it, with what is there already.
      guard !FieldLimits.fit(newValue) else { return composer.text = newValue }
      composer.write(ComposerModel.joined(newValue, composer.longText))
    }
  }
  /// Pictures that are to go with it, in order.
  public var pictures: [PendingPicture] { composer.pictures }
  /// True when something is there to send, and every picture was read.
  public var canSend: Bool { composer.canSend }
  /// Why the last send was not saved; its text is back in the composer.
  public var sendFailure: String? { composer.sendFailure }
  /// True while the chat exists only here, because nothing was said in it.
  public var isNew: Bool { composer.newChat != nil }

  /// Sends the draft. It leaves the composer at once and comes back if it could not be saved.
  public func send() {
    if !hasLeft { composer.send() }
  }

  /// Takes pictures in, from wherever: each appears in the composer at once and is ready once it was read.
  public func add(_ sources: [PictureSource]) {
    guard !hasLeft else { return }
    composer.add(sources)
    focusComposer()
  }

  /// Takes a picture out of the composer.
  public func remove(_ picture: PendingPicture) { composer.remove(picture) }

  /// Puts a suggestion into the composer, to be sent or changed; behind what was written there.
  public func take(suggestion: String) {
    draft = draft.trimmed.isEmpty ? suggestion : ComposerModel.joined(draft, suggestion)
    focusComposer()
  }

  /// Puts the cursor into the composer, for the next key already.
  public func focusComposer() {
    if !hasLeft { composer.onFocus?() }
  }

  /// Names a chat that exists only here; the title is saved with the first words.
  func renameUnsaved(to typed: String) {
    guard let title = Title.manual(typed) else { return }
    chat.title = title
    chat.titleOrigin = .manual
    composer.newChat = chat
  }

  /// Stops the reply that is growing or due; what came is kept.
  public func stop() {
    let id = chat.id
    work.perform { [service, asking = replies.asking] () throws(StoreError) in
      // Else it would find nothing to stop yet.
      _ = await asking?.value
      try await service.stopReply(in: id)
    }
  }
}
