import Domain
import Localization
import Platform
import Sotto
import ViewModels
import Wording

/// `chat`: a conversation in the terminal.
enum ChatCommand {
  static func run(_ context: CommandContext) async throws {
    if !context.invocation.operands.isEmpty, context.namesAgent {
      throw Failure(
        .usage, localized("--agent and --model begin a new chat and go with no CHAT."), hint: context.invocation.hint)
    }
    try await context.open { open in
      try open.checkWriting()
      let chat = try await chat(context, open.service)
      let library = try await open.model(context)
      if let chat {
        library.open(chat, byPerson: false)
      } else {
        library.beginChat(titled: "", agent: try await context.agent(open), byPerson: false)
      }
      guard let thread = library.thread else { throw Failure(.library, library.readOnly) }
      defer { KeyMode.leave() }
      try await Conversation(context, open.service, library, thread).run()
      await open.library.backUpAtEnd()
    }
  }

  /// The chat that was named, else the one that was open last; nil for a new one.
  private static func chat(_ context: CommandContext, _ service: ChatService) async throws -> Chat? {
    if let name = context.invocation.operands.first {
      return try await ChatName(service: service, nearness: .part).find(name, in: .list)
    }
    guard !context.namesAgent, let last = try await service.currentSettings().lastChat,
      let chat = try await service.chat(last)
    else { return nil }
    return chat.trashedAt == nil ? chat : nil
  }
}

extension StartedLibrary {
  /// The library as this face shows it: one chat at a time, and only what is due in that one is taken on.
  func model(_ context: CommandContext) async throws -> LibraryModel {
    let model = LibraryModel(
      service: service, models: models, downloads: downloads,
      clock: MinuteClock(surroundings: context.composition.surroundings),
      settings: try await service.currentSettings(), demo: [], readOnly: library.readOnly?.sentence)
    model.isNarrow = true
    await model.load()
    await service.listenToOtherProcesses()
    model.setActive(true)
    return model
  }
}
