internal import Domain

/// One of the things that can be set; each is saved by itself.
nonisolated enum ChatSettingsPart: Hashable {
  case instructions, reasoning, overflow
  case number(ReplyParameter)

  /// All but the instructions.
  static let ofReplies = [reasoning, overflow] + ReplyParameter.allCases.map { .number($0) }

  func copy(from one: ChatSettings, to other: inout ChatSettings) {
    switch self {
    case .instructions: other.instructions = one.instructions
    case .overflow: other.overflow = one.overflow
    case .reasoning: other.parameters.reasoning = one.parameters.reasoning
    case .number(let parameter): other.parameters[parameter] = one.parameters[parameter]
    }
  }
}
