import Domain
import Glibc
import Sotto

/// The words that a shell offers; made for its completion and not for people.
enum Completion {
  static func chats(_ session: Session) async throws {
    // Pressing Tab must not make a house.
    guard access(session.composition.home + "/sotto.db", F_OK) == 0 else { return }
    let shelf: Shelf = session.invocation.flags.contains("bin") ? .bin : .list
    try await session.open { open in
      for chat in try await open.service.chats(ChatQuery(shelf: shelf, limit: 200)) {
        session.out.line(ChatName.short(chat.id) + "\t" + Terminal.oneLine(chat.title))
      }
    }
  }

  static func words(_ session: Session) async throws {
    guard let name = session.invocation.operands.first else {
      for command in Command.all where !command.isHidden { session.out.line(command.name) }
      return
    }
    guard let command = Command.named(name) else { return }
    for operand in command.operands { for choice in operand.choices { session.out.line(choice) } }
    for option in command.options + Command.global { session.out.line("--" + option.name) }
  }
}
