import Records

/// What an event has, whichever it is.
extension EventRecord {
  var isSent: Bool { if case .sent = self { true } else { false } }
  var isReply: Bool { if case .reply = self { true } else { false } }
  var isChunk: Bool { if case .text = self { true } else { false } }

  var kind: String {
    switch self {
    case .sent: "sent"
    case .loading: "loading"
    case .reading: "reading"
    case .reasoning: "reasoning"
    case .text: "text"
    case .usage: "usage"
    case .reply: "reply"
    case .message: "message"
    }
  }

  var message: MessageRecord? {
    switch self {
    case .sent(let message, _, _), .reply(let message), .message(let message): message
    case .loading, .reading, .reasoning, .text, .usage: nil
    }
  }

  var chat: ChatRecord? { if case .sent(_, let chat, _) = self { chat } else { nil } }

  /// The id of the reply that is due or grows.
  var reply: String? {
    switch self {
    case .sent(_, _, let reply): reply
    case .loading(_, let reply), .reading(_, let reply), .reasoning(_, let reply), .text(_, let reply),
      .usage(_, let reply):
      reply
    case .reply, .message: nil
    }
  }

  /// How much of loading or reading is done.
  var part: Double? {
    switch self {
    case .loading(let part, _), .reading(let part, _): part
    default: nil
    }
  }

  var text: String? {
    switch self {
    case .text(let text, _), .reasoning(let text, _): text
    default: nil
    }
  }
}
