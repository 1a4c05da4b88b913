extension String {
  /// Whether it is one to three emoji and nothing else but spaces: said with a picture, and shown as large as one.
  public var isEmojiAlone: Bool {
    // Three of those with the most scalars, a family or the flag of a part of a country, are not longer.
    guard utf8.count <= 160 else { return false }
    var count = 0
    for letter in self where !letter.isWhitespace {
      count += 1
      guard count <= 3, letter.isEmoji else { return false }
    }
    return count > 0
  }
}

extension Character {
  /// Whether it is drawn as a small picture. Digits, © and others that are signs first are none without a selector.
  var isEmoji: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return false }
    let rest = scalars.dropFirst()
    if Self.flagLetters.contains(first) { return rest.count == 1 && Self.flagLetters.contains(rest[rest.startIndex]) }
    // Digits, # and * only on a key.
    if first.isASCII { return first.properties.isEmoji && rest.last == Self.key }
    guard first.properties.isEmoji, rest.first != Self.textSelector else { return false }
    let isPicture =
      first.properties.isEmojiPresentation || rest.first == Self.emojiSelector
      || rest.first?.properties.isEmojiModifier == true
    return isPicture && rest.allSatisfy(\.belongsToEmoji)
  }

  fileprivate static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  fileprivate static let textSelector: Unicode.Scalar = "\u{FE0E}"
  fileprivate static let joiner: Unicode.Scalar = "\u{200D}"
  /// Two of them are the flag of a country.
  private static let flagLetters: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"
  /// A key of a keyboard around what stands before it.
  private static let key: Unicode.Scalar = "\u{20E3}"
}

extension Unicode.Scalar {
  /// What may follow the first scalar of an emoji: another one behind a joiner, a colour of skin, the letters of a flag.
  fileprivate var belongsToEmoji: Bool {
    self == Character.emojiSelector || self == Character.joiner || ("\u{E0020}"..."\u{E007F}").contains(self)
      || properties.isEmoji && !isASCII
  }
}
