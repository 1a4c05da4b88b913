package import Domain

/// What is set for a chat, of `settings --json`.
package struct ChatSettingsRecord: Codable, Sendable {
  /// The chat's id.
  package var chat: String
  package var agent: String
  /// False for an agent that follows a script.
  package var takesSettings: Bool
  package var instructions: String
  @OrNull package var overflow: String?
  /// What was set.
  package var set: ReplyParametersRecord
  /// What applies, as far as that is known.
  package var inUse: ReplyParametersRecord

  package init(_ settings: ChatSettings, of chat: Chat, _ profile: AgentProfile?) {
    self.chat = chat.id.description
    agent = chat.agent
    takesSettings = profile.map { $0.takes != nil } ?? true
    instructions = settings.instructions
    overflow = settings.overflow?.rawValue
    set = ReplyParametersRecord(settings.parameters)
    inUse = ReplyParametersRecord(profile?.takes.map { settings.parameters.over($0.defaults) } ?? settings.parameters)
  }
}

/// How an agent chooses its words; null for what nobody said.
package struct ReplyParametersRecord: Codable, Sendable {
  @OrNull package var temperature: Double?
  @OrNull package var topP: Double?
  @OrNull package var topK: Int?
  @OrNull package var minP: Double?
  @OrNull package var repeatPenalty: Double?
  @OrNull package var frequencyPenalty: Double?
  @OrNull package var presencePenalty: Double?
  @OrNull package var seed: UInt64?
  @OrNull package var maxTokens: Int?
  @OrNull package var context: Int?
  @OrNull package var reasoning: Bool?

  init(_ parameters: ReplyParameters) {
    temperature = parameters.temperature
    topP = parameters.topP
    topK = parameters.topK
    minP = parameters.minP
    repeatPenalty = parameters.repeatPenalty
    frequencyPenalty = parameters.frequencyPenalty
    presencePenalty = parameters.presencePenalty
    seed = parameters.seed
    maxTokens = parameters.maximumTokens
    context = parameters.contextLength
    reasoning = parameters.reasoning
  }
}
