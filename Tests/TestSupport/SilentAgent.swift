public import Domain

/// Someone to write to who never answers.
public struct SilentAgent: Agent {
  public let profile: AgentProfile

  public init(id: String) {
    profile = AgentProfile(id: id, name: "Nobody", summary: "Never answers.", suggestions: [], schedule: .never)
  }

  public func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> { AsyncStream { nil } }
}
