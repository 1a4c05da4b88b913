extension Header {
  /// The first page: a later one is never looked at.
  static func tiff(_ file: Bytes) throws(Refusal) -> Header {
    guard let directory = TIFFDirectory(file), let width = directory.number(of: 256),
      let height = directory.number(of: 257)
    else { throw .damaged }
    let isJPEG = [6, 7].contains(directory.number(of: 259) ?? 1)
    return Header(kind: .tiff, width: width, height: height, isLossless: !isJPEG, parts: [file])
  }
}

/// The first directory of a TIFF file, or of Exif data, which are built alike.
struct TIFFDirectory {
  private let entries: Bytes
  private let isLittle: Bool

  /// Nil when there is none, or it does not lie within the data.
  init?(_ data: Bytes) {
    switch data.big32(0) {
    case 0x4949_2A00: isLittle = true
    case 0x4D4D_002A: isLittle = false
    default: return nil
    }
    guard let offset = isLittle ? data.little32(4) : data.big32(4),
      let count = isLittle ? data.little16(offset) : data.big16(offset),
      let entries = data.part(offset + 2, count * 12)
    else { return nil }
    self.entries = entries
  }

  /// The value of a tag that is one whole number.
  func number(of tag: Int) -> Int? {
    for offset in stride(from: 0, to: entries.count, by: 12) where word(offset) == tag {
      guard long(offset + 4) == 1 else { return nil }
      switch word(offset + 2) {
      case 3: return word(offset + 8)
      case 4: return long(offset + 8)
      default: return nil
      }
    }
    return nil
  }

  private func word(_ offset: Int) -> Int? { isLittle ? entries.little16(offset) : entries.big16(offset) }
  private func long(_ offset: Int) -> Int? { isLittle ? entries.little32(offset) : entries.big32(offset) }
}
