import PictureWire

/// Makes of a file of unknown origin the three files that are kept.
///
/// Every still picture is written again, from pixels alone: that is how all metadata goes, also what nobody thought of.
struct Preparation {
  /// A drawing is what a lossless file shows in few colours. Photos have far more even when they are small, and JPEG's
  /// rings around lines would be seen in everything that has fewer.
  private static let coloursOfDrawing = 16_384

  let limits: PictureOrder.Limits

  init(_ limits: PictureOrder.Limits) { self.limits = limits }

  func prepare(_ source: consuming Source) throws(Refusal) -> PictureAnswer {
    let loaded = try Loaded.from(source, longSide: limits.full, limits: limits)
    let (header, moving) = (loaded.header, loaded.moving)
    let isTranslucent = loaded.pixels.isTranslucent
    let still = { (pixels: borrowing Pixels, quality: Int, isExact: Bool) throws(Refusal) -> PictureAnswer.Part in
      try isTranslucent || isExact ? pixels.png() : pixels.jpeg(quality: quality)
    }
    let full: PictureAnswer.Part
    if let moving {
      let kind: PictureAnswer.Part.Kind = header.kind == .gif ? .gif : .webp
      full = PictureAnswer.Part(kind: kind, width: header.width, height: header.height, bytes: moving)
    } else {
      let isDrawing =
        header.isLossless && !isTranslucent && loaded.pixels.hasAtMost(colours: Self.coloursOfDrawing)
      full = try still(loaded.pixels, 80, isDrawing)
    }

    // Each from the next larger one: halving twice costs less than starting from the whole again.
    let preview = try loaded.pixels.atMost(limits.preview)
    let previewFile = try file(of: preview, like: full) { pixels throws(Refusal) in try still(pixels, 80, false) }
    let thumbnail = try preview.atMost(limits.thumbnail)
    let thumbnailFile = try file(of: thumbnail, like: full) { pixels throws(Refusal) in try still(pixels, 60, false) }
    return PictureAnswer(
      .good, width: full.width, height: full.height, parts: [full, previewFile, thumbnailFile])
  }

  /// A small lossless picture is its own preview: writing it again could only lose something.
  private func file(
    of pixels: borrowing Pixels, like full: PictureAnswer.Part,
    _ make: (borrowing Pixels) throws(Refusal) -> PictureAnswer.Part
  ) throws(Refusal) -> PictureAnswer.Part {
    if full.kind == .png, full.width == pixels.width, full.height == pixels.height { return full }
    return try make(pixels)
  }
}
