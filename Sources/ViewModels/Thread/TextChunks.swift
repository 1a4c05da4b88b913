/// Long text in chunks that can each be laid out within a frame. All offsets are of UTF-8.
///
/// A chunk ends at a line's end where there is one, else at a space, else between two letters.
public enum TextChunks {
  /// No chunk has more letters than this, marks on letters counted.
  static let mostLetters = 4_000
  /// No chunk has more lines than this.
  static let mostLines = 120

  /// Where chunks of `text` end and another begins, behind `start`, which is such a place itself or 0; no more than
  /// `count` of them. Reads no further than it needs.
  static func cuts(
    in text: String, after start: Int = 0, letters: Int = mostLetters, lines: Int = mostLines, atMost count: Int = .max
  ) -> [Int] {
    var found: [Int] = []
    func search(_ bytes: UnsafeBufferPointer<UInt8>) {
      var begin = start
      while found.count < count, let end = end(ofChunkAt: begin, letters: letters, lines: lines, in: bytes) {
        found.append(end)
        begin = end
      }
    }
    if text.utf8.withContiguousStorageIfAvailable(search) == nil { Array(text.utf8).withUnsafeBufferPointer(search) }
    return found
  }

  /// The text between two cuts, without the line end at which it was cut.
  static func chunk(of text: String, from start: Int, to end: Int) -> String {
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: start)
    var to = utf8.index(utf8.startIndex, offsetBy: end)
    if to < utf8.endIndex, to > from, utf8[utf8.index(before: to)] == newline { to = utf8.index(before: to) }
    return String(text[from..<to])
  }

  /// Nil when the text ends before the chunk would.
  private static func end(
    ofChunkAt start: Int, letters most: Int, lines mostLines: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var letters = 0
    var lines = 0
    var lineEnd = start
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      // The bytes behind a letter's first.
      if byte & 0xC0 != 0x80 {
        if letters == most { return cut(before: index, from: start, lineEnd: lineEnd, in: bytes) }
        letters += 1
      }
      index += 1
      if byte == newline || byte == 0x0D || byte == 0xA8 || byte == 0xA9, endsLine(index, in: bytes) {
        lines += 1
        lineEnd = index
        if lines == mostLines, index < bytes.count { return index }
      }
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")

  /// Whether a line ends before `index`: CR, LF, both, and Unicode's own two.
  private static func endsLine(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes[index - 1] {
    case newline: true
    case 0x0D: index == bytes.count || bytes[index] != newline
    default: index >= 3 && bytes[index - 2] == 0x80 && bytes[index - 3] == 0xE2
    }
  }

  /// The best place to cut at or before `index`.
  private static func cut(before index: Int, from start: Int, lineEnd: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int
  {
    if lineEnd > start + (index - start) / 2 { return lineEnd }
    let space = bytes[max(start, index - 200)..<index].lastIndex(of: UInt8(ascii: " "))
    if let space, space > start { return space + 1 }
    // A letter may be of many parts (emoji, marks), and without end: only the last few bytes are looked at.
    var begin = max(start, index - 160)
    while begin > start, bytes[begin] & 0xC0 == 0x80 { begin -= 1 }
    var end = min(index + 80, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let near = String(decoding: bytes[begin..<end], as: UTF8.self)
    var best = index
    var at = begin
    for letter in near {
      if at <= index { best = at } else { break }
      at += letter.utf8.count
    }
    return best > start && best > begin ? best : index
  }
}
