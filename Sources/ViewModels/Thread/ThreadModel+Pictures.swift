import Domain
internal import Wording

/// Pictures of the rows.
extension ThreadModel {
  /// Brings a row's pictures up to date with its message; those that stay are the same objects.
  func setPictures(of row: ThreadRow, to attachments: [Attachment]) {
    guard row.pictures.map(\.attachment) != attachments else { return }
    for (picture, attachment) in zip(row.pictures, attachments) { picture.replace(attachment) }
    guard row.pictures.count != attachments.count else { return }
    let isNear = near.contains(row.id)
    let kept = row.pictures.prefix(attachments.count)
    for gone in row.pictures.dropFirst(attachments.count) { gone.setNear(false) }
    let added = attachments.dropFirst(kept.count).map { libraryPictures.model($0, .preview) }
    for picture in added { picture.setNear(isNear) }
    row.pictures = kept + added
  }

  /// The view says which rows are in sight or nearly so; only their pictures are decoded.
  public func setNear(_ ids: Set<ThreadRowID>) {
    if !near.isEmpty { saveReadingPositionSoon() }
    let gone = near.subtracting(ids)
    near = ids
    for id in gone { rowsByID[id]?.pictures.forEach { $0.setNear(false) } }
    for id in ids { rowsByID[id]?.pictures.forEach { $0.setNear(true) } }
  }

  /// Fetches a remote picture: the user pressed its Load button.
  public func load(_ picture: PictureModel, of row: ThreadRow) {
    guard let id = row.message?.id, let index = row.pictures.firstIndex(where: { $0 === picture }) else { return }
    guard case .remote(let address) = picture.attachment.content else { return }
    _ = libraryPictures.take(.remote(address: address)) { [service, notices] in
      await picture.fetch {
        do throws(PictureError) {
          try await service.fetchPicture(at: index, of: id)
          return true
        } catch {
          notices.tell(error.sentence)
          return false
        }
      }
    }
  }
}
