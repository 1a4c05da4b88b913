import Domain
import Sotto

/// What is done to a whole chat: `new`, `rename`, `pin`, `unpin`, `delete`, `restore`.
enum ChangeCommands {
  static func new(_ session: Session) async throws {
    try await session.open { open in
      let agent = try session.agent(open.service)
      let usual = try await session.defaultAgent(open.service)
      let chat = try await open.service.createChat(titled: session.invocation.rest(from: 0), agent: agent ?? usual)
      session.tell(chat.id.description, .chat(chat))
    }
  }

  static func rename(_ session: Session) async throws {
    let title = session.invocation.rest(from: 1)
    guard !title.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "“sotto rename” wants a title that is not blank.", hint: session.invocation.hint)
    }
    try await change(session, .anywhere) { service, chat in
      try await service.rename(chat.id, to: title)
    } text: { _, new in
      "The chat is now called “\(Terminal.oneLine(new.title))”."
    }
  }

  static func pin(_ session: Session) async throws {
    try await change(session, .list) { service, chat in
      try await service.setPinned(true, chat.id)
    } text: { old, new in
      "“\(Terminal.oneLine(new.title))” \(old.isPinned ? "was pinned already" : "is pinned")."
    }
  }

  static func unpin(_ session: Session) async throws {
    try await change(session, .list) { service, chat in
      try await service.setPinned(false, chat.id)
    } text: { old, new in
      "“\(Terminal.oneLine(new.title))” \(old.isPinned ? "is no longer pinned" : "was not pinned")."
    }
  }

  static func restore(_ session: Session) async throws {
    try await change(session, .bin) { service, chat in
      try await service.restore(chat.id)
      return try await service.chat(chat.id) ?? chat
    } text: { _, new in
      "“\(Terminal.oneLine(new.title))” is back in the list."
    }
  }

  static func delete(_ session: Session) async throws {
    try await session.open { open in
      let isForEver = session.invocation.flags.contains("for-ever")
      let chat = try await ChatName(service: open.service).find(session.operand, in: .anywhere)
      let title = Terminal.oneLine(chat.title)
      if isForEver {
        try confirm(chat, session)
        try await open.service.deleteForEver(chat.id)
        session.tell("“\(title)” is deleted for ever.", deleted(chat, isGone: true))
      } else if chat.binnedAt != nil {
        session.tell("“\(title)” is in the bin already.", deleted(chat, isGone: false))
      } else {
        try await open.service.moveToBin(chat.id)
        let binned = try await open.service.chat(chat.id) ?? chat
        session.tell(
          "“\(title)” is in the bin for 30 days. “sotto restore \(ChatName.short(chat.id))” takes it out.",
          deleted(binned, isGone: false))
      }
    }
  }

  private static func deleted(_ chat: Chat, isGone: Bool) -> JSON {
    .object([("chat", .chat(chat)), ("is_gone", .bool(isGone))])
  }

  private static func confirm(_ chat: Chat, _ session: Session) throws {
    guard !session.invocation.flags.contains("yes") else { return }
    let title = Terminal.oneLine(chat.title)
    guard session.terminal.isInputTerminal, session.terminal.isErrorTerminal else {
      throw Failure(.usage, "Deleting “\(title)” for ever wants --yes where nobody can be asked.")
    }
    let count = chat.messageCount == 1 ? "its 1 message" : "its \(chat.messageCount) messages"
    guard session.confirm("Delete “\(title)” and \(count) for ever? Nothing brings them back.") else {
      throw Failure(.failed, "Nothing was deleted.")
    }
  }

  private static func change(
    _ session: Session, _ place: ChatName.Place, _ action: (ChatService, Chat) async throws -> Chat,
    text: (_ old: Chat, _ new: Chat) -> String
  ) async throws {
    try await session.open { open in
      let old = try await ChatName(service: open.service).find(session.operand, in: place)
      let new = try await action(open.service, old)
      session.tell(text(old, new), .chat(new))
    }
  }
}
