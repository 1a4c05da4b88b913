import Domain
import Glibc
import Sotto

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
    try makeFolder()
    do throws(PictureError) {
      let file = try await pictures.file(of: entry.picture)
      let name = entry.number.digits(3) + "-" + ExportedPicture.name(of: entry.picture, format: file.format)
      return .saved(path: try await ExportedPicture.write(file, named: name, into: folder), state)
    } catch {
      return .failed(error, error == .unavailable ? .unavailable : state)
    }
  }

  private func makeFolder() throws(PictureError) {
    var seen = stat()
    if stat(folder, &seen) == 0 {
      guard seen.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(path: folder, reason: "it is no folder") }
      return
    }
    for end in folder.indices.filter({ folder[$0] == "/" && $0 > folder.startIndex }) + [folder.endIndex] {
      guard mkdir(String(folder[..<end]), 0o777) == 0 || errno == EEXIST else {
        throw .cannotWrite(path: folder, reason: String(cString: strerror(errno)))
      }
    }
  }
}
