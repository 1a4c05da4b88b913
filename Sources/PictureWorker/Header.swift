import PictureWire

/// What a file says of itself before anything is decoded, read by this program and no library.
struct Header {
  /// The kinds of files that are read. The raw value is the name of gdk-pixbuf's loader.
  enum Kind: String {
    case jpeg, png, gif, webp, tiff, avif
    case heic = "heif/avif"
  }

  var kind: Kind
  var width: Int
  var height: Int
  /// Steps of a picture that moves; 1 for one that stands still.
  var frames = 1
  /// How the picture has to be turned, 1 to 8 as Exif counts; 1 where the loader turns it or tells.
  var orientation = 1
  /// Whether the file keeps each pixel as it was.
  var isLossless = false
  /// The profile of its colours, where this program reads it and not the loader.
  var profile: [UInt8] = []
  /// What the loader gets, in order: where it can be left out, nothing that is no part of the picture.
  var parts: [Bytes]

  /// Whether this is a picture of several steps that can be kept as it came.
  var isMoving: Bool { frames > 1 && (kind == .gif || kind == .webp) }

  /// Reads the header of a picture of one of the known kinds, told by its first bytes and not by its name.
  static func read(_ file: Bytes, _ limits: PictureOrder.Limits) throws(Refusal) -> Header {
    let header = try readAny(file)
    guard header.width > 0, header.height > 0 else { throw .damaged }
    try limits.check(header.width, header.height)
    guard header.frames <= limits.frames else { throw .tooManyFrames }
    return header
  }

  private static func readAny(_ file: Bytes) throws(Refusal) -> Header {
    if file.big16(0) == 0xFFD8, file[2] == 0xFF { return try jpeg(file) }
    if file.big32(0) == 0x8950_4E47, file.big32(4) == 0x0D0A_1A0A { return try png(file) }
    if file.has("GIF87a", at: 0) || file.has("GIF89a", at: 0) { return try gif(file) }
    if file.has("RIFF", at: 0), file.has("WEBP", at: 8) { return try webp(file) }
    if file.big32(0) == 0x4949_2A00 || file.big32(0) == 0x4D4D_002A { return try tiff(file) }
    if file.has("ftyp", at: 4) { return try boxes(file) }
    throw .notAPicture
  }
}

extension PictureOrder.Limits {
  /// Refuses a picture that is too large to be decoded.
  func check(_ width: Int, _ height: Int) throws(Refusal) {
    guard width <= side, height <= side, width * height <= pixels else {
      throw .tooManyPixels(width: width, height: height)
    }
  }
}

extension [Bytes] {
  /// Adds a chunk, as one with the last where they touch.
  mutating func add(_ part: Bytes, of file: Bytes) {
    if let last, last.start + last.count == part.start, let both = file.part(last.start, last.count + part.count) {
      self[count - 1] = both
    } else {
      append(part)
    }
  }
}
