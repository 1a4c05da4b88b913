public import Domain
private import Localization
internal import Wording

/// Pictures that are to go with the next message.
extension ComposerModel {
  /// Takes pictures in, from wherever: each appears in the composer at once and is ready once it was read.
  public func add(_ sources: [PictureSource]) {
    let room = PictureLimits.perMessage - pictures.count
    if sources.count > room {
      let most = PictureLimits.perMessage
      notices.tell(localized("A message holds up to \(most) pictures; the others were left out."))
    }
    for source in sources.prefix(max(room, 0)) {
      let picture = newPending(source.name)
      pictures.append(picture)
      picture.reading = library.take(source) { [self] in await read(source, into: picture) }
    }
    isTouched = true
  }

  private func read(_ source: PictureSource, into picture: PendingPicture) async {
    do throws(PictureError) {
      let attachment = try await library.store.add(source)
      // It may have been taken out again meanwhile.
      guard holds(picture) else { return }
      picture.become(library.model(attachment, .thumbnail))
      isTouched = true
      isSaveDue = true
      proceed()
    } catch .cancelled {
      drop(picture)
    } catch {
      drop(picture)
      notices.tell(error.sentence)
    }
  }

  /// Whether it is here, or waits until an edit has ended.
  private func holds(_ picture: PendingPicture) -> Bool {
    (pictures + (edit?.formerPictures ?? [])).contains { $0.id == picture.id }
  }

  private func drop(_ picture: PendingPicture) {
    pictures.removeAll { $0.id == picture.id }
    edit?.formerPictures.removeAll { $0.id == picture.id }
  }

  /// Takes a picture out of the composer.
  public func remove(_ picture: PendingPicture) {
    picture.reading?.cancel()
    drop(picture)
    changed()
  }

  /// Shows pictures that are kept already, before those that are there.
  func show(_ attachments: [Attachment]) {
    let shown = attachments.map { attachment in
      let picture = newPending(attachment.alternative)
      picture.become(library.model(attachment, .thumbnail))
      return picture
    }
    if !shown.isEmpty { pictures.insert(contentsOf: shown, at: 0) }
  }

  private func newPending(_ name: String) -> PendingPicture {
    pendingCount += 1
    return PendingPicture(id: pendingCount, name: name)
  }
}
