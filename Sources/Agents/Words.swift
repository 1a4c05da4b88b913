/// Cuts a text into the pieces in which it is spoken.
enum Words {
  /// Scripts without spaces would else arrive in one piece.
  static let longest = 24

  /// Each piece is one word with the white space before it; together they are the text. Never cuts inside a character.
  static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var length = 0
    for character in text {
      if length > 0, character.isWhitespace || length == longest {
        pieces.append(piece)
        piece = ""
        length = 0
      }
      piece.append(character)
      if !character.isWhitespace { length += 1 }
    }
    if piece.isEmpty { return pieces }
    // White space at the very end is no word of its own.
    if length == 0, let last = pieces.popLast() { return pieces + [last + piece] }
    return pieces + [piece]
  }
}
