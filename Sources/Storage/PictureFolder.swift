public import Domain

/// The pictures of an open house: their files, behind Domain's port.
public final class PictureFolder: PictureFiles, Sendable {
  private let shelf: PictureShelf
  // The small ones come up while a chat is scrolled, and wait neither for a slow put nor for a large file.
  private let puts = Housekeeper(label: "sotto.pictures.put")
  private let small = Housekeeper(label: "sotto.pictures.small")
  private let whole = Housekeeper(label: "sotto.pictures.whole")

  init(_ shelf: PictureShelf) { self.shelf = shelf }

  public func put(_ picture: PreparedPicture) async throws(StoreError) -> PictureHash {
    try await puts.run { () throws(StoreError) in try shelf.put(picture) }
  }

  public func bytes(of picture: PictureHash, _ size: PictureSize) async throws(StoreError) -> [UInt8]? {
    try await (size == .whole ? whole : small).run { () throws(StoreError) in try shelf.bytes(of: picture, size) }
  }
}
