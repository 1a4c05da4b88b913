import Domain
import Localization
import Records
import Sotto
import ViewModels
import Wording

/// What is done to a whole chat: `new`, `rename`, `pin`, `unpin`, `delete`, `restore`.
enum ChangeCommands {
  static func new(_ context: CommandContext) async throws {
    let change = try SettingsChange(context)
    try await context.open { open in
      let agent = try await context.agent(open)
      let usual = try await context.defaultAgent(open.service)
      try change.check(for: agent ?? usual, open.service)
      let chat = try await open.service.createChat(titled: context.invocation.rest(from: 0), agent: agent ?? usual)
      try await change.make(to: chat, open.service)
      context.tell(chat.id.description, ChatRecord(chat))
    }
  }

  static func rename(_ context: CommandContext) async throws {
    let title = context.invocation.rest(from: 1)
    guard !title.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, localized("“sotto rename” wants a title that is not blank."), hint: context.invocation.hint)
    }
    try await change(context, .anywhere) { service, chat in
      try await service.rename(chat.id, to: title)
    } text: { _, new in
      localized("The chat is now called “\(Terminal.oneLine(new.shownTitle))”.")
    }
  }

  /// Says who answers in a chat, or has another agent answer from now on.
  static func agent(_ context: CommandContext) async throws {
    guard context.invocation.operands.count > 1 else {
      return try await context.open { open in
        let chat = try await ChatName(service: open.service, nearness: .part).find(context.operand, in: .anywhere)
        let name = open.service.agentName(of: chat)
        let isMissing = open.service.profile(of: chat.agent) == nil
        let isNamed = name != Terminal.oneLine(chat.agent)
        let missing = isNamed ? name : localized("(not there)")
        let line = Terminal.oneLine(chat.agent) + "  " + (isMissing ? missing : name)
        context.tell(line, ChatRecord(chat))
      }
    }
    try await change(context, .list) { service, chat in
      try await service.setAgent(try context.agent(named: context.invocation.operands[1], service), in: chat.id)
    } text: { old, new in
      old.agent == new.agent
        ? localized("“\(Terminal.oneLine(new.shownTitle))” had this agent already.")
        : localized("“\(Terminal.oneLine(new.shownTitle))” is answered by \(Terminal.oneLine(new.agent)) from now on.")
    }
  }

  static func pin(_ context: CommandContext) async throws {
    try await change(context, .list) { service, chat in
      try await service.setPinned(true, chat.id)
    } text: { old, new in
      old.isPinned
        ? localized("“\(Terminal.oneLine(new.shownTitle))” was pinned already.")
        : localized("“\(Terminal.oneLine(new.shownTitle))” is pinned.")
    }
  }

  static func unpin(_ context: CommandContext) async throws {
    try await change(context, .list) { service, chat in
      try await service.setPinned(false, chat.id)
    } text: { old, new in
      old.isPinned
        ? localized("“\(Terminal.oneLine(new.shownTitle))” is no longer pinned.")
        : localized("“\(Terminal.oneLine(new.shownTitle))” was not pinned.")
    }
  }

  static func restore(_ context: CommandContext) async throws {
    try await change(context, .trash) { service, chat in
      try await service.restore(chat.id)
      return try await service.chat(chat.id) ?? chat
    } text: { _, new in
      localized("“\(Terminal.oneLine(new.shownTitle))” is back in the list.")
    }
  }

  static func delete(_ context: CommandContext) async throws {
    try await context.open { open in
      let isForEver = context.invocation.flags.contains("for-ever")
      let chat = try await ChatName(service: open.service, nearness: isForEver ? .whole : .beginning).find(
        context.operand, in: .anywhere)
      let title = Terminal.oneLine(chat.shownTitle)
      if isForEver {
        try confirm(chat, context)
        try await deleteForEver(chat, open.service)
        context.tell(localized("“\(title)” is deleted for ever."), DeletedRecord(chat, isGone: true))
      } else if chat.trashedAt != nil {
        context.tell(localized("“\(title)” is in the Trash already."), DeletedRecord(chat, isGone: false))
      } else {
        try await open.service.moveToTrash(chat.id)
        let trashed = try await open.service.chat(chat.id) ?? chat
        let id = ChatName.short(chat.id)
        context.tell(
          localized("“\(title)” is in the Trash for 30 days. “sotto restore \(id)” takes it out."),
          DeletedRecord(trashed, isGone: false))
      }
    }
  }

  private static func deleteForEver(_ chat: Chat, _ service: ChatService) async throws {
    do throws(StoreError) { try await service.deleteForEver(chat.id) } catch {
      var failure = Failure(error)
      if case .diskFull = error { failure.hint = await whatHelps(chat, service) }
      throw failure
    }
  }

  /// A long chat is deleted in parts: the first one puts it into the Trash.
  private static func whatHelps(_ chat: Chat, _ service: ChatService) async -> String {
    // Where it cannot be read, the general sentence is true as well.
    let isPart = (try? await service.chat(chat.id)).map { $0.messageCount < chat.messageCount } ?? false
    if isPart {
      return localized(
        "A part of the chat is deleted. The rest lies in the Trash and goes with the next start that finds room.")
    }
    return localized("A delete needs about as much room as the chat holds, for a moment. Delete smaller chats first.")
  }

  private static func confirm(_ chat: Chat, _ context: CommandContext) throws {
    guard !context.invocation.flags.contains("yes") else { return }
    let title = Terminal.oneLine(chat.shownTitle)
    guard context.terminal.isInputTerminal, context.terminal.isErrorTerminal else {
      throw Failure(.usage, localized("Deleting “\(title)” for ever wants --yes where nobody can be asked."))
    }
    let question = Confirmation.deleteForEver(chat)
    guard context.confirm("\(question.heading) \(question.body)") else {
      throw Failure(.failed, localized("Nothing was deleted."))
    }
  }

  private static func change(
    _ context: CommandContext, _ scope: ChatName.Scope, _ action: (ChatService, Chat) async throws -> Chat,
    text: (_ old: Chat, _ new: Chat) -> String
  ) async throws {
    try await context.open { open in
      let old = try await ChatName(service: open.service, nearness: .beginning).find(context.operand, in: scope)
      let new = try await action(open.service, old)
      context.tell(text(old, new), ChatRecord(new))
    }
  }
}
