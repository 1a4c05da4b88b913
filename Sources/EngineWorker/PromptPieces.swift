import EngineWire

/// What the model sees, for people.
extension PromptWriter {
  /// A prompt read back from its tokens, so that it is what the model reads and not what it should.
  func pieces(of prompt: Prompt) -> [EngineEvent.Piece] {
    var pieces: [(origin: EngineEvent.Piece.Origin, message: Int?, tokens: Int, text: [UInt8])] = []
    let writers = prompt.writers
    var (place, next) = (0, 0)
    for (index, token) in prompt.tokens.enumerated() {
      let text = vocabulary.text(of: token, specials: true)
      while next < prompt.messages.count, prompt.messages[next].upperBound <= place { next += 1 }
      let range = prompt.messages.indices.contains(next) ? prompt.messages[next] : place..<place
      // A token may have letters of both: it is whose most of it is.
      let share = range.clamped(to: place..<place + text.count).count
      let isInMessage = text.isEmpty ? range.contains(place) : share * 2 >= text.count
      let origin: EngineEvent.Piece.Origin =
        vocabulary.specials.contains(token) ? .special : isInMessage ? .message : .template
      let writer = origin == .message ? writers[next] : nil
      if index > 0 || !prompt.hasExtraBeginning { place += text.count }
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

extension Prompt {
  /// For each part that a message brought, the index of that one in the order; nil where the template has joined several.
  /// Templates take messages in their order, without the spaces around them, or in parts.
  fileprivate var writers: [Int?] {
    let texts = source.map { Array($0.text.utf8).trimmed }
    let instructions = source.prefix { $0.role == .system }.count
    var next = 0
    return messages.map { range in
      let part = Array(text[range]).trimmed
      guard !part.isEmpty, let found = texts.indices.dropFirst(next).first(where: { texts[$0].has(part) }) else {
        return nil
      }
      next = found
      return firstMessage.map { found < instructions ? found : found - instructions + $0 } ?? found
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func has(_ part: ArraySlice<UInt8>) -> Bool { starts(with: part) || suffix(part.count) == part }
}

extension [UInt8] {
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let rest = drop(while: isSpace)
    return rest[..<(rest.lastIndex { !isSpace($0) } ?? rest.startIndex - 1).advanced(by: 1)]
  }
}
