package import Domain

/// One line of `run --json`; the member `event` names the case.
package enum RunRecord: Codable, Sendable {
  /// The model is loaded; with the part that is done, from 0 to 1, where that is known.
  case loading(Double?)
  /// The prompt is read; with the part that is done, from 0 to 1, where that is known.
  case reading(Double?)
  /// More of what is thought aloud.
  case reasoning(String)
  /// More of the answer.
  case text(String)
  case usage(UsageRecord)
  /// Always last: `finished`, `stopped` or `failed`, then with the code of `ReplyFailure`.
  case end(String, failure: String?)

  /// Nil for what says nothing of a single answer.
  package init?(_ event: ReplyEvent) {
    switch event {
    case .loading(let part): self = .loading(part)
    case .reading(let part): self = .reading(part)
    case .reasoning(let text): self = .reasoning(text)
    case .text(let text): self = .text(text)
    // No model makes any.
    case .picture(let picture): self = .text("[\(picture.alternative)]")
    case .usage(let usage): self = .usage(UsageRecord(usage))
    case .context, .settings: return nil
    case .ended(.finished): self = .end("finished", failure: nil)
    case .ended(.stopped): self = .end("stopped", failure: nil)
    case .ended(.failed(let failure)): self = .end("failed", failure: failure.code)
    // Asked for by chats alone.
    case .ended(.overflowed): self = .end("failed", failure: ReplyFailure.tooLong.code)
    }
  }

  private enum Name: String, Codable {
    case loading, reading, reasoning, text, usage, end
  }

  private enum Key: String, CodingKey {
    case event, part, text, usage, reason, failure
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    switch try members.decode(Name.self, forKey: .event) {
    case .loading: self = .loading(try members.decode(Double?.self, forKey: .part))
    case .reading: self = .reading(try members.decode(Double?.self, forKey: .part))
    case .reasoning: self = .reasoning(try members.decode(String.self, forKey: .text))
    case .text: self = .text(try members.decode(String.self, forKey: .text))
    case .usage: self = .usage(try members.decode(UsageRecord.self, forKey: .usage))
    case .end:
      self = .end(
        try members.decode(String.self, forKey: .reason), failure: try members.decode(String?.self, forKey: .failure))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    switch self {
    case .loading(let part):
      try members.encode(Name.loading, forKey: .event)
      try members.encode(part, forKey: .part)
    case .reading(let part):
      try members.encode(Name.reading, forKey: .event)
      try members.encode(part, forKey: .part)
    case .reasoning(let text):
      try members.encode(Name.reasoning, forKey: .event)
      try members.encode(text, forKey: .text)
    case .text(let text):
      try members.encode(Name.text, forKey: .event)
      try members.encode(text, forKey: .text)
    case .usage(let usage):
      try members.encode(Name.usage, forKey: .event)
      try members.encode(usage, forKey: .usage)
    case .end(let reason, let failure):
      try members.encode(Name.end, forKey: .event)
      try members.encode(reason, forKey: .reason)
      try members.encode(failure, forKey: .failure)
    }
  }
}
