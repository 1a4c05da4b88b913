internal import Frames

/// What a model's file says of itself. Whoever made the file wrote the texts: they are shown, never believed.
package struct EngineModel: Equatable, Sendable {
  /// Whether the model thinks aloud.
  package enum Thinking: UInt8, Sendable {
    case never
    case always
    /// Its template can be told to, and not to.
    case switchable
  }

  /// How the maker of the model wants it sampled; what is nil was not said.
  package struct Recommended: Equatable, Sendable {
    package var temperature: Double?
    package var topK: Int?
    package var topP: Double?
    package var minP: Double?
    package var repeatPenalty: Double?

    package init(
      temperature: Double? = nil, topK: Int? = nil, topP: Double? = nil, minP: Double? = nil,
      repeatPenalty: Double? = nil
    ) {
      self.temperature = temperature
      self.topK = topK
      self.topP = topP
      self.minP = minP
      self.repeatPenalty = repeatPenalty
    }
  }

  package var name = ""
  /// As the file has it, for example "llama".
  package var architecture = ""
  /// How many numbers the model has.
  package var parameters: UInt64 = 0
  /// For example "Q4_K - Medium".
  package var quantisation = ""
  /// For example "1B".
  package var sizeLabel = ""
  package var licence = ""
  package var licenceName = ""
  package var licenceLink = ""
  package var layers = 0
  package var vocabulary = 0
  /// How many tokens it was trained to hold at once.
  package var trainedContext = 0
  /// How many it holds now; 0 while only its header is open.
  package var contextLength = 0
  /// What each token of the context takes in memory; 0 where that cannot be told from the header.
  package var bytesPerToken: UInt64 = 0
  package var hasTemplate = false
  package var thinking = Thinking.never
  package var recommended = Recommended()
  /// What has to be the same where a state is restored that was given out: the engine's build and settings.
  package var stateFormat = ""

  package init() {}

  /// No text of it is longer; longer ones are cut.
  static let longestText = 1_024

  func write(to writer: inout WireWriter) {
    for text in [name, architecture, quantisation, sizeLabel, licence, licenceName, licenceLink, stateFormat] {
      writer.text(text.prefix(bytes: Self.longestText))
    }
    writer.number(parameters)
    for count in [layers, vocabulary, trainedContext, contextLength] { writer.count(count) }
    writer.number(bytesPerToken)
    writer.flag(hasTemplate)
    writer.number(thinking.rawValue)
    recommended.write(to: &writer)
  }

  init(_ reader: inout WireReader) throws(FrameError) {
    func text(_ reader: inout WireReader) throws(FrameError) -> String { try reader.text(atMost: Self.longestText) }
    func count(_ reader: inout WireReader) throws(FrameError) -> Int { try reader.count(atMost: Int(UInt32.max)) }
    name = try text(&reader)
    architecture = try text(&reader)
    quantisation = try text(&reader)
    sizeLabel = try text(&reader)
    licence = try text(&reader)
    licenceName = try text(&reader)
    licenceLink = try text(&reader)
    stateFormat = try text(&reader)
    parameters = try reader.number()
    layers = try count(&reader)
    vocabulary = try count(&reader)
    trainedContext = try count(&reader)
    contextLength = try count(&reader)
    bytesPerToken = try reader.number()
    hasTemplate = try reader.flag()
    thinking = try reader.choice()
    recommended = try Recommended(&reader)
  }
}

extension EngineModel.Recommended {
  fileprivate func write(to writer: inout WireWriter) {
    writer.optional(temperature) { $0.real($1, in: 0...10) }
    writer.optional(topK) { $0.count($1) }
    writer.optional(topP) { $0.real($1, in: 0...1) }
    writer.optional(minP) { $0.real($1, in: 0...1) }
    writer.optional(repeatPenalty) { $0.real($1, in: EngineSampling.repeatPenalties) }
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    temperature = try reader.optional { reader throws(FrameError) in try reader.real(in: 0...10) }
    topK = try reader.optional { reader throws(FrameError) in try reader.count(atMost: Int(UInt32.max)) }
    topP = try reader.optional { reader throws(FrameError) in try reader.real(in: 0...1) }
    minP = try reader.optional { reader throws(FrameError) in try reader.real(in: 0...1) }
    repeatPenalty = try reader.optional { reader throws(FrameError) in
      try reader.real(in: EngineSampling.repeatPenalties)
    }
  }
}
