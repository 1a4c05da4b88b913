import Domain
import Sotto
import ViewModels

/// What keeps a house: `backup` and the demo chats.
enum KeepCommands {
  static func backup(_ session: Session) async throws {
    let words = session.invocation.operands
    switch words.first {
    case "list":
      guard words.count == 1 else { throw tooMany(session) }
      try await list(session)
    case "use":
      guard words.count == 2 else {
        throw Failure(.usage, "“sotto backup use” wants the name of a backup.", hint: "“sotto backup list” lists them.")
      }
      try await use(words[1], session)
    default:
      let path = try await session.open { try await $0.backUp() }
      session.tell(Terminal.oneLine(path), .object([("path", .string(path))]))
    }
  }

  private static func tooMany(_ session: Session) -> Failure {
    Failure(
      .usage, "“\(Terminal.oneLine(session.invocation.operands[1]))” is one word too many.",
      hint: session.invocation.hint)
  }

  private static func list(_ session: Session) async throws {
    let backups = try await session.composition.backups()
    if session.isJSON {
      let list = backups.map { JSON.object([("name", .string($0.id)), ("label", .string($0.label))]) }
      return session.out.line(JSON.array(list).text)
    }
    for backup in backups { session.out.line(Terminal.oneLine(backup.id) + "  " + Terminal.oneLine(backup.label)) }
    if backups.isEmpty { session.warn("There are no backups yet.", hint: "“sotto backup” makes one.") }
  }

  private static func use(_ name: String, _ session: Session) async throws {
    guard try await session.composition.backups().contains(where: { $0.id == name }) else {
      throw Failure(
        .failed, "There is no backup “\(Terminal.oneLine(name))”.", hint: "“sotto backup list” lists the backups.")
    }
    try await session.composition.goBack(to: name)
    session.tell(
      "The house is as it was in \(Terminal.oneLine(name)). What it was before lies in its folder “set-aside”.",
      .object([("used", .string(name))]))
  }

  static func demo(_ session: Session) async throws {
    let chats = try session.composition.demoChats()
    try await session.open { open in
      if session.operand == "add" {
        let count = try await open.service.addDemo(chats)
        session.tell(
          count == 0 ? "The demo chats are there already." : "Added \(number(count)).",
          .object([("added", .number(count))]))
      } else {
        let count = try await open.service.removeDemo()
        session.tell(
          count == 0 ? "There are no demo chats." : "Removed \(number(count)).", .object([("removed", .number(count))]))
      }
    }
  }

  private static func number(_ count: Int) -> String { count == 1 ? "1 demo chat" : "\(count) demo chats" }
}
