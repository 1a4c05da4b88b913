import Domain
import Sotto

/// `show`: a chat as a readable transcript.
enum ShowCommand {
  static let usualCount = 20

  static func run(_ session: Session) async throws {
    let isAll = session.invocation.flags.contains("all")
    let last = try session.invocation.count("last")
    if isAll, last != nil {
      throw Failure(.usage, "--all and --last do not go together.", hint: session.invocation.hint)
    }
    let count = isAll ? nil : last ?? usualCount
    try await session.open { open in
      let chat = try await ChatName(service: open.service, byPart: true).find(session.operand, in: .anywhere)
      let pages = MessagePages(service: open.service, chat: chat.id)
      if session.isJSON {
        try await json(chat, pages, count, session)
      } else {
        try await text(chat, pages, count, session, open.service)
      }
    }
  }

  private static func json(_ chat: Chat, _ pages: MessagePages, _ count: Int?, _ session: Session) async throws {
    session.out.write("{\"chat\":\(JSON.chat(chat).text),\n\"messages\":[")
    var isFirst = true
    try await pages.read(last: count) { page in
      for message in page {
        session.out.write((isFirst ? "\n" : ",\n") + JSON.message(message).text)
        isFirst = false
      }
      try session.out.checkReader()
    }
    session.out.line("]}")
  }

  private static func text(
    _ chat: Chat, _ pages: MessagePages, _ count: Int?, _ session: Session, _ service: ChatService
  ) async throws {
    var transcript = Transcript(chat, service, session)
    session.out.line(title(chat, transcript.agent, session))
    if let count, chat.messageCount > count, count == usualCount {
      let earlier = chat.messageCount - count
      session.out.line(session.terminal.styled("(\(earlier) earlier: --last N or --all)", .dim))
    }
    try await pages.read(last: count) { page in
      for message in page {
        session.out.line()
        session.out.write(transcript.head(message) + transcript.body(message))
      }
      try session.out.checkReader()
    }
  }

  /// `Mumbai Trip  with Crew, 10 messages`
  static func title(_ chat: Chat, _ agent: String, _ session: Session) -> String {
    let count = chat.messageCount == 1 ? "1 message" : "\(chat.messageCount) messages"
    let state = chat.messageCount == 0 ? "" : ", \(count)"
    let bin = chat.binnedAt == nil ? "" : ", in the bin"
    return session.terminal.styled(Terminal.oneLine(chat.title), .bold)
      + session.terminal.styled("  with \(agent)\(state)\(bin)", .dim)
  }
}
