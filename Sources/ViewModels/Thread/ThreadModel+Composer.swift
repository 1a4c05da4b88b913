public import Domain

/// The composer: typing, sending, stopping.
extension ThreadModel {
  /// How long typing must rest before the draft is saved.
  static let draftPause = Duration.milliseconds(400)

  /// Sends the draft. It leaves the composer at once and comes back if it could not be saved.
  public func send() {
    guard canSend, !hasLeft, !isReadOnly else { return }
    let text = draft.trimmed
    let attachments = pictures.compactMap(\.attachment)
    savingDraft?.cancel()
    savingDraft = nil
    savedDraft = Draft()
    pictures = []
    draft = ""
    sendFailure = nil
    let new = isNew ? chat : nil
    let draftSave = draftSave
    house?.perform { [self] () throws(StoreError) in
      // A draft that is on its way to the disk must not arrive there after the message that it became.
      await draftSave?.value
      do throws(StoreError) {
        _ = try await service.send(text, attachments: attachments, in: chat.id, new: new)
        isNew = false
        await showEnd()
      } catch {
        putBack(Draft(text: text, pictures: attachments))
        sendFailure = "Not sent. " + error.sentence
        if hasLeft { house?.tell("A message was not sent. " + error.sentence) }
      }
    }
  }

  /// Stops the reply that is growing or due; what came is kept.
  public func stop() {
    let id = chat.id
    house?.perform { [service] () throws(StoreError) in try await service.stopReply(in: id) }
  }

  /// Asks again for a reply that failed, was stopped or was interrupted.
  public func retry(_ id: MessageID) {
    house?.perform { [service] () throws(StoreError) in try await service.retry(id) }
  }

  /// Puts a suggestion into the composer, to be sent or changed.
  public func take(suggestion: String) {
    draft = suggestion
    focusComposer()
  }

  public func dismissFailure() { sendFailure = nil }

  private func putBack(_ unsent: Draft) {
    if hasLeft { house?.unsaved[chat.id] = unsent }
    putBack(unsent.pictures)
    draft = draft.isEmpty || unsent.text.isEmpty ? unsent.text + draft : unsent.text + "\n" + draft
  }

  // MARK: Draft

  /// What would be saved now; a picture that is still read is not among it.
  private var currentDraft: Draft { Draft(text: draft, pictures: pictures.compactMap(\.attachment)) }

  func draftChanged() {
    guard draftIsLoaded, !hasLeft, !isReadOnly, savingDraft == nil, currentDraft != savedDraft else { return }
    let surroundings = clock.surroundings
    savingDraft = Task {
      guard (try? await surroundings.sleep(for: Self.draftPause)) != nil, !Task.isCancelled else { return }
      self.savingDraft = nil
      await self.saveDraft()
    }
  }

  /// Saves the draft now if it is not saved yet; returns once what was on its way to the disk is there.
  func saveDraft() async {
    savingDraft?.cancel()
    savingDraft = nil
    let (current, before) = (currentDraft, savedDraft)
    guard draftIsLoaded, !isReadOnly, current != before else {
      await draftSave?.value
      return
    }
    // From here on it counts as saved, so that a change back to what was there before is a change as well.
    savedDraft = current
    let earlier = draftSave
    let save = Task {
      await earlier?.value
      do throws(StoreError) {
        try await service.saveDraft(current, in: chat.id, new: isNew ? chat : nil)
        house?.unsaved[chat.id] = nil
      } catch {
        if savedDraft == current { savedDraft = before }
        house?.unsaved[chat.id] = current
        house?.tell("The draft is not saved yet. " + error.sentence)
      }
    }
    draftSave = save
    await save.value
  }

  /// The reader goes elsewhere: what was typed is saved, with the pictures that are still being read.
  func leave() async {
    for picture in pictures { await picture.reading?.value }
    await saveDraft()
    setNear([])
    hasLeft = true
  }
}
