/// What a person has set for one chat. It is the chat's, whoever answers there: an agent takes what it knows of it.
public struct ChatSettings: Hashable, Sendable {
  /// What the agent is told before the first message; empty for nothing.
  public var instructions: String
  /// How the agent is to choose its words.
  public var parameters: ReplyParameters
  /// What is done when the chat does not fit into the context any more; nil where nobody has chosen, and then the oldest
  /// messages are left out.
  public var overflow: ContextOverflow?

  public init(
    instructions: String = "", parameters: ReplyParameters = ReplyParameters(), overflow: ContextOverflow? = nil
  ) {
    self.instructions = instructions
    self.parameters = parameters
    self.overflow = overflow
  }

  /// Bytes of the instructions at most.
  public static let longestInstructions = 65_536

  /// Throws what is not taken.
  public func check() throws(ChatSettingsFault) {
    let bytes = instructions.utf8.count
    if bytes > Self.longestInstructions { throw .longInstructions(bytes: bytes) }
    for parameter in ReplyParameter.allCases {
      if let number = parameters[parameter], !parameter.takes(number) { throw .outOfRange(parameter) }
    }
  }
}

/// What is done with a chat that has become too long for its agent's context.
public enum ContextOverflow: String, CaseIterable, Hashable, Sendable {
  /// The oldest messages are left out.
  case dropOldest = "drop-oldest"
  /// A message that sums them up stands in their place.
  case summarise
  /// The agent is given a larger context.
  case largerContext = "larger-context"
}

/// Why settings of a chat are not taken.
public enum ChatSettingsFault: Error, Hashable, Sendable {
  /// They are longer than `ChatSettings.longestInstructions`.
  case longInstructions(bytes: Int)
  /// It is no number, has decimals that it may not have, or is too small or too large.
  case outOfRange(ReplyParameter)
}
