internal import Domain

/// One of the things that can be set; each is saved by itself.
nonisolated enum ChatSettingsPart: Hashable {
  case instructions, reasoning
  case number(ReplyParameter)

  func copy(from one: ChatSettings, to other: inout ChatSettings) {
    switch self {
    case .instructions: other.instructions = one.instructions
    case .reasoning: other.parameters.reasoning = one.parameters.reasoning
    case .number(let parameter): other.parameters[parameter] = one.parameters[parameter]
    }
  }
}
