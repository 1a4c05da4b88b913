import EngineWire

/// A prompt as the model reads it.
struct Prompt {
  var tokens: [Token]
  /// What it leaves open at its end, so that the model goes on thinking.
  var thought: Thought?
  /// The first message that it has, not counting instructions, where older ones were left out.
  var firstMessage: Int?
  /// As the template made it.
  var text: [UInt8]
  /// Where messages stand in its text, by bytes.
  var messages: [Range<Int>]
  /// What it was made of, user and model in turn.
  var source: [EnginePrompt.Message]
  /// For each of these the index of its first message in the order, where none was left out.
  var firsts: [Int]
  /// Whether the first token is not in the text: the vocabulary wants it before each.
  var hasExtraBeginning = false
}

/// Makes prompts of messages: renders them with the model's template, and turns the result into tokens.
struct PromptWriter {
  let template: ChatTemplate
  let vocabulary: Vocabulary

  /// All messages, however long that is.
  func whole(_ order: EnginePrompt) throws(EngineRefusal) -> Prompt {
    let (prompt, firsts) = order.inTurns()
    let parts = try honest(prompt)
    var text: [UInt8] = []
    var messages: [Range<Int>] = []
    for part in parts {
      if part.isMessage { messages.append(text.count..<text.count + part.text.count) }
      text += part.text
    }
    Overtime.renew()
    var result = Prompt(
      tokens: tokens(of: text, messages), thought: Thought.opened(atEndOf: text, of: vocabulary.thoughts), text: text,
      messages: messages, source: prompt.messages, firsts: firsts)
    if let beginning = vocabulary.beginning, result.tokens.first != beginning {
      result.tokens.insert(beginning, at: 0)
      result.hasExtraBeginning = true
    }
    // Nothing can follow from nothing.
    if result.tokens.isEmpty { throw EngineRefusal(.templateFailed, "it writes nothing") }
    return result
  }

  /// Tokenised at once, as the model was trained. Where a message has the text of a special token, or completes one, the
  /// text is cut within it, so that it cannot become one.
  private func tokens(of text: [UInt8], _ messages: [Range<Int>]) -> [Token] {
    var tokens: [Token] = []
    var start = 0
    for special in forged(in: text, messages) where special.lowerBound >= start {
      // Behind its first character.
      var cut = special.lowerBound + 1
      while cut < special.upperBound, text[cut] & 0xC0 == 0x80 { cut += 1 }
      tokens += vocabulary.tokens(of: text[start..<special.lowerBound], withSpecials: true)
      tokens += vocabulary.tokens(of: text[special.lowerBound..<cut], withSpecials: false)
      start = cut
    }
    return tokens + vocabulary.tokens(of: text[start...], withSpecials: true)
  }

  /// Special tokens that a message has a part in.
  private func forged(in text: [UInt8], _ messages: [Range<Int>]) -> [Range<Int>] {
    var index = 0
    return vocabulary.specials.occurrences(in: text).filter { special in
      while index < messages.count, messages[index].upperBound <= special.range.lowerBound { index += 1 }
      return index < messages.count && messages[index].overlaps(special.range)
    }.map(\.range)
  }

  // MARK: Templates that forget

  /// The rendered prompt. A template can make one text of several, and then nobody knows any more what a message brought;
  /// when special tokens in messages would pass for the template's own in that way, they are written broken.
  private func honest(_ prompt: EnginePrompt) throws(EngineRefusal) -> [RenderedPart] {
    Overtime.renew()
    let parts = try template.render(prompt)
    var broken = prompt
    for index in broken.messages.indices { broken.messages[index].text = withoutSpecials(prompt.messages[index].text) }
    guard broken != prompt else { return parts }
    let twin = try template.render(broken)
    return specials(ofTheTemplateIn: parts) == specials(ofTheTemplateIn: twin) ? parts : twin
  }

  private func specials(ofTheTemplateIn parts: [RenderedPart]) -> [Token] {
    parts.filter { !$0.isMessage }.flatMap { vocabulary.specials.occurrences(in: $0.text).map(\.token) }
  }

  /// With a space that nobody sees behind the first character of each special token.
  private func withoutSpecials(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let places = Set(vocabulary.specials.occurrences(in: bytes).map(\.range.lowerBound))
    guard !places.isEmpty else { return text }
    var result: [UInt8] = []
    var isInSpecial = false
    for (index, byte) in bytes.enumerated() {
      if isInSpecial, byte & 0xC0 != 0x80 {
        result += "\u{200B}".utf8
        isInSpecial = false
      }
      result.append(byte)
      isInSpecial = isInSpecial || places.contains(index)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension EnginePrompt {
  /// With neighbours of one role as one message, for most templates want user and model in turn; for each the index of the
  /// first that is in it.
  fileprivate func inTurns() -> (prompt: EnginePrompt, firsts: [Int]) {
    var (joined, firsts) = (self, [Int]())
    joined.messages = []
    for (index, message) in messages.enumerated() {
      if let last = joined.messages.last, last.role == message.role, message.role != .system {
        joined.messages[joined.messages.count - 1].text += "\n\n" + message.text
      } else {
        joined.messages.append(message)
        firsts.append(index)
      }
    }
    return (joined, firsts)
  }
}
