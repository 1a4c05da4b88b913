import Domain
import Localization
import Records
import Sotto
import Wording

/// `chats` and `agents`.
enum ListCommands {
  static func chats(_ context: CommandContext) async throws {
    let limit = try context.invocation.count("limit") ?? .max
    let find = context.invocation.values["find"].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let location: ChatLocation = context.invocation.flags.contains("trash") ? .trash : .list
    var count = 0
    let records = context.isJSON ? RecordList(context.out) : nil
    let lines = ChatLines(context)
    try await context.open { open in
      try await open.service.eachChat(on: location, titleContains: find) { chat in
        count += 1
        let number = find == nil ? count : nil
        if let records {
          records.add(ChatRecord(chat, number: number))
        } else {
          context.out.line(lines.line(chat, number: number))
        }
        try context.out.checkReader()
        return count < limit
      }
    }
    if let records { return records.end() }
    guard count == 0 else { return }
    switch (location, find) {
    case (_, let find?): context.warn(localized("No chat's title contains “\(Terminal.oneLine(find))”."))
    case (.trash, _): context.warn(localized("The Trash is empty."))
    default:
      context.warn(
        localized("There are no chats yet."),
        hint: localized("“sotto chat” begins one, “sotto demo add” adds three to look at."))
    }
  }

  static func agents(_ context: CommandContext) async throws {
    try await context.open { open in
      let chosen = try await context.defaultAgent(open.service)
      if context.isJSON {
        return context.out.line(open.service.agents.entries.map { AgentRecord($0, isDefault: $0.id == chosen) })
      }
      context.out.write(agents(open.service.profiles, marked: chosen, "*", context))
    }
  }

  /// The agents with their ids, the one of them marked; each is one line for programs.
  static func agents(
    _ profiles: [AgentProfile], marked id: String, _ mark: String, _ context: CommandContext
  ) -> String {
    var page = TextPage(columns: context.terminal.pageWidth)
    let rows = profiles.map { profile in
      (
        (profile.id == id ? mark : " ") + " " + Terminal.oneLine(profile.id),
        Terminal.oneLine(profile.name + ": " + profile.sentence)
      )
    }
    page.table(rows, indent: 0) { context.terminal.styled($0, .bold) }
    return page.text
  }
}
