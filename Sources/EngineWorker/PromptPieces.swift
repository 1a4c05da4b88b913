import EngineWire

/// What the model sees, for people.
extension PromptWriter {
  /// A prompt read back from its tokens, so that it is what the model reads and not what it should.
  func pieces(of prompt: Prompt) -> [EngineEvent.Piece] {
    var pieces: [(origin: EngineEvent.Piece.Origin, message: Int?, tokens: Int, text: [UInt8])] = []
    let writers = prompt.writers
    var walk = PromptWalk(prompt)
    for (index, token) in prompt.tokens.enumerated() {
      let text = vocabulary.text(of: token, specials: true)
      let isExtra = index == 0 && prompt.hasExtraBeginning
      let (origin, range) =
        isExtra ? (.special, nil) : walk.step(over: text, isSpecial: vocabulary.specials.contains(token))
      let writer = range.flatMap { writers[$0] }
      if let last = pieces.last, last.origin == origin, last.message == writer, origin != .special {
        pieces[pieces.count - 1].tokens += 1
        pieces[pieces.count - 1].text += text
      } else {
        pieces.append((origin, writer, 1, text))
      }
    }
    return pieces.map {
      .init($0.origin, message: $0.message, tokens: $0.tokens, text: String(decoding: $0.text, as: UTF8.self))
    }
  }
}

/// Goes through the text of a prompt with its tokens. They need not say it letter by letter: some vocabularies write a space
/// before each text, leave spaces out beside special tokens, or have no token for a letter.
private struct PromptWalk {
  private let text: [UInt8]
  private let messages: [Range<Int>]
  private var place = 0
  /// The message that the place is in or before.
  private var next = 0

  /// How far a word is looked for where the text does not go on with it.
  private static let reach = 64

  init(_ prompt: Prompt) { (text, messages) = (prompt.text, prompt.messages) }

  /// Where the next token comes from, by its text; and from which of the messages' ranges.
  mutating func step(over words: [UInt8], isSpecial: Bool) -> (EngineEvent.Piece.Origin, range: Int?) {
    let special = isSpecial ? self.special(words) : nil
    let said = special ?? range(of: words)
    place = said.upperBound
    while next < messages.count, messages[next].upperBound <= said.lowerBound { next += 1 }
    if special != nil { return (.special, nil) }
    guard !said.isEmpty else {
      return next < messages.count && messages[next].contains(place) ? (.message, next) : (.template, nil)
    }
    // A token may have letters of several: it is whose most of it is.
    let shares = messages[next...].prefix { $0.lowerBound < said.upperBound }.map { $0.clamped(to: said).count }
    guard let most = shares.max(), shares.reduce(0, +) * 2 >= said.count else { return (.template, nil) }
    return (.message, shares.firstIndex(of: most).map { next + $0 })
  }

  /// The next place of a special token; nil for one that stands for what the vocabulary does not know. Those that a message
  /// has are words.
  private func special(_ words: [UInt8]) -> Range<Int>? {
    var start = place
    while let found = text[start...].firstRange(of: words), !found.isEmpty {
      if !messages[next...].contains(where: { $0.overlaps(found) }) { return found }
      start = found.upperBound
    }
    return nil
  }

  /// What the words stand for; empty where that is nothing.
  private func range(of words: [UInt8]) -> Range<Int> {
    let bare = words.drop { $0 == 0x20 }
    if text[place...].starts(with: words) { return place..<place + words.count }
    if words.first == 0x20, text[place...].starts(with: words.dropFirst()) { return place..<place + words.count - 1 }
    guard !bare.isEmpty else { return place..<place }
    let start = text[place...].firstIndex { !$0.isSpace } ?? text.count
    return text[start..<min(start + Self.reach, text.count)].firstRange(of: bare) ?? place..<place
  }
}

extension Prompt {
  /// For each part that a turn brought, the index of its first message in the order; nil where the template has joined
  /// several.
  /// Templates take messages in their order, but perhaps for instructions, without the spaces around them, or in parts.
  fileprivate var writers: [Int?] {
    var rest = source.map { Array($0.text.utf8).trimmed }
    let instructions = source.prefix { $0.role == .system }.count
    var next = 0
    return messages.map { range in
      let part = Array(text[range]).trimmed
      let order = Array(rest.indices[next...]) + Array(rest.indices[..<next])
      guard !part.isEmpty, let found = order.first(where: { rest[$0].has(part) }) else { return nil }
      rest[found] = Array(rest[found].starts(with: part) ? rest[found].dropFirst(part.count) : []).trimmed
      next = max(next, found)
      let first = firsts[found]
      return firstMessage.map { first < instructions ? first : first - instructions + $0 } ?? first
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func has(_ part: ArraySlice<UInt8>) -> Bool { starts(with: part) || suffix(part.count) == part }
}

extension [UInt8] {
  fileprivate var trimmed: ArraySlice<UInt8> {
    let rest = drop { $0.isSpace }
    return rest[..<(rest.lastIndex { !$0.isSpace } ?? rest.startIndex - 1).advanced(by: 1)]
  }
}
