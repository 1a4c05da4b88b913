public import Domain
import PictureWire

extension PictureKeeper {
  /// The longest side of a drawing that leaves the app as a file.
  private static let drawnFile = 960

  public func image(of attachment: Attachment, _ size: PictureSize) async throws(PictureError) -> PictureImage {
    switch attachment.content {
    case .remote: throw .unavailable
    case .drawing(let name):
      guard let drawing = drawing(name) else { throw .unavailable }
      return try await image(.drawing, of: drawing, size)
    case .kept(let kept):
      // The whole picture also stands in for a smaller file that is gone or broken.
      if size != .full, let bytes = try await bytes(of: kept.hash, size) {
        do throws(PictureError) {
          return try await image(.decode, of: bytes, size)
        } catch {
          guard error == .unavailable else { throw error }
        }
      }
      guard let bytes = try await bytes(of: kept.hash, .full) else { throw .unavailable }
      return try await image(.decode, of: bytes, size)
    }
  }

  public func frames(of attachment: Attachment, byteBudget: Int) async throws(PictureError) -> [PictureFrame] {
    guard case .kept(let kept) = attachment.content, kept.format == .gif || kept.format == .webp else { return [] }
    guard let bytes = try await bytes(of: kept.hash, .full) else { throw .unavailable }
    let order = PictureOrder(
      .frames, longSide: PictureSize.preview.longSide, byteBudget: byteBudget, limits: Self.limits)
    let parts = try await parts(
      order, bytes, within: PictureAnswer.Bounds(parts: PictureLimits.frames, bytes: byteBudget))
    return parts.compactMap { part in
      PictureImage(width: part.width, height: part.height, pixels: part.bytes).map {
        PictureFrame(image: $0, duration: .milliseconds(part.milliseconds))
      }
    }
  }

  public func file(of attachment: Attachment) async throws(PictureError) -> PictureFile {
    switch attachment.content {
    case .remote: throw .unavailable
    case .kept(let kept):
      guard let bytes = try await bytes(of: kept.hash, .full) else { throw .unavailable }
      return PictureFile(bytes: bytes, format: kept.format)
    case .drawing(let name):
      guard let drawing = drawing(name) else { throw .unavailable }
      let order = PictureOrder(.drawingFile, longSide: Self.drawnFile, limits: Self.limits)
      let parts = try await parts(order, drawing, within: PictureAnswer.Bounds(parts: 1, bytes: PictureLimits.bytes))
      guard let file = parts.first.flatMap(PictureFile.init), file.format == .png else { throw .unavailable }
      return file
    }
  }

  private func bytes(of hash: PictureHash, _ size: PictureSize) async throws(PictureError) -> [UInt8]? {
    if Task.isCancelled { throw .cancelled }
    do throws(StoreError) { return try await files.bytes(of: hash, size) } catch { throw .store(error) }
  }

  private func image(
    _ task: PictureOrder.Task, of bytes: [UInt8], _ size: PictureSize
  ) async throws(PictureError) -> PictureImage {
    let order = PictureOrder(task, longSide: size.longSide, limits: Self.limits)
    let bounds = PictureAnswer.Bounds(parts: 1, bytes: size.longSide * size.longSide * 4)
    guard let part = try await parts(order, bytes, within: bounds).first, part.kind == .pixels,
      max(part.width, part.height) <= size.longSide,
      let image = PictureImage(width: part.width, height: part.height, pixels: part.bytes)
    else { throw .unavailable }
    return image
  }

  /// Asks the reader about a picture of the library's own: whatever is wrong with it, it cannot be shown.
  private func parts(
    _ order: PictureOrder, _ bytes: [UInt8], within bounds: PictureAnswer.Bounds
  ) async throws(PictureError) -> [PictureAnswer.Part] {
    if Task.isCancelled { throw .cancelled }
    do throws(ReaderFailure) {
      let answer = try await display.ask(order, bytes, within: bounds)
      guard answer.verdict == .good else { throw ReaderFailure.damaged }
      return answer.parts
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .cannotStart(let fault): throw .noReader(fault)
      // It was readable when it was taken in: a busy machine, which passes.
      case .tooHard: throw .tooHard(name: "The picture")
      case .damaged: throw .unavailable
      }
    }
  }
}
