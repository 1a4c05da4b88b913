/// Some lines of code, which are laid out as one: the time for all in one would grow with the square of their number.
nonisolated struct CodeChunk {
  let range: Range<Int>
  /// The number of the line in which it begins, counted from 0.
  let line: Int
  let count: Int
  /// Whether the next chunk goes on in its last line.
  let isCut: Bool
  /// Whether all its letters are of the plainest kind, so that each line is as high as said.
  let isPlain: Bool
  /// How many letters its longest line has.
  let columns: Int

  /// The most lines and bytes of a chunk.
  private static let limit = (lines: 40, bytes: 6_000)
  /// The most lines of the first one, which is what is seen of folded code.
  private static let firstLines = 20

  /// The chunks of a text from a place at which one begins.
  static func chunks(of text: String, from start: Int, line: Int) -> [CodeChunk] {
    var text = text
    return text.withUTF8 { bytes in
      var chunks: [CodeChunk] = []
      var (from, first, line, column, columns) = (start, line, line, 0, 0)
      var index = start
      var isPlain = true
      func end(_ isCut: Bool) {
        columns = max(columns, column)
        chunks.append(
          CodeChunk(
            range: from..<index, line: first, count: line - first + 1, isCut: isCut, isPlain: isPlain, columns: columns)
        )
        (isPlain, columns, column) = (true, 0, 0)
      }
      while index < bytes.count {
        let byte = bytes[index]
        isPlain = isPlain && byte < 0x80
        if byte == 0x0A {
          columns = max(columns, column)
          column = 0
          if line - first + 1 == (from == 0 ? firstLines : limit.lines) || index - from > limit.bytes {
            end(false)
            (from, first) = (index + 1, line + 1)
          }
          line += 1
        } else if byte & 0xC0 != 0x80 {
          if index - from > limit.bytes + 2_000 {
            // A line without an end: it goes on below.
            end(true)
            (from, first) = (index, line)
          }
          // Letters of four bytes, and of three from the East, are about twice as wide.
          column += byte == 0x09 ? 4 - column % 4 : byte >= 0xE3 ? 2 : 1
        }
        index += 1
      }
      end(false)
      return chunks
    }
  }
}
