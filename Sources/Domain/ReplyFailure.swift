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
  /// The agent is a local model, and cannot be used.
  case model(ModelFault)
  /// The instructions and the last message are more than the model holds at once.
  case tooLong
  /// The last message would fit without the instructions.
  case instructionsTooLong
  /// The reply is cut off: the model holds no further word.
  case contextFull
  /// The model's file does not say how a conversation is written for it, or in a way that makes no sense.
  case noTemplate
  /// The reply is over, and nothing was said or thought in it.
  case nothingSaid
  /// A summary was asked for, and the agent cannot make one or wrote none.
  case notSummarised
  /// The engine could not go on with the reply.
  case engineFailed
  /// What the agent says itself, in whatever language.
  case words(String)

  /// A short name that stays the same in all versions and languages; an agent's own words as they are.
  public var code: String {
    switch self {
    case .noSuchAgent(let id): Self.noSuchAgent + id
    case .died: "agent-died"
    case .silent: "agent-silent"
    case .unreadable: "chat-unreadable"
    case .model(let fault): Self.model + fault.code
    case .tooLong: "prompt-too-long"
    case .instructionsTooLong: "instructions-too-long"
    case .contextFull: "context-full"
    case .noTemplate: "no-template"
    case .nothingSaid: "nothing-said"
    case .notSummarised: "not-summarised"
    case .engineFailed: "engine-failed"
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
      case Self.tooLong.code: .tooLong
      case Self.instructionsTooLong.code: .instructionsTooLong
      case Self.contextFull.code: .contextFull
      case Self.noTemplate.code: .noTemplate
      case Self.nothingSaid.code: .nothingSaid
      case Self.notSummarised.code: .notSummarised
      case Self.engineFailed.code: .engineFailed
      case _ where code.hasPrefix(Self.noSuchAgent): .noSuchAgent(id: String(code.dropFirst(Self.noSuchAgent.count)))
      case _ where code.hasPrefix(Self.model):
        ModelFault(code: code.dropFirst(Self.model.count)).map { .model($0) } ?? .engineFailed
      default: .words(code)
      }
  }

  private static let noSuchAgent = "agent-missing:"
  private static let model = "model:"
}
