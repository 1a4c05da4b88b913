import Domain
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
    try await context.open { open in
      try await open.service.eachChat(on: location, titleContains: find) { chat in
        count += 1
        let number = find == nil ? count : nil
        if let records {
          records.add(ChatRecord(chat, number: number))
        } else {
          context.out.line(line(chat, number: number, context))
        }
        try context.out.checkReader()
        return count < limit
      }
    }
    if let records { return records.end() }
    guard count == 0 else { return }
    switch (location, find) {
    case (_, let find?): context.warn("No chat's title contains “\(Terminal.oneLine(find))”.")
    case (.trash, _): context.warn("The Trash is empty.")
    default:
      context.warn("There are no chats yet.", hint: "“sotto chat” begins one, “sotto demo add” adds three to look at.")
    }
  }

  /// ` 3  9f3a2b1c  Yesterday     * Mumbai Trip (2 new)  You: See you there`
  static func line(_ chat: Chat, number: Int?, mark: String = "", _ context: CommandContext) -> String {
    let terminal = context.terminal
    var line = mark
    if let number {
      line += Cells.padded(String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)", 3) + "  "
    }
    line += ChatName.short(chat.id) + "  "
    let time = chat.trashedAt ?? chat.lastActivityAt
    line += Cells.padded(context.timeText.short(time, now: context.now), 12) + "  " + (chat.isPinned ? "* " : "  ")
    let title = Terminal.oneLine(chat.shownTitle)
    let unread = chat.unreadCount > 0 ? " (\(chat.unreadCount) new)" : ""
    let preview = chat.draftPreview.isEmpty ? chat.preview.line : "Draft: " + chat.draftLine
    let room = terminal.isOutputTerminal ? max(10, terminal.columns - Cells.width(of: line)) : .max
    let shown = Cells.fit(title, room)
    var rest = unread + (preview.isEmpty ? "" : "  " + Terminal.oneLine(preview))
    rest = room == .max ? rest : Cells.fit(rest, max(0, room - Cells.width(of: shown)))
    return line + terminal.styled(shown, .bold) + terminal.styled(rest, .dim)
  }

  static func agents(_ context: CommandContext) async throws {
    try await context.open { open in
      let chosen = try await context.defaultAgent(open.service)
      if context.isJSON {
        return context.out.line(open.service.agents.entries.map { AgentRecord($0, isDefault: $0.id == chosen) })
      }
      let width = open.service.profiles.map { Cells.width(of: $0.id) }.max() ?? 0
      for profile in open.service.profiles {
        let id = Cells.padded(Terminal.oneLine(profile.id), width)
        let name = context.terminal.styled(Terminal.oneLine(profile.name), .bold)
        context.out.line(
          (profile.id == chosen ? "* " : "  ") + id + "  " + name + ": " + Terminal.oneLine(profile.summary))
      }
    }
  }
}
