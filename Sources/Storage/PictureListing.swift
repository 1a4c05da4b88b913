import AtomicFiles
import Domain

/// What lies in the pictures' folder of a library.
struct PictureListing {
  /// The pictures, each with the sizes that are there.
  private(set) var pictures: [PictureHash: Set<PictureSize>] = [:]
  /// The folders that the pictures lie in.
  private(set) var shelves: [String] = []
  /// What Sotto did not put there.
  private(set) var strange: [String] = []

  init(of folder: Folder) {
    for name in Files.names(in: folder.pictures) {
      let path = "\(folder.pictures)/\(name)"
      // One that is being written, or was when its process ended.
      if name.hasPrefix(NewFile.mark) { continue }
      if name.utf8.count == 2, name.utf8.allSatisfy("0123456789abcdef".utf8.contains) {
        shelves.append(path)
        list(path, of: name)
      } else {
        strange.append(path)
      }
    }
  }

  private mutating func list(_ pictureFiles: String, of digits: String) {
    for name in Files.names(in: pictureFiles) {
      if name.hasPrefix(digits), let picture = PictureFileName(name) {
        pictures[picture.hash, default: []].insert(picture.size)
      } else {
        strange.append("\(pictureFiles)/\(name)")
      }
    }
  }
}

extension Connection {
  /// The pictures that rows name.
  func namedPictures() throws(StoreError) -> Set<PictureHash> {
    try Set(
      rows("SELECT hash FROM attachment WHERE hash IS NOT NULL UNION ALL SELECT hash FROM draft_picture") {
        $0.hash(0)
      })
  }
}
