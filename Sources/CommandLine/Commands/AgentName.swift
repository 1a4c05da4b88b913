import Domain
import Wording

extension ChatService {
  /// What the chat's agent is called, on one line.
  @MainActor func agentName(of chat: Chat) -> String {
    Terminal.oneLine(profile(of: chat.agent)?.name ?? AgentWords.name(ofMissing: chat.agent))
  }
}
