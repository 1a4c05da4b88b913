/// Who answers: the agents that there are, and the one of a chat.
extension ChatService {
  /// All agents, in the order in which they are offered.
  public nonisolated var profiles: [AgentProfile] { agents.entries.map(\.profile) }

  /// The agent of that id; nil when it is not there.
  public nonisolated func profile(of agent: String) -> AgentProfile? { profiles.first { $0.id == agent } }

  /// Has another agent answer in the chat from now on. A reply that is due and has not begun is asked of it, too.
  @discardableResult
  public func setAgent(_ agent: String, in id: ChatID) async throws(StoreError) -> Chat {
    guard profile(of: agent) != nil else { throw .noSuchAgent(id: agent) }
    let chat = try await change(id) { $0.agent = agent }
    replies.restart(in: id, unlessBy: agent)
    if takesOnReplies { try await takeOnReplies(in: id) }
    return chat
  }

  /// What is done in this process for the chat's replies before anything of them comes.
  public func phases(in chat: ChatID) -> [MessageID: ReplyPhase] { replies.phases(in: chat) }

  /// Agents came, went, or changed how ready they are.
  func take(_ entries: [AgentEntry]) async {
    tell(.agentsChanged(entries))
    guard takesOnReplies, areOthers(entries) else { return }
    // One of them may be who a reply waits for.
    do throws(StoreError) { try await takeOnReplies(in: nil) } catch { tell(.failed(.store(error))) }
  }
}
