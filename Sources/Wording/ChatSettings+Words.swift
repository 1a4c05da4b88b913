public import Domain
private import Localization

extension ReplyParameter {
  /// What it is called.
  public var name: String {
    switch self {
    case .temperature: localized("Temperature")
    case .topP: localized("Top-p")
    case .topK: localized("Top-k")
    case .minP: localized("Min-p")
    case .repeatPenalty: localized("Repeat penalty")
    case .frequencyPenalty: localized("Frequency penalty")
    case .presencePenalty: localized("Presence penalty")
    case .seed: localized("Seed")
    case .maximumTokens: localized("Longest reply")
    case .contextLength: localized("Context length")
    }
  }

  /// What it does, in one sentence.
  public var explanation: String {
    switch self {
    case .temperature: localized("Randomness. 0 always picks the most likely word.")
    case .topP: localized("Only the likeliest words that reach this share together can be chosen; 1 leaves all.")
    case .topK:
      localized("Only so many of the likeliest words can be chosen; 0 leaves as many as can be looked at quickly.")
    case .minP: localized("Words less likely than this share of the likeliest one are left out; 0 leaves all.")
    case .repeatPenalty: localized("More than 1 makes it less likely that what was said is said again.")
    case .frequencyPenalty: localized("More than 0 makes a word less likely the more often it was said.")
    case .presencePenalty: localized("More than 0 makes a word less likely once it was said.")
    case .seed: localized("The same seed makes the same choices; without one they are others each time.")
    case .maximumTokens: localized("A reply ends after so many tokens; a token is a word or a part of one.")
    case .contextLength:
      localized("How many tokens the model holds at once: the instructions, the messages and its reply.")
    }
  }

  /// What applies where nothing is set, given the agent's own number; for a field.
  public func defaultText(_ number: Double?) -> String {
    if let number { return text(of: number) }
    return switch self {
    case .seed: localized("any", context: "any seed")
    case .maximumTokens: localized("no limit", context: "of a reply's length")
    default: localized("the agent's own", context: "a default that is not known")
    }
  }

  /// A number that it can be, as it is written: "0.7", "4096".
  public func text(of number: Double) -> String {
    isWhole ? "\(Int64(number))" : DecimalText.of(number)
  }

  /// What it takes, in one sentence.
  ///
  /// - Parameter most: the largest that the agent takes, where that is less.
  public func rangeSentence(upTo most: Int? = nil) -> String {
    let least = text(of: range.lowerBound)
    let most = text(of: most.map { min(max(Double($0), range.lowerBound), range.upperBound) } ?? range.upperBound)
    return isWhole
      ? localized("“\(name)” takes a whole number from \(least) to \(most).")
      : localized("“\(name)” takes a number from \(least) to \(most).")
  }

  /// The number that somebody wrote, with a point or a comma and in whatever digits; nil where it is none that is taken.
  public func number(_ written: String) -> Double? {
    var plain = ""
    for character in written where !character.isWhitespace {
      switch character {
      case ".", ",": plain += "."
      case "-", "\u{2212}": plain += "-"
      default:
        guard let digit = character.wholeNumberValue, digit < 10 else { return nil }
        plain += "\(digit)"
      }
    }
    return Double(plain).flatMap { takes($0) ? $0 : nil }
  }
}

extension ChatSettingsFault {
  /// Says what would be taken.
  public var sentence: String {
    switch self {
    case .longInstructions(let bytes):
      localized(
        "Instructions can take \(ByteCount.text(Int64(ChatSettings.longestInstructions))), and these take \(ByteCount.text(Int64(bytes))). Shorten them."
      )
    case .outOfRange(let parameter): parameter.rangeSentence()
    }
  }
}

extension ModelMemory {
  /// What a context of so many tokens costs, in one sentence; nil where the model does not say.
  public func sentence(context tokens: Int) -> String? {
    guard bytesPerToken != nil else { return nil }
    let (cost, all) = (needed(context: tokens).minus(needed(context: 0)), needed(context: tokens))
    guard let free else {
      return localized(
        "\(CountText.of(tokens)) tokens take \(ByteCount.text(cost)) of memory, with the model \(ByteCount.text(all)).")
    }
    return fits(context: tokens)
      ? localized(
        "\(CountText.of(tokens)) tokens take \(ByteCount.text(cost)) of memory, with the model \(ByteCount.text(all)); \(ByteCount.text(free)) are free."
      )
      : localized(
        "\(CountText.of(tokens)) tokens take \(ByteCount.text(cost)) of memory, with the model \(ByteCount.text(all)), and only \(ByteCount.text(free)) are free."
      )
  }
}
