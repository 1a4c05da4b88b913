/// Cuts a text that somebody typed into pieces that can be laid out one by one.
enum TypedText {
  static let mostLetters = 4_000
  static let mostLines = 120

  /// The pieces with the places where they begin. A piece is final once another follows it.
  static func pieces(
    of text: UnsafeBufferPointer<UInt8>, from place: Int = 0, line firstLine: Int = 0
  ) -> [(block: Block, start: Int)] {
    var pieces: [(block: Block, start: Int)] = []
    var (start, line) = (place, firstLine)
    var isContinuing = place > 0 && !text[place - 1].isLineEnd
    while start < text.count {
      let cut = Cut(of: text, from: start)
      let words = UnsafeBufferPointer(rebasing: text[start..<cut.end])
      let inline = Inline(
        String(decoding: words, as: UTF8.self),
        spans: WebLinks.spans(in: words, mayBeginBefore: isContinuing, mayGoOn: cut.isInLine))
      let lines = line..<line + cut.lineEnds + (cut.endsLine ? 0 : 1)
      pieces.append((Block(.typed(inline, isContinued: cut.isInLine), lines: lines), start))
      (start, line, isContinuing) = (cut.next, line + cut.lineEnds, cut.isInLine)
    }
    return pieces
  }

  /// Where a piece ends.
  private struct Cut {
    var end: Int
    /// Where the next one begins: behind the line feed.
    var next: Int
    var lineEnds = 0
    var isInLine = false
    var endsLine = false

    init(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
      var letters = 0
      var lineEnd: (end: Int, next: Int, count: Int)?
      var blank: Int?
      var index = start
      while index < text.count {
        let byte = text[index]
        if byte.isLineEnd {
          let isPair = byte == .carriageReturn && index + 1 < text.count && text[index + 1] == .lineFeed
          let next = index + (isPair ? 2 : 1)
          guard next < text.count else { break }
          lineEnd = (index, next, (lineEnd?.count ?? 0) + 1)
          letters += 1
          index = next
          if lineEnd!.count == mostLines || letters >= mostLetters { break }
          continue
        }
        if byte & 0xC0 != 0x80 {
          guard letters < mostLetters else { break }
          letters += 1
        }
        index += 1
        if byte.isBlank { blank = index }
      }
      if index >= text.count
        || (index < text.count && text[index].isLineEnd && index + 2 >= text.count && letters < mostLetters)
      {
        // The rest of the text, with the line feed at its end.
        if lineEnd?.next != text.count {
          (end, next) = (text.count, text.count)
          lineEnds = (lineEnd?.count ?? 0) + (text[text.count - 1].isLineEnd ? 1 : 0)
          endsLine = text[text.count - 1].isLineEnd
          return
        }
      }
      if let lineEnd {
        (end, next, lineEnds, endsLine) = (lineEnd.end, lineEnd.next, lineEnd.count, true)
      } else {
        // Between two words, else between two letters.
        end = blank.flatMap { $0 > index - 500 && $0 > start ? $0 : nil } ?? Self.letterEnd(in: text, start, index)
        next = end
        isInLine = true
      }
    }

    /// The end of the last letter that ends by `limit`. One that is made of very many signs is cut.
    private static func letterEnd(in text: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
      let from = max(start, limit - 256)
      var first = from
      while first < limit, text[first] & 0xC0 == 0x80 { first += 1 }
      let last = min(text.count, limit + 64)
      let window = String(decoding: text[first..<last], as: UTF8.self)
      var end = first
      for letter in window {
        let next = end + letter.utf8.count
        guard next <= limit else { break }
        end = next
      }
      return end > first ? end : limit
    }
  }
}
