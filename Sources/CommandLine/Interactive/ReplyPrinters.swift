import Domain
import Localization
import Records
import Wording

/// The reply's words and nothing else, for pipes.
final class PlainPrinter: ReplyPrinter {
  private let context: CommandContext
  private let statusLine: StatusLine
  private var isFirst = true
  private var isAtLineStart = true

  init(_ context: CommandContext, _ statusLine: StatusLine) {
    self.context = context
    self.statusLine = statusLine
  }

  func begin(_ message: Message) {
    statusLine.hide()
    if !isFirst { context.out.line() }
    isFirst = false
    isAtLineStart = true
  }

  func say(_ chunk: String, of message: Message) {
    statusLine.hide()
    write(Terminal.harmless(chunk))
    context.out.flush()
  }

  // Pipes get the reply's words and nothing else.
  func think(_ chunk: String, of message: Message) {}

  func takeBack(_ message: Message) { endLine() }

  func end(_ message: Message) {
    statusLine.hide()
    endLine()
    for picture in message.attachments { write(PictureDescription.line(picture) + "\n") }
    context.out.flush()
    if let trouble = Self.trouble(of: message) { context.warn(trouble) }
  }

  /// What became of a reply that is not whole.
  static func trouble(of message: Message) -> String? {
    switch message.state {
    // One that still grows was taken away, which is told by whoever waits for it.
    case .complete, .queued, .streaming: nil
    case .failed:
      message.failureSentence.map { localized("The reply failed: \(Terminal.oneLine($0))") }
        ?? localized("The reply failed: nobody knows why")
    case .stopped where message.text.isEmpty && message.attachments.isEmpty:
      localized("The reply was stopped before it began.")
    case .stopped: localized("The reply was stopped; what came is kept.")
    case .interrupted: localized("The reply was interrupted; what came is kept.")
    }
  }

  private func write(_ text: String) {
    guard let last = text.unicodeScalars.last else { return }
    context.out.write(text)
    isAtLineStart = last == "\n"
  }

  private func endLine() {
    if !isAtLineStart { write("\n") }
  }
}

/// Sender, time and words, as `show` writes them.
final class TranscriptPrinter: ReplyPrinter {
  private let context: CommandContext
  private let statusLine: StatusLine
  var transcript: Transcript
  private var isAtLineStart = true
  /// What people write is shown as they did.
  private var wrap = WordWrap(columns: nil)
  private var reply: FlowingReply?
  private var hasSpoken = false

  init(_ context: CommandContext, _ statusLine: StatusLine, _ transcript: Transcript) {
    self.context = context
    self.statusLine = statusLine
    self.transcript = transcript
  }

  func begin(_ message: Message) {
    statusLine.hide()
    context.out.write(transcript.head(message))
    isAtLineStart = true
    hasSpoken = false
    // The width is asked for again: the window may have another one by now.
    wrap = WordWrap(columns: context.terminal.pageWidth)
    reply = message.sender == .user ? nil : FlowingReply(context.terminal)
  }

  func say(_ chunk: String, of message: Message) {
    statusLine.hide()
    if !hasSpoken, let thought = Transcript.thought(message) {
      context.out.line(context.terminal.styled("(\(thought))", .dim))
    }
    hasSpoken = true
    write(reply?.take(chunk) ?? wrap.take(Terminal.harmless(chunk)))
  }

  // That it thinks is said by the status line, and how long it did once it speaks.
  func think(_ chunk: String, of message: Message) {}

  private func write(_ text: String) {
    guard let last = text.unicodeScalars.last else { return }
    context.out.write(text)
    context.out.flush()
    isAtLineStart = last == "\n"
  }

  func takeBack(_ message: Message) {
    write(reply?.end() ?? wrap.end())
    if !isAtLineStart { context.out.line() }
  }

  func end(_ message: Message) {
    statusLine.hide()
    write(reply?.end() ?? wrap.end())
    if !isAtLineStart { context.out.line() }
    context.out.write(transcript.pictures(message))
    if let note = Transcript.note(message) { context.out.line(context.terminal.styled("(\(note))", .warning)) }
    if message.failure?.waitsToBeAsked == true { context.out.line(localized("/retry asks for it.")) }
    context.out.line()
    context.out.flush()
  }
}

/// One object a line.
final class JSONPrinter: ReplyPrinter {
  private let context: CommandContext
  /// Own messages are told as sent and not a second time.
  var own: Set<MessageID> = []
  private var told: (reply: MessageID, phase: ReplyPhase)?

  init(_ context: CommandContext) {
    self.context = context
  }

  func begin(_ message: Message) {}

  func say(_ chunk: String, of message: Message) {
    if message.sender == .agent { tell(.text(chunk, of: message.id)) }
  }

  func think(_ chunk: String, of message: Message) {
    if message.sender == .agent { tell(.reasoning(chunk, of: message.id)) }
  }

  /// What is done before the first word, once for each step.
  func tell(_ phase: ReplyPhase, of reply: MessageID) {
    guard let event = EventRecord(phase, of: reply), told?.phase != phase || told?.reply != reply else { return }
    told = (reply, phase)
    tell(event)
  }

  func takeBack(_ message: Message) {}

  func end(_ message: Message) {
    // One that still grows was taken away, or will be told of again.
    guard !own.contains(message.id), !message.state.isUnfinished else { return }
    if message.sender == .agent, let usage = EventRecord.usage(message) { tell(usage) }
    tell(.ended(message))
  }

  /// What a send left on disk.
  func sent(_ receipt: ChatService.Receipt, in chat: Chat) {
    own.insert(receipt.message.id)
    tell(.sent(MessageRecord(receipt.message), in: ChatRecord(chat), reply: receipt.reply?.description))
  }

  private func tell(_ event: EventRecord) {
    context.out.line(event)
    context.out.flush()
  }
}
