/// A library without a picture reader: whatever is asked for is not there. For programs that only write and read text.
public struct NoPictures: PictureStore {
  public init() {}

  public func add(_ source: PictureSource) async throws(PictureError) -> Attachment { throw Self.error }

  public func image(of attachment: Attachment, _ size: PictureSize) async throws(PictureError) -> PictureImage {
    throw Self.error
  }

  public func frames(of attachment: Attachment, byteBudget: Int) async throws(PictureError) -> [PictureFrame] {
    throw Self.error
  }

  public func file(of attachment: Attachment) async throws(PictureError) -> PictureFile { throw Self.error }

  public func export(_ bytes: [UInt8], to path: String) async throws(PictureError) { throw Self.error }

  public func export(
    _ file: PictureFile, named name: String, into folder: String
  ) async throws(PictureError) -> String { throw Self.error }

  public func copyForOthers(_ bytes: [UInt8], named name: String) async throws(PictureError) -> String {
    throw Self.error
  }

  public func end() {}

  private static let error = PictureError.noReader(.notIncluded)
}
