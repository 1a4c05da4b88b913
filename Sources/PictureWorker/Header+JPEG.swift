extension Header {
  /// Walks from marker to marker up to the end, which has to be there: libjpeg paints what is missing grey.
  static func jpeg(_ file: Bytes) throws(Refusal) -> Header {
    var header = Header(kind: .jpeg, width: 0, height: 0, parts: [])
    guard let begin = file.part(0, 2) else { throw .damaged }
    header.parts = [begin]
    var offset = 2
    while true {
      guard file[offset] == 0xFF, let marker = file[offset + 1] else { throw .damaged }
      if marker == 0xFF {  // a byte of filling
        offset += 1
        continue
      }
      let isAlone = marker == 0x01 || (0xD0...0xD9).contains(marker)
      guard let length = isAlone ? 0 : file.big16(offset + 2), isAlone || length >= 2,
        var segment = file.part(offset, 2 + length)
      else { throw .damaged }
      switch marker {
      case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
        guard let height = segment.big16(5), let width = segment.big16(7) else { throw .damaged }
        (header.width, header.height) = (max(header.width, width), max(header.height, height))
      case 0xDA:
        guard header.width > 0, let end = endOfScan(file, from: offset + segment.count),
          let scan = file.part(offset, end - offset)
        else { throw .damaged }
        segment = scan
      case 0xE1 where segment.has("Exif\0\0", at: 4):
        if let exif = segment.from(10) { header.orientation = Exif.orientation(exif) }
      default: break
      }
      if isPicture(marker, segment) { header.parts.add(segment, of: file) }
      if marker == 0xD9 { return header }  // what stands behind it is no part of the picture
      offset += segment.count
    }
  }

  /// The place of the marker that ends a scan's coded data.
  private static func endOfScan(_ file: Bytes, from start: Int) -> Int? {
    var offset = start
    while let found = file.index(of: 0xFF, from: offset), let next = file[found + 1] {
      // A zero makes it data; restarts are part of the scan; of several, the last counts.
      if next == 0xFF {
        offset = found + 1
      } else if next == 0 || (0xD0...0xD7).contains(next) {
        offset = found + 2
      } else {
        return found
      }
    }
    return nil
  }

  /// Whether decoding needs this segment. Not: Exif and XMP, IPTC, small pictures in pictures, comments.
  private static func isPicture(_ marker: UInt8, _ segment: Bytes) -> Bool {
    switch marker {
    case 0xE0: segment.has("JFIF\0", at: 4)
    case 0xE2: segment.has("ICC_PROFILE\0", at: 4)
    case 0xEE: segment.has("Adobe", at: 4)
    case 0xE1, 0xE3...0xED, 0xEF, 0xFE: false
    default: true
    }
  }
}

/// The one thing in Exif data that a picture needs.
enum Exif {
  /// How the picture has to be turned, 1 to 8; 1 when that is not said in a way that makes sense.
  static func orientation(_ data: Bytes) -> Int {
    guard let directory = TIFFDirectory(data), let value = directory.number(of: 0x0112), (1...8).contains(value) else {
      return 1
    }
    return value
  }
}
