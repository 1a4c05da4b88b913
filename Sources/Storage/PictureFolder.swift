public import Domain

/// The pictures of an open library: their files, behind Domain's port.
public final class PictureFolder: PictureFiles, Sendable {
  private let pictureFiles: PictureFileStore
  // The small ones come up while a chat is scrolled, and wait neither for a slow put nor for a large file.
  private let puts = BlockingActor(label: "sotto.pictures.put")
  private let small = BlockingActor(label: "sotto.pictures.small")
  private let full = BlockingActor(label: "sotto.pictures.whole")

  init(_ pictureFiles: PictureFileStore) { self.pictureFiles = pictureFiles }

  public func put(_ picture: PreparedPicture) async throws(StoreError) -> PictureHash {
    try await puts.run { () throws(StoreError) in try pictureFiles.put(picture) }
  }

  public func bytes(of picture: PictureHash, _ size: PictureSize) async throws(StoreError) -> [UInt8]? {
    try await (size == .full ? full : small).run { () throws(StoreError) in try pictureFiles.bytes(of: picture, size) }
  }
}
