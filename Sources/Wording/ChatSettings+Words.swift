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

  /// A number that it can be, as it is written: "0.7", "4096".
  public func text(of number: Double) -> String {
    isWhole ? "\(Int64(number))" : DecimalText.of(number)
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
    case .outOfRange(let parameter):
      if parameter.isWhole {
        localized(
          "“\(parameter.name)” takes a whole number from \(parameter.text(of: parameter.range.lowerBound)) to \(parameter.text(of: parameter.range.upperBound))."
        )
      } else {
        localized(
          "“\(parameter.name)” takes a number from \(parameter.text(of: parameter.range.lowerBound)) to \(parameter.text(of: parameter.range.upperBound))."
        )
      }
    }
  }
}
