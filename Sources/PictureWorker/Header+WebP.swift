extension Header {
  static func webp(_ file: Bytes) throws(Refusal) -> Header {
    guard let size = file.little32(4), let whole = file.part(0, size + 8) else { throw .damaged }
    var header = Header(kind: .webp, width: 0, height: 0, frames: 0, isLossless: true, pieces: [whole])
    try header.takeChunks(of: whole, from: 12)
    header.frames = max(1, header.frames)
    return header
  }

  /// Reads each chunk's size of picture, and takes the largest: they may not agree.
  private mutating func takeChunks(of data: Bytes, from start: Int) throws(Refusal) {
    var offset = start
    while offset < data.count {
      guard let length = data.little32(offset + 4), let chunk = data.part(offset + 8, length) else { throw .damaged }
      if data.has("VP8X", at: offset), let wide = chunk.little24(4), let high = chunk.little24(7) {
        take(wide + 1, high + 1)
      } else if data.has("VP8L", at: offset), let bits = chunk.little32(1) {
        take(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
      } else if data.has("VP8 ", at: offset), let wide = chunk.little16(6), let high = chunk.little16(8) {
        take(wide & 0x3FFF, high & 0x3FFF)
        isLossless = false
      } else if data.has("ANMF", at: offset), chunk.count >= 16 {
        frames += 1
        try takeChunks(of: chunk, from: 16)
      } else if data.has("ICCP", at: offset) {
        profile = Array(chunk.pointer)
      } else if data.has("EXIF", at: offset) {
        orientation = Exif.orientation(chunk.has("Exif\0\0", at: 0) ? chunk.from(6) ?? chunk : chunk)
      }
      offset += 8 + length + length & 1
    }
  }

  private mutating func take(_ width: Int, _ height: Int) {
    (self.width, self.height) = (max(self.width, width), max(self.height, height))
  }

  /// A picture that moves as a file of its own, with nothing in it but its steps.
  static func strippedWebP(_ file: Bytes) -> [UInt8]? {
    guard let size = file.little32(4), let whole = file.part(0, size + 8) else { return nil }
    var made: [UInt8] = []
    var offset = 12
    while offset < whole.count {
      guard let length = whole.little32(offset + 4), let chunk = whole.part(offset, 8 + length) else { return nil }
      if chunk.has("VP8X", at: 0), length >= 10 {
        made += chunk.pointer
        // The bits that say that there is a profile, Exif and XMP.
        made[made.count - length] &= ~0x2C
      } else if chunk.has("ANIM", at: 0) || chunk.has("ANMF", at: 0) {
        made += chunk.pointer
      }
      if length & 1 == 1, made.count & 1 == 1 { made.append(0) }
      offset += 8 + length + length & 1
    }
    let count = made.count + 4
    let sizes = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    return Array("RIFF".utf8) + sizes + Array("WEBP".utf8) + made
  }
}
