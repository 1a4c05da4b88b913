internal import Frames

/// What is to be answered.
package struct EnginePrompt: Equatable, Sendable {
  package enum Role: UInt8, Sendable {
    /// What the model is told before the first message. It stays when older messages are left out.
    case system
    case user
    case assistant
  }

  package struct Message: Equatable, Sendable {
    package var role: Role
    package var text: String

    package init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  /// Whether the model is to think aloud, where its template can say so.
  package enum Thinking: UInt8, Sendable {
    /// What the model does by itself.
    case unspecified
    case on
    case off
  }

  /// Oldest first; what is too long for the context is left out from the oldest on. What one of them said several times in
  /// a row is one turn.
  package var messages: [Message]
  package var thinking: Thinking
  /// What a template reads as the time: seconds since 1970, the same for all replies of a chat, or everything would be read
  /// again.
  package var time: Int64
  /// Which of the app's chats this is. What a model has read of several chats stays while there is room for all of it.
  package var chat: UInt64
  /// How many tokens of what the model holds this chat may take, its reply among them; 0 for all.
  package var contextLength: Int

  /// No prompt has more messages.
  package static let mostMessages = 1 << 16
  /// Bytes of all texts together; so much fits into a frame.
  package static let mostBytes = 1 << 24

  package init(
    _ messages: [Message], thinking: Thinking = .unspecified, time: Int64, chat: UInt64 = 0, contextLength: Int = 0
  ) {
    self.messages = messages
    self.thinking = thinking
    self.time = time
    self.chat = chat
    self.contextLength = contextLength
  }

  func write(to writer: inout WireWriter) {
    writer.number(thinking.rawValue)
    writer.number(time)
    writer.number(chat)
    writer.count(contextLength)
    writer.messages(messages)
  }

  init(_ reader: inout WireReader) throws(FrameError) {
    thinking = try reader.choice()
    time = try reader.number()
    chat = try reader.number()
    contextLength = try reader.count(atMost: EngineOrder.Opening.longestContext)
    messages = try reader.messages()
  }
}

extension WireWriter {
  mutating func messages(_ messages: [EnginePrompt.Message]) {
    count(messages.count)
    for message in messages {
      number(message.role.rawValue)
      text(message.text)
    }
  }
}

extension WireReader {
  mutating func messages() throws(FrameError) -> [EnginePrompt.Message] {
    var left = EnginePrompt.mostBytes
    return try list(atMost: EnginePrompt.mostMessages) { reader throws(FrameError) in
      let message = EnginePrompt.Message(try reader.choice(), try reader.text(atMost: left))
      left -= message.text.utf8.count
      return message
    }
  }
}

/// How the next token is chosen. What lies outside its range is sent as the nearest within.
package struct EngineSampling: Equatable, Sendable {
  /// 0 takes the likeliest; at most 10.
  package var temperature: Double
  /// 0 leaves all to choose from.
  package var topK: Int
  /// 1 leaves all to choose from.
  package var topP: Double
  /// 0 leaves all to choose from.
  package var minP: Double
  /// 1 changes nothing; 0.1 to 10.
  package var repeatPenalty: Double
  /// 0 changes nothing; -10 to 10.
  package var frequencyPenalty: Double
  /// 0 changes nothing; -10 to 10.
  package var presencePenalty: Double
  /// The same seed makes the same choices.
  package var seed: UInt32

  static let repeatPenalties = 0.1...10
  private static let share = 0.0...1
  private static let penalty = -10.0...10

  package init(
    temperature: Double = 0.8, topK: Int = 40, topP: Double = 0.95, minP: Double = 0.05, repeatPenalty: Double = 1,
    frequencyPenalty: Double = 0, presencePenalty: Double = 0, seed: UInt32 = 0
  ) {
    self.temperature = temperature
    self.topK = topK
    self.topP = topP
    self.minP = minP
    self.repeatPenalty = repeatPenalty
    self.frequencyPenalty = frequencyPenalty
    self.presencePenalty = presencePenalty
    self.seed = seed
  }

  func write(to writer: inout WireWriter) {
    writer.real(temperature, in: 0...10)
    writer.count(max(0, topK))
    writer.real(topP, in: Self.share)
    writer.real(minP, in: Self.share)
    writer.real(repeatPenalty, in: Self.repeatPenalties)
    writer.real(frequencyPenalty, in: Self.penalty)
    writer.real(presencePenalty, in: Self.penalty)
    writer.number(seed)
  }

  init(_ reader: inout WireReader) throws(FrameError) {
    temperature = try reader.real(in: 0...10)
    topK = try reader.count(atMost: Int(UInt32.max))
    topP = try reader.real(in: Self.share)
    minP = try reader.real(in: Self.share)
    repeatPenalty = try reader.real(in: Self.repeatPenalties)
    frequencyPenalty = try reader.real(in: Self.penalty)
    presencePenalty = try reader.real(in: Self.penalty)
    seed = try reader.number()
  }
}
