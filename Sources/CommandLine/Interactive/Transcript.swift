import Domain
import Localization
import Markdown
import Wording

/// Messages as a person reads them: a line for each new day, sender and time, the text.
struct Transcript {
  let context: CommandContext
  let agent: String
  /// Whether texts are shown as they were written, also those in Markdown.
  private let isRaw: Bool
  private var lastDay: Int?
  /// Above this message the model sees nothing.
  private let firstSeen: MessageID?

  init(_ chat: Chat, _ service: ChatService, _ context: CommandContext, firstSeen: MessageID?, isRaw: Bool = false) {
    self.isRaw = isRaw
    self.context = context
    self.firstSeen = firstSeen
    agent = service.agentName(of: chat)
  }

  /// The line for a new day, if one stands before this message, and the message's head.
  mutating func head(_ message: Message) -> String {
    let time = context.timeText
    let day = time.dayNumber(message.createdAt)
    var head = ""
    if message.id == firstSeen { head += context.terminal.styled("── \(ContextWords.unseen) ──", .dim) + "\n\n" }
    if day != lastDay {
      let name = time.day(message.createdAt, now: context.now)
      head += context.terminal.styled("── \(name) ──", .dim) + "\n\n"
      lastDay = day
    }
    let speaker = message.usage.map { Terminal.oneLine($0.model) } ?? agent
    let who =
      switch message.sender {
      case .user: context.terminal.styled(localized("You"), .user)
      case .agent: context.terminal.styled(speaker, .agent)
      case .summary: context.terminal.styled(localized("Summary of the messages above"), .agent)
      case .system: context.terminal.styled(localized("System"), .agent)
      case .tool: context.terminal.styled(localized("Tool"), .agent)
      }
    return head + who + "  " + context.terminal.styled(time.hours(message.createdAt), .dim) + "\n"
  }

  /// Pictures, text and what became of the message, with a line end.
  func body(_ message: Message) -> String {
    var lines = Self.thought(message).map { context.terminal.styled("(\($0))", .dim) + "\n" } ?? ""
    lines += pictures(message)
    // What people write is shown as they did. A program gets the marks of directions, too, where it asks for texts as they are.
    let text =
      isRaw || message.sender == .user
      ? wrapped(Terminal.harmless(message.text, turns: isRaw && !context.terminal.isOutputTerminal))
      : MarkdownPage(context.terminal).text(of: Document.blocks(of: message.text))
    if !text.isEmpty { lines += text + (text.hasSuffix("\n") ? "" : "\n") }
    if let note = Self.note(message) { lines += context.terminal.styled("(\(note))", .warning) + "\n" }
    return lines
  }

  /// A picture a line, or what the terminal's width makes of it.
  func pictures(_ message: Message) -> String {
    message.attachments.map { wrapped(PictureDescription.line($0)) + "\n" }.joined()
  }

  private func wrapped(_ text: String) -> String {
    var wrap = WordWrap(columns: context.terminal.pageWidth)
    return wrap.take(text) + wrap.end()
  }

  /// That the agent thought aloud, and for how long; nil where it did not.
  static func thought(_ message: Message) -> String? {
    guard message.hasReasoning else { return nil }
    return message.reasoningMilliseconds.map { localized("thought for \(DurationText.short(.milliseconds($0)))") }
      ?? localized("thought about it")
  }

  /// What became of a message that is not whole.
  static func note(_ message: Message) -> String? {
    switch message.state {
    case .complete: nil
    case .queued where message.sender == .summary: localized("a summary is due")
    case .queued: localized("a reply is due")
    case .streaming: localized("still streaming", context: "a reply")
    case .stopped: localized("stopped", context: "a reply")
    case .interrupted: localized("interrupted", context: "a reply")
    case .failed:
      message.failureSentence.map { localized("failed: \(Terminal.oneLine($0))", context: "a reply") }
        ?? localized("failed: nobody knows why", context: "a reply")
    }
  }
}
