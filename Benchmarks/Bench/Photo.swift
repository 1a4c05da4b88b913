import FoundationEssentials

/// A JPEG as a camera writes it, made by ImageMagick: gradients under noise, so that it holds as much as a photo does,
/// and Exif's word that it was taken with the camera on its side.
struct Photo {
  private let bytes: [UInt8]
  /// Where the first table of quantisation keeps its 64 steps.
  private let steps: Int

  init(width: Int, height: Int, in folder: String) throws {
    let plain = folder + "/plain.jpg"
    try Program.run([
      "convert", "-seed", "7", "-size", "\(width / 4)x\(height / 4)", "plasma:steelblue-sandybrown", "-resize",
      "\(width)x\(height)!", "-attenuate", "0.28", "+noise", "Gaussian", "-quality", "90", plain,
    ])
    guard let file = FileManager.default.contents(atPath: plain) else { throw Trouble("convert made no picture") }
    try FileManager.default.removeItem(atPath: plain)
    let made = Array(file)
    guard let table = made.indices.first(where: { made[$0...].starts(with: [0xFF, 0xDB]) }) else {
      throw Trouble("convert made a JPEG without a table")
    }
    bytes = made[..<2] + Self.exif + made[2...]
    steps = table + Self.exif.count + 5
  }

  var size: Int { bytes.count }

  /// One of some thousand different pictures of the same make, so that none is in the library already: each has one
  /// frequency a little stronger than the others.
  func variant(_ number: Int) -> [UInt8] {
    var bytes = bytes
    bytes[steps + 1 + number % 20] += UInt8(1 + number / 20 % 200)
    return bytes
  }

  /// Writes a variant and has it on the disk, so that nobody's time goes into that later.
  func write(_ number: Int, to path: String) throws {
    try Data(variant(number)).write(to: URL(filePath: path))
    try Program.run(["sync", path])
  }

  /// The segment that says: turn a quarter to the right.
  private static let exif: [UInt8] =
    [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    + [0, 0, 0, 0]
}
