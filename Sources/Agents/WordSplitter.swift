/// Cuts a text into the chunks in which it is spoken.
enum WordSplitter {
  /// Scripts without spaces would else arrive in one piece.
  static let longest = 24

  /// Each chunk is one word with the white space before it; together they are the text. Never cuts inside a character.
  static func chunks(of text: String) -> [String] {
    var chunks: [String] = []
    var chunk = ""
    var length = 0
    for character in text {
      if length > 0, character.isWhitespace || length == longest {
        chunks.append(chunk)
        chunk = ""
        length = 0
      }
      chunk.append(character)
      if !character.isWhitespace { length += 1 }
    }
    if chunk.isEmpty { return chunks }
    // White space at the very end is no word of its own.
    if length == 0, let last = chunks.popLast() { return chunks + [last + chunk] }
    return chunks + [chunk]
  }
}
