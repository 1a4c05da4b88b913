public import Domain

/// The composer: typing, sending, stopping.
extension ThreadModel {
  /// How long typing must rest before the draft is saved.
  static let draftPause = Duration.milliseconds(400)

  /// Sends the draft. It leaves the composer at once and comes back if it could not be saved.
  public func send() {
    guard canSend, !hasLeft else { return }
    let text = draft.trimmed
    savingDraft?.cancel()
    savingDraft = nil
    savedDraft = ""
    draft = ""
    sendFailure = nil
    let new = isNew ? chat : nil
    house?.perform { [self] () throws(StoreError) in
      do throws(StoreError) {
        _ = try await service.send(text, in: chat.id, new: new)
        isNew = false
        await showEnd()
      } catch {
        putBack(text)
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

  private func putBack(_ text: String) {
    if hasLeft { house?.unsaved[chat.id] = text }
    draft = draft.isEmpty ? text : text + "\n" + draft
  }

  // MARK: Draft

  func draftChanged() {
    guard draftIsLoaded, !hasLeft, draft != savedDraft, savingDraft == nil else { return }
    let surroundings = clock.surroundings
    savingDraft = Task {
      guard (try? await surroundings.sleep(for: Self.draftPause)) != nil, !Task.isCancelled else { return }
      self.savingDraft = nil
      await self.saveDraft()
    }
  }

  /// Saves the draft now if it is not saved yet.
  func saveDraft() async {
    savingDraft?.cancel()
    savingDraft = nil
    guard draftIsLoaded, draft != savedDraft else { return }
    let text = draft
    do throws(StoreError) {
      try await service.saveDraft(Draft(text: text), in: chat.id, new: isNew ? chat : nil)
      savedDraft = text
      house?.unsaved[chat.id] = nil
    } catch {
      house?.unsaved[chat.id] = text
      house?.tell("The draft is not saved yet. " + error.sentence)
    }
  }

  /// The reader goes elsewhere: what was typed is saved.
  func leave() async {
    await saveDraft()
    hasLeft = true
  }
}
