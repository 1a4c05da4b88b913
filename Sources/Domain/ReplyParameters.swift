/// How an agent chooses its words; what is nil is the agent's own choice.
public struct ReplyParameters: Hashable, Sendable {
  /// Randomness; 0 always picks the most likely word.
  public var temperature: Double?
  /// The likeliest words that are this likely together are left to choose from, 0 to 1.
  public var topP: Double?
  /// This many of the likeliest words are left to choose from; 0 for as many as can be looked at quickly.
  public var topK: Int?
  /// Words less likely than this part of the likeliest are left out, 0 to 1.
  public var minP: Double?
  /// More than 1 makes what was said less likely again.
  public var repeatPenalty: Double?
  /// More than 0 makes a word less likely the more often it was said.
  public var frequencyPenalty: Double?
  /// More than 0 makes a word less likely once it was said.
  public var presencePenalty: Double?
  /// The same seed makes the same choices.
  public var seed: UInt64?
  /// The reply ends after so many tokens.
  public var maximumTokens: Int?
  /// How many tokens the agent is to hold at once.
  public var contextLength: Int?
  /// Whether it thinks aloud before it answers, where it can be told.
  public var reasoning: Bool?

  public init() {}
}

/// One of the numbers among `ReplyParameters`; the raw value is its name for programs.
public enum ReplyParameter: String, CaseIterable, Hashable, Sendable {
  case temperature
  case topP = "top-p"
  case topK = "top-k"
  case minP = "min-p"
  case repeatPenalty = "repeat-penalty"
  case frequencyPenalty = "frequency-penalty"
  case presencePenalty = "presence-penalty"
  case seed
  case maximumTokens = "max-tokens"
  case contextLength = "context"

  /// What is taken for it.
  public var range: ClosedRange<Double> {
    switch self {
    case .temperature: 0...5
    case .topP, .minP: 0...1
    case .topK: 0...1_000
    case .repeatPenalty: 1...2
    case .frequencyPenalty, .presencePenalty: -2...2
    case .seed: 0...Double(UInt32.max)
    case .maximumTokens: 1...1_000_000
    case .contextLength: Double(ModelMemory.leastContext)...16_777_216
    }
  }

  /// Whether it has no decimals.
  public var isWhole: Bool {
    switch self {
    case .temperature, .topP, .minP, .repeatPenalty, .frequencyPenalty, .presencePenalty: false
    case .topK, .seed, .maximumTokens, .contextLength: true
    }
  }

  /// Whether it can be this number.
  public func takes(_ number: Double) -> Bool {
    range.contains(number) && (!isWhole || number.rounded() == number)
  }
}

extension ReplyParameters {
  /// What applies where neither a person nor the maker of a model says anything.
  public static let usual = {
    var usual = Self()
    usual.temperature = 0.8
    usual.topK = 40
    usual.topP = 0.95
    usual.minP = 0.05
    usual.repeatPenalty = 1
    usual.frequencyPenalty = 0
    usual.presencePenalty = 0
    return usual
  }()

  /// These, and what is nil as in `others`.
  public func over(_ others: Self) -> Self {
    var all = self
    for parameter in ReplyParameter.allCases where self[parameter] == nil { all[parameter] = others[parameter] }
    all.reasoning = reasoning ?? others.reasoning
    return all
  }

  /// Any of the numbers. What is set and cannot be becomes the nearest that can; what is no number, nil.
  public subscript(_ parameter: ReplyParameter) -> Double? {
    get {
      switch parameter {
      case .temperature: temperature
      case .topP: topP
      case .topK: topK.map { Double($0) }
      case .minP: minP
      case .repeatPenalty: repeatPenalty
      case .frequencyPenalty: frequencyPenalty
      case .presencePenalty: presencePenalty
      case .seed: seed.map { Double($0) }
      case .maximumTokens: maximumTokens.map { Double($0) }
      case .contextLength: contextLength.map { Double($0) }
      }
    }
    set {
      let (least, most) = (parameter.range.lowerBound, parameter.range.upperBound)
      let number = newValue.flatMap { $0.isNaN ? nil : min(max($0, least), most) }
      let whole = number.map { Int($0) }
      switch parameter {
      case .temperature: temperature = number
      case .topP: topP = number
      case .topK: topK = whole
      case .minP: minP = number
      case .repeatPenalty: repeatPenalty = number
      case .frequencyPenalty: frequencyPenalty = number
      case .presencePenalty: presencePenalty = number
      case .seed: seed = whole.map { UInt64($0) }
      case .maximumTokens: maximumTokens = whole
      case .contextLength: contextLength = whole
      }
    }
  }
}
