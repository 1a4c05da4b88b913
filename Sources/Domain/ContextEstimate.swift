/// About how much of its context an agent would read, by what its last reply in the chat has told.
struct ContextEstimate {
  /// Among so many messages a reply is looked for.
  static let last = 8
  /// Among so many a summary is looked for that is newer than the reply.
  static let near = 100
  /// Of most texts, in most vocabularies.
  private static let bytesPerToken = 4

  private let reply: Message
  private let length: Int
  /// Tokens that the chat took at the reply.
  private let used: Int
  /// What was said after it, in bytes.
  private let since: Int
  private let instructions: Int

  /// Nil where the agent has told nothing in these messages, the last of the chat, or holds everything.
  init?(by profile: AgentProfile, _ settings: ChatSettings, last messages: [Message]) {
    guard
      let told = messages.lastIndex(where: {
        $0.sender == .agent && $0.usage?.promptTokens != nil && $0.usage?.model == profile.name
      }),
      let usage = messages[told].usage, let prompt = usage.promptTokens,
      let length = profile.contextLength(for: settings)
    else { return nil }
    reply = messages[told]
    self.length = length
    used = prompt.plus(usage.replyTokens ?? 0)
    since = Self.bytes(of: messages[(told + 1)...])
    instructions = settings.instructions.utf8.count
  }

  private static func bytes(of messages: ArraySlice<Message>) -> Int {
    messages.reduce(0) { $0 + $1.text.utf8.count }
  }

  /// With the draft sent.
  ///
  /// - Parameter messages: more of the chat's end, for a summary that is newer than the reply: what it leaves is read.
  func extent(with draft: Draft, near messages: [Message]) -> ContextExtent {
    let said = draft.text.utf8.count
    let about: Int
    if let summary = messages.lastIndex(where: \.standsForAbove), messages[summary].createdAt >= reply.createdAt {
      about = (instructions + Self.bytes(of: messages[summary...]) + said) / Self.bytesPerToken
    } else {
      about = used.plus((since + said) / Self.bytesPerToken)
    }
    return ContextExtent(length: length, room: length - length / 4, used: min(about, length))
  }
}
