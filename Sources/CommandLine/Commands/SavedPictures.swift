import Domain

/// Pictures written into a folder of the user's, which is made with the first.
struct SavedPictures {
  enum Outcome {
    case saved(path: String, ImagesCommand.State)
    /// Remote: only a deliberate act on just that picture fetches it.
    case skipped
    case failed(PictureError, ImagesCommand.State)
  }

  private let folder: String
  private let pictures: any PictureStore

  init(folder: String, pictures: any PictureStore) {
    var folder = folder[...]
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = String(folder)
    self.pictures = pictures
  }

  /// Writes one picture under its number and name; what is there already stays as it is.
  func save(_ entry: PicturePages.Entry) async throws -> Outcome {
    var state = ImagesCommand.State.kept
    if case .drawing = entry.picture.content { state = .drawing }
    if case .remote = entry.picture.content { return .skipped }
    do throws(PictureError) {
      let file = try await pictures.file(of: entry.picture)
      let name = entry.number.digits(3) + "-" + entry.picture.fileName(as: file.format)
      return .saved(path: try await pictures.export(file, named: name, into: folder), state)
    } catch {
      // Nothing can be written there, so there is no sense in going on.
      if case .cannotWrite(path: folder, reason: _) = error { throw error }
      return .failed(error, error == .unavailable ? .unavailable : state)
    }
  }
}
