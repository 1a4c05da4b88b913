import CSQLite
import Domain

/// The name of a picture's file: the 64 digits of its hash, and for the smaller sizes an ending.
struct PictureFileName: Hashable {
  let hash: PictureHash
  let size: PictureSize

  init(_ hash: PictureHash, _ size: PictureSize) {
    self.hash = hash
    self.size = size
  }

  init?(_ text: String) {
    guard let hash = PictureHash(text.prefix(64)),
      let size = PictureSize.allCases.first(where: { $0.ending == text.dropFirst(64) })
    else { return nil }
    self.init(hash, size)
  }

  var text: String { hash.description + size.ending }
}

extension PictureSize {
  /// What the name of a file of this size ends in.
  var ending: String {
    switch self {
    case .thumbnail: ".thumbnail"
    case .preview: ".preview"
    case .full: ""
    }
  }
}

extension Folder {
  /// The pictures' files, in folders named by their first two digits.
  var pictures: String { path + "/pictures" }
  /// Pictures that no row named for a day; a look-up brings them back.
  var pictureAsides: String { asides + "/pictures" }

  func pictureFiles(of hash: PictureHash) -> String { "\(pictures)/\(hash.description.prefix(2))" }
  func file(of hash: PictureHash, _ size: PictureSize) -> String {
    "\(pictureFiles(of: hash))/\(PictureFileName(hash, size).text)"
  }
  func aside(of hash: PictureHash, _ size: PictureSize) -> String {
    "\(pictureAsides)/\(PictureFileName(hash, size).text)"
  }
}

extension PictureHash {
  /// The hash of these bytes; nil when the library has no memory for it.
  init?(of bytes: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: 32)
    guard sotto_sha256(bytes, bytes.count, &digest) == 1 else { return nil }
    self.init(bytes: digest)
  }
}
