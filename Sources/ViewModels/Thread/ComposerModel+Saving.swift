import Domain
private import Localization
internal import Wording

/// From memory to the disk and back. One thing at a time for each chat, in this order: messages that were sent, then the
/// draft, then a look at what is on disk. So messages keep their order, and `saved` is always what is there.
///
/// Another process may write in the same chat. Each has its own part of the chat's draft (`Draft.replacing`), so that
/// neither takes the other's away; what is gone from there, although it was written here, is saved again.
extension ComposerModel {
  /// While one types, the draft is saved at most this often.
  static let savePause = Duration.milliseconds(400)
  /// After this time what could not be saved is tried again.
  static let retryPause = Duration.seconds(5)

  /// Something was typed, or a picture came or went.
  func changed() {
    isTouched = true
    thread?.context.draftChanged()
    guard saveTimer == nil, current != saved else { return }
    saveSoon(after: Self.savePause)
  }

  private func saveSoon(after pause: Duration) {
    guard saveTimer == nil else { return }
    saveTimer = Task { [surroundings] in
      guard await surroundings.slept(for: pause), !Task.isCancelled else { return }
      self.saveTimer = nil
      self.isSaveDue = true
      self.proceed()
    }
  }

  /// Saves now what is not saved yet, with the pictures that are still being read; returns once all that was on its way
  /// to the disk is there, or was refused.
  func settle() async {
    for picture in pictures { await picture.reading?.value }
    await saveNow()
  }

  /// Saves what is there now, without waiting for pictures that are still being read.
  func saveNow() async {
    saveTimer?.cancel()
    saveTimer = nil
    isSaveDue = true
    proceed()
    await worker?.value
  }

  /// The chat is opened: brings in what is on disk, unless something of one's own is written here already.
  func load() async throws(StoreError) {
    if isTouched, isBlank, edit == nil, worker == nil, current == saved { isTouched = false }
    guard !isLoaded || !isTouched else { return }
    guard worker == nil else { return isLoadDue = true }
    let before = steps
    let row = try await service.draft(in: id)
    if steps == before { take(row) } else { loadLater() }
  }

  /// Another process changed the chat. What was only read from its draft, and not changed here, follows.
  func chatChanged() {
    guard !isTouched, !isBlank else { return }
    loadLater()
  }

  private func loadLater() {
    isLoadDue = true
    proceed()
  }

  private func take(_ row: Draft) {
    if isLoaded, isTouched { return }
    // What was typed before comes after it, as it would have done had the draft been there.
    let rest = isTouched ? row.replacing(saved, by: Draft()) : row
    let typed = isTouched ? words : ""
    if !isTouched { pictures = [] }
    let wasTouched = isTouched
    isLoaded = true
    saved = row
    show(rest.pictures)
    write(rest.text + typed)
    isTouched = wasTouched
    if current == saved {
      saveTimer?.cancel()
      saveTimer = nil
    } else {
      saveSoon(after: Self.savePause)
    }
  }

  // MARK: One thing at a time

  func proceed() {
    guard worker == nil else { return }
    worker = work.begin { [self] in
      while await step() {}
      worker = nil
    }
  }

  private func step() async -> Bool {
    steps += 1
    if let next = outgoing.first {
      await send(next)
    } else if isSaveDue {
      isSaveDue = false
      await save()
    } else if isLoadDue {
      isLoadDue = false
      await read()
    } else {
      return false
    }
    return true
  }

  private func send(_ next: Outgoing) async {
    await deletions.settle()
    let part = next.part(of: saved)
    do throws(StoreError) {
      let receipt = try await service.send(
        next.message.text, attachments: next.message.pictures, in: id, new: newChat, draft: part,
        inPlaceOf: next.edit?.message)
      outgoing.removeFirst()
      newChat = nil
      saved = saved.replacing(part, by: Draft())
      saveFailure = nil
      if let edit = next.edit { tellEdited(edit.message, as: receipt) }
      thread?.sent(receipt)
      // What is typed since may have been in the part that went.
      if current != saved { isSaveDue = true }
      if let thread { Task { await thread.showEnd() } }
      next.answer?(.success(receipt))
    } catch {
      guard next.answer == nil else {
        outgoing.removeFirst()
        next.answer?(.failure(error))
        return
      }
      // Those behind it come back with it: they were to follow it.
      let unsent = outgoing.prefix { $0.answer == nil }
      outgoing.removeFirst(unsent.count)
      if let edit = next.edit, unsent.count == 1, self.edit == nil, error != .noSuchMessage {
        resumeEdit(of: edit.message, edit.original, as: next.message)
      } else {
        putBack(unsent.map(\.message))
      }
      sendFailure = localized("Not sent.") + " " + error.sentence
      if !isOpen { notices.tell(localized("A message was not sent.") + " " + error.sentence) }
    }
  }

  private func save() async {
    let draft = current
    // What was not touched here is not ours to keep.
    guard isTouched, !isReadOnly, draft != saved || !draft.isBlank else { return }
    do throws(StoreError) {
      try await service.saveDraft(draft, replacing: saved, in: id, new: newChat)
      saved = draft
      if !draft.isBlank { newChat = nil }
      if saveFailure != nil, sendFailure != nil { sendFailure = localized("Not sent. It can be sent again now.") }
      saveFailure = nil
    } catch {
      let failure = localized("The draft is not saved yet.") + " " + error.sentence
      if saveFailure == nil, !isOpen { notices.tell(failure) }
      saveFailure = failure
      if error != .noSuchChat { saveSoon(after: Self.retryPause) }
    }
  }

  private func read() async {
    do throws(StoreError) { take(try await service.draft(in: id)) } catch { notices.tell(error.sentence) }
  }
}

/// A message on its way to the disk.
struct Outgoing {
  var message: Draft
  /// What of the draft on disk goes with it.
  var part = Part.all
  /// Told what became of it; nil where the composer itself takes it back.
  var answer: ((Result<ChatService.Receipt, StoreError>) -> Void)?

  enum Part {
    case all, pictures, nothing
    /// What was written in the place of a message; what was there before stays.
    case edit(Edit)
  }

  /// What it is another version of.
  var edit: Edit? { if case .edit(let edit) = part { edit } else { nil } }

  func part(of saved: Draft) -> Draft {
    switch part {
    case .all: saved
    case .pictures: Draft(pictures: saved.pictures)
    case .nothing: Draft()
    case .edit(let edit): ComposerModel.edited(in: saved, behind: edit.former)
    }
  }
}
