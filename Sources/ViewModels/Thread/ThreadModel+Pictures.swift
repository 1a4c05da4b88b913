import Domain
internal import Wording

/// Pictures of the rows.
extension ThreadModel {
  /// The view says which rows are in sight or nearly so; only their pictures are decoded.
  public func setNear(_ ids: Set<ThreadRowID>) {
    if shown.setNear(ids) { saveReadingPositionSoon() }
  }

  /// Fetches a remote picture: the user pressed its Load button.
  public func load(_ picture: PictureModel, of row: ThreadRow) {
    guard let id = row.message?.id, let index = row.pictures.firstIndex(where: { $0 === picture }) else { return }
    guard case .remote(let address) = picture.attachment.content else { return }
    _ = shown.pictures.take(.remote(address: address)) { [service, notices] in
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
