import Domain
import Platform

/// A log that was damaged where it had been whole, told apart from one whose end was torn off by a power cut.
///
/// SQLite reads a log up to the first frame that does not agree with its checksum, and drops the rest without a word
/// (sqlite.org/fileformat.html §4). A torn end holds nothing that was ever acknowledged. But a transaction begins only
/// when the one before is on the disk. So where, at or beyond the first bad frame, a transaction's last frame is followed
/// by one whose checksum goes on from it, the bad frame had once been whole, and acknowledged writes are lost.
enum DamagedLog {
  /// True only when damage is proven; that of the last transaction alone cannot be. For who is alone in the library.
  static func isProven(in path: String) throws(StoreError) -> Bool {
    guard Files.size(path) ?? 0 > headSize else { return false }
    return try Files.with(path, O_RDONLY) { descriptor throws(StoreError) in
      guard let head = try read(descriptor, headSize, path) else { return false }
      // The head is on the disk before the first frame is. One that is damaged makes SQLite drop all that follows, and
      // what of it had been acknowledged cannot be told any more.
      guard let format = Format(head), format.sum((0, 0), head[..<24]) == format.pair(head, 24) else {
        return try holdsAnything(descriptor, path)
      }
      var isWhole = true
      var last = format.pair(head, 24)
      var isEnd = false
      while let frame = try read(descriptor, frameHeadSize + format.pageSize, path) {
        let sum = format.sum(format.sum(last, frame[..<8]), frame[frameHeadSize...])
        let isOurs = frame[8..<16].elementsEqual(head[16..<24])
        last = format.pair(frame, 16)
        let goesOn = isOurs && sum == last
        if !isWhole, isEnd, goesOn { return true }
        isWhole = isWhole && goesOn
        isEnd = !isWhole && isOurs && frame[4..<8].contains { $0 != 0 }
      }
      return false
    }
  }

  /// The bytes before the first frame.
  static let headSize = 32
  private static let frameHeadSize = 24

  /// False for room that was given to a file and never written: there all bytes are zero.
  private static func holdsAnything(_ descriptor: Int32, _ path: String) throws(StoreError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Platform.read(descriptor, &bytes, bytes.count)
      guard count >= 0 else { throw StoreError(systemError: errno, path: path, isReading: true) }
      if count == 0 { return false }
      if bytes.prefix(count).contains(where: { $0 != 0 }) { return true }
    }
  }

  /// So many bytes from where the last ones ended; nil where fewer are left.
  private static func read(_ descriptor: Int32, _ count: Int, _ path: String) throws(StoreError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let part = bytes.withUnsafeMutableBytes { Platform.read(descriptor, $0.baseAddress! + done, count - done) }
      guard part >= 0 else { throw StoreError(systemError: errno, path: path, isReading: true) }
      if part == 0 { return nil }
      done += part
    }
    return bytes
  }

  /// How a log's numbers are to be read, as its head says.
  private struct Format {
    let pageSize: Int
    /// In which order of bytes the checksums were made.
    private let isBigEndian: Bool

    init?(_ head: [UInt8]) {
      let magic = Self.word(head, 0)
      pageSize = Int(Self.word(head, 8))
      isBigEndian = magic & 1 == 1
      guard magic | 1 == 0x377F_0683, (512...65_536).contains(pageSize), pageSize.nonzeroBitCount == 1 else {
        return nil
      }
    }

    /// Two numbers that lie side by side.
    func pair(_ bytes: [UInt8], _ offset: Int) -> (UInt32, UInt32) {
      (Self.word(bytes, offset), Self.word(bytes, offset + 4))
    }

    /// The checksum after `bytes`, which are a multiple of eight, going on from `start`.
    func sum(_ start: (UInt32, UInt32), _ bytes: ArraySlice<UInt8>) -> (UInt32, UInt32) {
      bytes.withUnsafeBytes { bytes in
        var (first, second) = start
        for offset in stride(from: 0, to: bytes.count, by: 8) {
          first &+= word(bytes, offset) &+ second
          second &+= word(bytes, offset + 4) &+ first
        }
        return (first, second)
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
