/// The lines of a text that comes in parts of any size: each ends with CR, LF, or both. A value without I/O.
package struct LineReader: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where no end of the next line was found.
  private var seen = 0
  /// A CR ended the last line, so an LF right behind it belongs to the same end.
  private var skipsLineFeed = false
  /// Nothing was read yet: a byte order mark may come first.
  private var isAtBeginning = true
  private let mostBytes: Int

  /// A longer line is an error.
  package init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// Takes the next part of the text.
  package mutating func append(_ part: [UInt8]) {
    bytes.removeFirst(start)
    seen -= start
    start = 0
    bytes += part
  }

  /// The next line without its end; nil until more of the text has come. Bytes that are not UTF-8 are replaced.
  package mutating func next() throws(NetworkError) -> String? {
    guard skipMarks() else { return nil }
    guard let end = bytes[seen...].firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) else {
      seen = bytes.count
      return try line(to: seen, isWhole: false)
    }
    let line = try line(to: end, isWhole: true)
    skipsLineFeed = bytes[end] == Self.carriageReturn
    start = end + 1
    seen = start
    return line
  }

  /// What follows the last end of a line, once the whole text has come; nil where that is nothing. Another text may follow.
  package mutating func rest() -> String? {
    defer { self = LineReader(mostBytes: mostBytes) }
    guard skipMarks(isWhole: true), start < bytes.count else { return nil }
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  private func line(to end: Int, isWhole: Bool) throws(NetworkError) -> String? {
    guard end - start <= mostBytes else { throw .partTooLarge(limit: mostBytes) }
    return isWhole ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Skips what belongs to no line; false until it is known whether something does.
  private mutating func skipMarks(isWhole: Bool = false) -> Bool {
    if isAtBeginning {
      let isBegun = Self.byteOrderMark.starts(with: bytes.prefix(3))
      guard bytes.count >= 3 || !isBegun || isWhole else { return false }
      if bytes.count >= 3, isBegun { start = 3 }
      isAtBeginning = false
    }
    if skipsLineFeed, start < bytes.count {
      if bytes[start] == Self.lineFeed { start += 1 }
      skipsLineFeed = false
    }
    seen = max(seen, start)
    return true
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
