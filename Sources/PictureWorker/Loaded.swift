import PictureWire

/// A picture as it is wanted: scaled down, upright, in sRGB.
struct Loaded: ~Copyable {
  let header: Header
  let pixels: Pixels
  /// The file as it would be kept, when it moves and is small enough for that.
  let moving: [UInt8]?

  /// Decodes, and gives the file's memory back before it goes on. Scales first, so that turning and colours cost little.
  static func from(
    _ source: consuming Source, longSide: Int, limits: PictureOrder.Limits
  ) throws(Refusal) -> Loaded {
    let file = source.bytes
    var header = try Header.read(file, limits)
    let decoder = try Decoder(header.kind.rawValue, longSide: longSide, isDrawing: false, limits: limits)
    try decoder.decode(header.parts)
    var pixels = try decoder.pixels()
    let moving = kept(header, file, limits)
    header.parts = []  // they point into the file
    _ = consume decoder
    _ = consume source

    let profile = header.profile.isEmpty ? Colours.profile(of: pixels) : header.profile
    let orientation = header.orientation != 1 ? header.orientation : Int(pixels.option("orientation") ?? "") ?? 1
    let fit = Pixels.fit(pixels.width, pixels.height, in: longSide)
    if fit != (pixels.width, pixels.height) { pixels = try pixels.scaled(fit.width, fit.height) }
    if orientation != 1 { pixels = try pixels.upright(orientation) }
    Colours.convert(pixels, from: profile)
    return Loaded(header: header, pixels: pixels, moving: moving)
  }

  private static func kept(_ header: Header, _ file: Bytes, _ limits: PictureOrder.Limits) -> [UInt8]? {
    guard header.isMoving, file.count <= limits.movingBytes, max(header.width, header.height) <= limits.full else {
      return nil
    }
    if header.kind == .webp { return Header.strippedWebP(file) }
    let bytes = header.parts.reduce(into: [UInt8]()) { $0 += $1.pointer }
    return bytes.last == 0x3B ? bytes : bytes + [0x3B]
  }
}
