import Domain
import Localization
import Records
import Sotto
import Wording

/// What keeps a library: `backup` and the demo chats.
enum KeepCommands {
  static func backup(_ context: CommandContext) async throws {
    let words = context.invocation.operands
    switch words.first {
    case "list":
      guard words.count == 1 else { throw Arguments.tooMany(words[1], hint: context.invocation.hint) }
      try await list(context)
    case "use":
      guard words.count == 2 else {
        throw Failure(
          .usage, localized("“sotto backup use” wants the name of a backup."),
          hint: localized("“sotto backup list” lists them."))
      }
      try await use(words[1], context)
    default:
      let path = try await context.open { try await $0.library.backUp().path }
      context.tell(Terminal.oneLine(path), ["path": path])
    }
  }

  private static func list(_ context: CommandContext) async throws {
    let backups = try await context.composition.library().backups()
    if context.isJSON { return context.out.line(backups.map(BackupRecord.init)) }
    for backup in backups {
      let label = BackupText(backup, time: context.timeText).label(now: context.now)
      context.out.line(Terminal.oneLine(backup.id) + "  " + Terminal.oneLine(label))
    }
    if backups.isEmpty {
      context.warn(localized("There are no backups yet."), hint: localized("“sotto backup” makes one."))
    }
  }

  private static func use(_ name: String, _ context: CommandContext) async throws {
    let library = try context.composition.library()
    guard let backup = try await library.backups().first(where: { $0.id == name }) else {
      throw Failure(
        .failed, localized("There is no backup “\(Terminal.oneLine(name))”."),
        hint: localized("“sotto backup list” lists the backups."))
    }
    try await library.restore(backup)
    context.tell(
      localized(
        """
        The data folder is as it was in \(Terminal.oneLine(name)). What it was before lies in its folder “set-aside”.
        """),
      ["used": name])
  }

  static func demo(_ context: CommandContext) async throws {
    let chats = try context.composition.demoChats()
    try await context.open { open in
      if context.operand == "add" {
        let count = try await open.service.addDemo(chats)
        context.tell(
          count == 0
            ? localized("The demo chats are there already.")
            : localized(count, one: "Added \(count) demo chat.", other: "Added \(count) demo chats."),
          ["added": count])
      } else {
        let count = try await open.service.removeDemo()
        context.tell(
          count == 0
            ? localized("There are no demo chats.")
            : localized(count, one: "Removed \(count) demo chat.", other: "Removed \(count) demo chats."),
          ["removed": count])
      }
    }
  }
}
