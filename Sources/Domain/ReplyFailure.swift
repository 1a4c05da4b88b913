/// Why a reply failed. What is kept of it, and what programs read, is its `code`; its sentence depends on the language.
public enum ReplyFailure: Hashable, Sendable {
  /// The agent of the chat was not there.
  case noSuchAgent(id: String)
  /// The agent died in the middle of the reply.
  case died
  /// The agent ended without saying that the reply was over.
  case silent
  /// What was said before could not be read. Why is told where it happens and not kept: nil for a reply that was kept.
  case unreadable(StoreError?)
  /// What the agent says itself, in whatever language.
  case words(String)

  /// A short name that stays the same in all versions and languages; an agent's own words as they are.
  public var code: String {
    switch self {
    case .noSuchAgent(let id): Self.noSuchAgent + id
    case .died: "agent-died"
    case .silent: "agent-silent"
    case .unreadable: "chat-unreadable"
    case .words(let words): words
    }
  }

  /// What a code stands for; what is no code are an agent's words.
  public init(code: String) {
    self =
      switch code {
      case Self.died.code: .died
      case Self.silent.code: .silent
      case Self.unreadable(nil).code: .unreadable(nil)
      case _ where code.hasPrefix(Self.noSuchAgent): .noSuchAgent(id: String(code.dropFirst(Self.noSuchAgent.count)))
      default: .words(code)
      }
  }

  private static let noSuchAgent = "agent-missing:"
}
