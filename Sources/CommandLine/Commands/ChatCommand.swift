import Domain
import Glibc
import Sotto

/// `chat`: a conversation in the terminal.
enum ChatCommand {
  static func run(_ session: Session) async throws {
    if !session.invocation.operands.isEmpty, session.invocation.values["agent"] != nil {
      throw Failure(.usage, "--agent begins a new chat and goes with no CHAT.", hint: session.invocation.hint)
    }
    try await session.open { open in
      try open.checkWriting()
      let (chat, isNew) = try await chat(session, open.service)
      defer { KeyMode.leave() }
      try await Conversation(session, open.service, chat, isNew: isNew).run()
      await open.backUpAtEnd()
    }
  }

  /// The chat that was named, else the one that was open last, else a new one.
  private static func chat(_ session: Session, _ service: ChatService) async throws -> (Chat, isNew: Bool) {
    if let name = session.invocation.operands.first {
      return (try await ChatName(service: service, byPart: true).find(name, in: .list), false)
    }
    if let agent = try session.agent(service) { return (service.newChat(agent: agent), true) }
    if let last = try await service.currentSettings().lastChat, let chat = try await service.chat(last),
      chat.binnedAt == nil
    {
      return (chat, false)
    }
    return (service.newChat(agent: try await session.defaultAgent(service)), true)
  }
}
