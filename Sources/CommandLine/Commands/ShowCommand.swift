import Domain
import Localization
import Records
import Sotto
import Wording

/// `show`: a chat as a readable transcript.
enum ShowCommand {
  static let usualCount = 20

  static func run(_ context: CommandContext) async throws {
    let isAll = context.invocation.flags.contains("all")
    let last = try context.invocation.count("last")
    if isAll, last != nil {
      throw Failure(.usage, localized("--all and --last do not go together."), hint: context.invocation.hint)
    }
    let count = isAll ? nil : last ?? usualCount
    try await context.open { open in
      let chat = try await ChatName(service: open.service, nearness: .part).find(context.operand, in: .anywhere)
      let pages = LastMessages(of: chat.id, open.service)
      if context.isJSON {
        try await json(chat, pages, count, context)
      } else {
        try await text(chat, pages, count, context, open.service)
      }
    }
  }

  private static func json(_ chat: Chat, _ pages: LastMessages, _ count: Int?, _ context: CommandContext) async throws {
    let messages = RecordList(context.out, of: ChatRecord(chat), named: "messages")
    try await pages.read(count) { page in
      for message in page { messages.add(MessageRecord(message)) }
      try context.out.checkReader()
    }
    messages.end()
  }

  private static func text(
    _ chat: Chat, _ pages: LastMessages, _ count: Int?, _ context: CommandContext, _ service: ChatService
  ) async throws {
    let isDetailed = context.invocation.flags.contains("details")
    var transcript = Transcript(
      chat, service, context, firstSeen: try await service.context.firstSeen(in: chat),
      isRaw: context.invocation.flags.contains("raw"))
    context.out.line(title(chat, transcript.agent, context))
    if let count, chat.messageCount > count, count == usualCount {
      let earlier = chat.messageCount - count
      let note = localized(
        earlier, one: "(\(earlier) earlier: --last N or --all)", other: "(\(earlier) earlier: --last N or --all)")
      context.out.line(context.terminal.styled(note, .dim))
    }
    try await pages.read(count) { page in
      for message in page {
        context.out.line()
        context.out.write(transcript.head(message) + transcript.body(message))
        if isDetailed { context.out.write(details(of: message, context)) }
      }
      try context.out.checkReader()
    }
  }

  /// What is known of a message, a line for each thing.
  private static func details(of message: Message, _ context: CommandContext) -> String {
    var page = TextPage(columns: context.terminal.pageWidth)
    page.table(message.details(context.timeText).map { ($0.name, Terminal.oneLine($0.value)) }) {
      context.terminal.styled($0, .dim)
    }
    return page.text
  }

  /// `Mumbai Trip  with Crew, 10 messages`
  static func title(_ chat: Chat, _ agent: String, _ context: CommandContext) -> String {
    let count = chat.messageCount
    var details = [localized("with \(agent)", context: "a chat with an agent")]
    if count > 0 { details.append(localized(count, one: "\(count) message", other: "\(count) messages")) }
    if chat.trashedAt != nil { details.append(localized("in the Trash", context: "a chat")) }
    return context.terminal.styled(Terminal.oneLine(chat.shownTitle), .bold)
      + context.terminal.styled("  " + details.joined(separator: ", "), .dim)
  }
}
