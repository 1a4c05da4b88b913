import Domain
import Sotto

/// The words that a shell offers; made for its completion and not for people.
enum Completion {
  static func chats(_ context: CommandContext) async throws {
    // Pressing Tab must not make a library.
    guard try context.composition.library().exists else { return }
    let location: ChatLocation = context.invocation.flags.contains("trash") ? .trash : .list
    try await context.open { open in
      for chat in try await open.service.chats(ChatQuery(location: location, limit: 200)) {
        context.out.line(ChatName.short(chat.id) + "\t" + Terminal.oneLine(chat.title))
      }
    }
  }

  static func agents(_ context: CommandContext) async throws {
    for profile in try context.composition.profiles() { context.out.line(Terminal.oneLine(profile.id)) }
  }

  static func words(_ context: CommandContext) async throws {
    guard let name = context.invocation.operands.first else {
      for command in Command.all where !command.isHidden { context.out.line(command.name) }
      return
    }
    guard let command = Command.named(name) else { return }
    for operand in command.operands { for choice in operand.choices { context.out.line(choice) } }
    for option in command.options + Command.global { context.out.line("--" + option.name) }
  }
}
