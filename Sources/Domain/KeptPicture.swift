/// A picture in the library's files: its name there, what it is and how large.
public struct KeptPicture: Hashable, Sendable {
  /// What its files are called.
  public var hash: PictureHash
  /// What kind of file the full one is.
  public var format: PictureFormat
  /// The size of the kept file.
  public var bytes: Int64

  public init(hash: PictureHash, format: PictureFormat, bytes: Int64) {
    self.hash = hash
    self.format = format
    self.bytes = bytes
  }
}

/// The SHA-256 of a picture's kept bytes, which is also its name: the same picture is kept once.
public struct PictureHash: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 32 bytes.
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits in lower case, as in a file's name.
  public init?(_ text: some StringProtocol) {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }

  public var description: String { bytes.hexadecimal }

  public static func < (one: Self, other: Self) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

/// What a kept picture's file is. The raw value is the media type, and kept in databases.
public enum PictureFormat: String, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  /// Kept as it came, but for its comments, where it moves.
  case gif = "image/gif"
  case webp = "image/webp"

  /// For a file's name, without the dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    case .webp: "webp"
    }
  }
}

/// How large a picture is wanted; each but the whole one has a file of its own.
public enum PictureSize: Hashable, Sendable, CaseIterable {
  /// For the preview bar and for lists: 100 points at a scale of 2.
  case thumbnail
  /// For a bubble: 240 points at a scale of 2.
  case preview
  /// As kept.
  case full

  /// The longest side in pixels.
  public var longSide: Int {
    switch self {
    case .thumbnail: 200
    case .preview: 480
    case .full: 2_048
    }
  }
}
