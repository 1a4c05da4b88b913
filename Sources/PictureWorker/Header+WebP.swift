extension Header {
  static func webp(_ file: Bytes) throws(Refusal) -> Header {
    guard let size = file.little32(4), let full = file.part(0, size + 8) else { throw .damaged }
    var header = Header(kind: .webp, width: 0, height: 0, frames: 0, isLossless: true, parts: [full])
    try header.takeChunks(of: full, from: 12)
    header.frames = max(1, header.frames)
    return header
  }

  /// Reads each chunk's size of picture, and takes the largest: they may not agree.
  private mutating func takeChunks(of data: Bytes, from start: Int, inStep: Bool = false) throws(Refusal) {
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
        guard !inStep else { throw .damaged }
        frames += 1
        try takeChunks(of: chunk, from: 16, inStep: true)
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
    guard let size = file.little32(4), let full = file.part(0, size + 8) else { return nil }
    var made: [UInt8] = []
    var offset = 12
    while offset < full.count {
      guard let length = full.little32(offset + 4), let chunk = full.part(offset, 8 + length) else { return nil }
      if chunk.has("VP8X", at: 0), length >= 10 {
        made += chunk.pointer
        // The bits that say that there is a profile, Exif and XMP.
        made[made.count - length] &= ~0x2C
      } else if chunk.has("ANIM", at: 0) {
        made += chunk.pointer
      } else if chunk.has("ANMF", at: 0), length >= 16 {
        guard let step = strippedStep(chunk) else { return nil }
        made += step
      }
      if made.count & 1 == 1 { made.append(0) }
      offset += 8 + length + length & 1
    }
    return Array("RIFF".utf8) + little(made.count + 4) + Array("WEBP".utf8) + made
  }

  /// One step with nothing in it but its place, its time and its picture.
  private static func strippedStep(_ chunk: Bytes) -> [UInt8]? {
    guard let canvas = chunk.part(8, 16) else { return nil }
    var made = Array(canvas.pointer)
    var offset = 24
    while offset < chunk.count {
      guard let length = chunk.little32(offset + 4), let part = chunk.part(offset, 8 + length) else { return nil }
      if part.has("ALPH", at: 0) || part.has("VP8 ", at: 0) || part.has("VP8L", at: 0) { made += part.pointer }
      if made.count & 1 == 1 { made.append(0) }
      offset += 8 + length + length & 1
    }
    return Array("ANMF".utf8) + little(made.count) + made
  }

  private static func little(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }
}
