package import Domain

/// One line of `send --json` or `chat --json`; the member `event` names the case.
package enum EventRecord: Codable, Sendable {
  /// What was written is kept; with the id of the reply that is due, if one is.
  case sent(MessageRecord, in: ChatRecord, reply: String?)
  /// The agent is loaded for a reply; with the part that is done, from 0 to 1, where that is known.
  case loading(Double?, reply: String)
  /// The chat is read for a reply; with the part that is done, from 0 to 1, where that is known.
  case reading(Double?, reply: String)
  /// More of what is thought aloud before a reply.
  case reasoning(String, reply: String)
  /// More text of a reply.
  case text(String, reply: String)
  /// What a reply cost, before its end.
  case usage(UsageRecord, reply: String)
  /// A reply as it is at its end.
  case reply(MessageRecord)
  /// A message that was sent elsewhere.
  case message(MessageRecord)

  package static func text(_ text: String, of reply: MessageID) -> EventRecord {
    .text(text, reply: reply.description)
  }

  /// Nil where nothing was counted.
  package static func usage(_ message: Message) -> EventRecord? {
    guard let usage = message.usage, usage.promptTokens != nil else { return nil }
    return .usage(UsageRecord(usage), reply: message.id.description)
  }

  /// What is done before a reply's first word, where that is told.
  package init?(_ phase: ReplyPhase, of reply: MessageID) {
    switch phase {
    case .loading: self = .loading(phase.progress?.part, reply: reply.description)
    case .reading: self = .reading(phase.progress?.part, reply: reply.description)
    case .queued, .summarising, .thinking, .streaming: return nil
    }
  }

  package static func reasoning(_ text: String, of reply: MessageID) -> EventRecord {
    .reasoning(text, reply: reply.description)
  }

  package static func ended(_ message: Message) -> EventRecord {
    message.sender == .agent ? .reply(MessageRecord(message)) : .message(MessageRecord(message))
  }

  private enum Name: String, Codable {
    case sent, loading, reading, reasoning, text, usage, reply, message
  }

  private enum Key: String, CodingKey {
    case event, chat, message, reply, text, part, usage
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    switch try members.decode(Name.self, forKey: .event) {
    case .sent:
      self = .sent(
        try members.decode(MessageRecord.self, forKey: .message),
        in: try members.decode(ChatRecord.self, forKey: .chat),
        reply: try members.decode(String?.self, forKey: .reply))
    case .loading:
      self = .loading(
        try members.decode(Double?.self, forKey: .part), reply: try members.decode(String.self, forKey: .reply))
    case .reading:
      self = .reading(
        try members.decode(Double?.self, forKey: .part), reply: try members.decode(String.self, forKey: .reply))
    case .reasoning:
      self = .reasoning(
        try members.decode(String.self, forKey: .text), reply: try members.decode(String.self, forKey: .reply))
    case .text:
      self = .text(
        try members.decode(String.self, forKey: .text), reply: try members.decode(String.self, forKey: .reply))
    case .usage:
      self = .usage(
        try members.decode(UsageRecord.self, forKey: .usage), reply: try members.decode(String.self, forKey: .reply))
    case .reply: self = .reply(try members.decode(MessageRecord.self, forKey: .message))
    case .message: self = .message(try members.decode(MessageRecord.self, forKey: .message))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .sent(let message, let chat, let reply):
      try members.encode(Name.sent, forKey: .event)
      try members.encode(chat, forKey: .chat)
      try members.encode(message, forKey: .message)
      try members.encode(reply, forKey: .reply)
    case .loading(let part, let reply):
      try members.encode(Name.loading, forKey: .event)
      try members.encode(part, forKey: .part)
      try members.encode(reply, forKey: .reply)
    case .reading(let part, let reply):
      try members.encode(Name.reading, forKey: .event)
      try members.encode(part, forKey: .part)
      try members.encode(reply, forKey: .reply)
    case .reasoning(let text, let reply):
      try members.encode(Name.reasoning, forKey: .event)
      try members.encode(reply, forKey: .reply)
      try members.encode(text, forKey: .text)
    case .text(let text, let reply):
      try members.encode(Name.text, forKey: .event)
      try members.encode(reply, forKey: .reply)
      try members.encode(text, forKey: .text)
    case .usage(let usage, let reply):
      try members.encode(Name.usage, forKey: .event)
      try members.encode(reply, forKey: .reply)
      try members.encode(usage, forKey: .usage)
    case .reply(let message):
      try members.encode(Name.reply, forKey: .event)
      try members.encode(message, forKey: .message)
    case .message(let message):
      try members.encode(Name.message, forKey: .event)
      try members.encode(message, forKey: .message)
    }
  }
}
