extension Header {
  /// Walks from block to block. Comments, texts and what programs keep for themselves are left out; how often it plays
  /// is not.
  static func gif(_ file: Bytes) throws(Refusal) -> Header {
    guard let width = file.little16(6), let height = file.little16(8), let packed = file[10],
      let begin = file.part(0, 13 + tableSize(packed))
    else { throw .damaged }
    var header = Header(kind: .gif, width: width, height: height, frames: 0, isLossless: true, parts: [begin])
    var offset = begin.count
    while let mark = file[offset], mark != 0x3B {
      let end: Int?
      var isPicture = true
      switch mark {
      case 0x2C:
        guard let left = file.little16(offset + 1), let top = file.little16(offset + 3),
          let wide = file.little16(offset + 5), let high = file.little16(offset + 7), let packed = file[offset + 9]
        else { throw .damaged }
        header.frames += 1
        (header.width, header.height) = (max(header.width, left + wide), max(header.height, top + high))
        end = endOfBlocks(file, from: offset + 11 + tableSize(packed))
      case 0x21:
        isPicture =
          file[offset + 1] == 0xF9 || file.has("NETSCAPE2.0", at: offset + 3) || file.has("ANIMEXTS1.0", at: offset + 3)
        end = endOfBlocks(file, from: offset + 2)
      default: throw .damaged
      }
      guard let end, let block = file.part(offset, end - offset) else { throw .damaged }
      if isPicture { header.parts.add(block, of: file) }
      offset = end
    }
    guard header.frames > 0 else { throw .damaged }
    // Only the last byte may be missing, as in files that some programs write.
    if let last = file.part(offset, 1) { header.parts.add(last, of: file) }
    return header
  }

  private static func tableSize(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

  /// Behind the empty block that ends a run of blocks.
  private static func endOfBlocks(_ file: Bytes, from start: Int) -> Int? {
    var offset = start
    while let length = file[offset] {
      offset += 1 + Int(length)
      if length == 0 { return offset }
    }
    return nil
  }
}
