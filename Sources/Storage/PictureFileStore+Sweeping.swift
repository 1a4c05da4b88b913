import AtomicFiles
import Domain
import Platform

/// What a crash leaves: unfinished files, and whole ones whose row was never written. Files that nobody names are set
/// aside and not deleted, since the database that named them may only have been set aside itself.
extension PictureFileStore {
  /// How long a picture without a row stays where it is.
  static let busyTimeout = Duration.seconds(86_400)

  /// Removes what ended processes left unfinished, and returns the pictures that are to be set aside.
  func sweep(with connection: Connection) throws(StoreError) -> [PictureHash] {
    // The files first: a row that is written in between is then seen.
    let listing = PictureListing(of: folder)
    removeUnfinished()
    let named = try connection.namedPictures()
    return listing.pictures.keys.filter { !named.contains($0) && isOld($0) }
  }

  /// Removes what ended processes left unfinished: with each start of the window, and before the next picture is written,
  /// for a terminal sweeps nothing else.
  func removeUnfinished() {
    for name in Files.names(in: folder.pictures) where name.hasPrefix(NewFile.mark) {
      NewFile.removeIfLeft("\(folder.pictures)/\(name)")
    }
  }

  func isOld(_ hash: PictureHash) -> Bool {
    let changed = [PictureSize.full, .preview, .thumbnail].lazy.compactMap {
      Files.changedAt(self.folder.file(of: hash, $0))
    }
    guard let changed = changed.first else { return false }
    return surroundings.now().since(changed) > Self.busyTimeout
  }
}
