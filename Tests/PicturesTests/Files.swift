import Glibc

/// What the tests put into files that no tool here writes.
enum Made {
  /// Exif data with an orientation, a place on earth and a camera's name, as JPEG, PNG and WebP carry it.
  static func exif(orientation: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16) }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      word(tag) + word(type) + long(count) + value
    }
    // The camera's name lies behind both directories.
    let main =
      word(3) + entry(0x10F, 2, 12, long(68)) + entry(0x112, 3, 1, long(orientation))
      + entry(0x8825, 4, 1, long(50)) + long(0)
    let position = word(1) + entry(1, 2, 2, Array("N\0\0\0".utf8)) + long(0)
    return Array("II*\0".utf8) + long(8) + main + position + Array("SecretCamera".utf8)
  }

  /// A JPEG with Exif, XMP, IPTC and a comment in front.
  static func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
    func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
    }
    let segments = [
      segment(0xE1, Array("Exif\0\0".utf8) + exif(orientation: orientation)),
      segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<?xpacket secret?>".utf8)),
      segment(0xED, Array("Photoshop 3.0\u{0}8BIM secret".utf8)), segment(0xFE, Array("A secret comment".utf8)),
    ]
    return Array(file.prefix(2)) + segments.joined() + file.dropFirst(2)
  }

  /// A PNG with Exif and texts.
  static func png(_ file: [UInt8], orientation: Int) -> [UInt8] {
    let chunks = [
      pngChunk("eXIf", exif(orientation: orientation)), pngChunk("tEXt", Array("Comment\0A secret comment".utf8)),
      pngChunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<?xpacket secret?>".utf8)),
    ]
    return Array(file.prefix(33)) + chunks.joined() + file.dropFirst(33)
  }

  static func pngChunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + data
    var check: UInt32 = ~0
    for byte in body {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    return big(data.count) + body + big(Int(~check))
  }

  private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
  private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) }
  }

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + little(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// The coded picture in a simple WebP file.
  private static func coded(_ file: [UInt8]) -> [UInt8] { Array(file.dropFirst(12)) }

  private static func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
  }

  /// A WebP of this size with Exif and XMP.
  static func webp(_ file: [UInt8], _ width: Int, _ height: Int, orientation: Int) -> [UInt8] {
    riff(
      chunk("VP8X", [0x0C, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)) + coded(file)
        + chunk("EXIF", exif(orientation: orientation)) + chunk("XMP ", Array("<?xpacket secret?>".utf8)))
  }

  /// A WebP that moves, of simple ones of this size, with Exif and XMP, also in each step.
  static func movingWebP(_ files: [[UInt8]], _ width: Int, _ height: Int) -> [UInt8] {
    let size = little(width - 1, 3) + little(height - 1, 3)
    let secret = chunk("EXIF", exif(orientation: 6)) + chunk("XMP ", Array("<?xpacket secret?>".utf8))
    let steps = files.flatMap { chunk("ANMF", little(0, 6) + size + little(120, 3) + [2] + coded($0) + secret) }
    return riff(
      chunk("VP8X", [0x0E, 0, 0, 0] + size) + chunk("ANIM", little(0, 6)) + steps
        + secret)
  }

  /// Words that stand in no file that is kept.
  static let secrets = [
    "Exif", "EXIF", "eXIf", "GPS", "Secret", "secret", "xpacket", "ns.adobe.com", "8BIM", "Photoshop", "XMP ", "tEXt",
    "iTXt", "zTXt", "iCCP", "ICC_PROFILE", "ICCP", "Comment", "tIME", "pHYs",
  ]
}

/// Whether the bytes hold this text.
func holds(_ bytes: [UInt8], _ text: String) -> Bool {
  let wanted = Array(text.utf8)
  return bytes.withUnsafeBytes { all in
    var rest = all[...]
    while rest.count >= wanted.count,
      let found = memchr(all.baseAddress! + rest.startIndex, Int32(wanted[0]), rest.count - wanted.count + 1)
    {
      if memcmp(found, wanted, wanted.count) == 0 { return true }
      rest = all[(UnsafeRawPointer(found) - all.baseAddress! + 1)...]
    }
    return false
  }
}
