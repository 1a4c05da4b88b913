import Domain
import Platform
import Sotto

/// `chat`: a conversation in the terminal.
enum ChatCommand {
  static func run(_ context: CommandContext) async throws {
    if !context.invocation.operands.isEmpty, context.invocation.values["agent"] != nil {
      throw Failure(.usage, "--agent begins a new chat and goes with no CHAT.", hint: context.invocation.hint)
    }
    try await context.open { open in
      try open.checkWriting()
      let (chat, isNew) = try await chat(context, open.service)
      defer { KeyMode.leave() }
      try await Conversation(context, open.service, chat, isNew: isNew).run()
      await open.library.backUpAtEnd()
    }
  }

  /// The chat that was named, else the one that was open last, else a new one.
  private static func chat(_ context: CommandContext, _ service: ChatService) async throws -> (Chat, isNew: Bool) {
    if let name = context.invocation.operands.first {
      return (try await ChatName(service: service, byPart: true).find(name, in: .list), false)
    }
    if let agent = try context.agent(service) { return (service.newChat(agent: agent), true) }
    if let last = try await service.currentSettings().lastChat, let chat = try await service.chat(last),
      chat.trashedAt == nil
    {
      return (chat, false)
    }
    return (service.newChat(agent: try await context.defaultAgent(service)), true)
  }
}
