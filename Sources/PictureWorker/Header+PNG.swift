extension Header {
  /// Walks from chunk to chunk up to the end, which has to be there. Texts, which may be bombs of their own, are left out.
  static func png(_ file: Bytes) throws(Refusal) -> Header {
    guard let mark = file.part(0, 8), file.big32(8) == 13, file.has("IHDR", at: 12), let width = file.big32(16),
      let height = file.big32(20)
    else { throw .damaged }
    var header = Header(kind: .png, width: width, height: height, isLossless: true, parts: [mark])
    var offset = 8
    while true {
      guard let length = file.big32(offset), let chunk = file.part(offset, length + 12) else { throw .damaged }
      if isPicture(chunk) { header.parts.add(chunk, of: file) }
      if chunk.has("acTL", at: 4) { header.frames = chunk.big32(8) ?? 1 }
      if chunk.has("eXIf", at: 4), let exif = chunk.part(8, length) { header.orientation = Exif.orientation(exif) }
      if chunk.has("IEND", at: 4) { return header }
      offset += chunk.count
    }
  }

  private static func isPicture(_ chunk: Bytes) -> Bool {
    let needed: [StaticString] = ["IDAT", "IHDR", "PLTE", "tRNS", "IEND", "iCCP"]
    return needed.contains { chunk.has($0, at: 4) }
  }
}
