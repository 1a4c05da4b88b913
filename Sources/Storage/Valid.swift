import Domain
import Platform

/// What stands in the columns of a library that nothing has damaged. Whoever reads takes the nearest of these values.
enum Valid {
  /// Places of messages are counted from 1; none comes near this in a life.
  static let sequences: ClosedRange<Int64> = 1...(1 << 53)
  /// For counts, sizes and figures; a few more still fit into every number.
  static let most: Int64 = 1 << 53
  /// Sides of pictures, in pixels.
  static let sides: ClosedRange<Int64> = 0...1_000_000
  /// Titles and previews are lines; what is longer was not written by Sotto.
  static let lineBytes = 8_192
  /// Names of who answered, which stand over their answers.
  static let nameBytes = 256
  /// Names, addresses and reasons.
  static let wordsBytes = 65_536
}

/// Texts as bytes, in which C ends at a NUL.
enum PlainBytes {
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard let start = bytes.baseAddress, memchr(start, 0, bytes.count) != nil else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return withoutNUL(String(decoding: bytes, as: UTF8.self))
  }

  /// True for UTF-8 without a NUL.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    return memchr(start, 0, bytes.count) == nil && String(validating: bytes, as: UTF8.self) != nil
  }

  /// The text with U+FFFD in the place of each NUL.
  static func withoutNUL(_ text: String) -> String {
    var text = text
    let hasNUL = text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    guard hasNUL else { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.lazy.map { $0 == "\0" ? "\u{FFFD}" : $0 })
    return String(scalars)
  }
}
