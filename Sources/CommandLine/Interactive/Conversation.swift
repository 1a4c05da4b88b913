import Domain
import Localization
import Platform
import Sotto
import ViewModels
import Wording

/// One conversation in the terminal: what is written goes to the open thread, what is new in it comes out.
final class Conversation {
  let context: CommandContext
  let library: LibraryModel
  let service: ChatService
  /// The thread that is shown.
  private(set) var thread: ThreadModel
  let statusLine: StatusLine
  private(set) var printer: any ReplyPrinter
  private(set) var replyStream: ReplyStream
  var input: LineInput
  /// Why the conversation ends.
  var leaving: ExitCode?
  /// Takes back what was done last, where that can be.
  var undo: (() -> Void)?
  let events = ConsoleEvents()
  private var inputEnded = false
  private var ticks = 0
  /// A stop was asked for and has not come about yet.
  private var hasAskedToStop = false
  /// A signal called off what was waited for, and is next.
  var isCalledOff = false
  /// When Ctrl+C was pressed with nothing to stop or to clear; a second one soon after it leaves.
  private var wouldLeaveSince: Int?
  /// Why the last message was not sent, as it was said.
  private var saidFailure: String?

  /// - Parameter library: has the chat open.
  init(_ context: CommandContext, _ service: ChatService, _ library: LibraryModel, _ thread: ThreadModel) {
    self.context = context
    self.service = service
    self.library = library
    self.thread = thread
    statusLine = StatusLine(context)
    let hasKeys = context.terminal.isInputTerminal && context.terminal.hasCursor && !context.isJSON
    input = hasKeys && KeyMode.enter() ? .keys() : .lines()
    printer = JSONPrinter(context)
    replyStream = ReplyStream(printer) { _ in true }
  }

  /// True where somebody sits at the terminal and reads along.
  var isAtTerminal: Bool {
    context.terminal.isInputTerminal && context.terminal.isOutputTerminal && !context.isJSON
  }

  func run() async throws {
    events.takeSignals([SIGINT, SIGTERM, SIGHUP] + (input.hasKeys ? [SIGCONT, SIGWINCH] : []))
    try await enter(thread)
    events.takeInput()
    events.tick(every: .milliseconds(250), context.composition.surroundings)
    promptForLine()
    look()
    for await event in events.stream {
      await take(event)
      await proceed()
      try await follow()
      look()
      if leaving != nil { break }
    }
    await library.shutDown()
    show()
    statusLine.hide()
    context.out.flush()
    if let leaving, leaving != .well { throw Failure(leaving) }
  }

  private func take(_ event: ConsoleEvent) async {
    switch event {
    case .changed: events.tookChange()
    case .input(let bytes):
      input.take(bytes)
      keepDraft()
      if input.wantsToLeave { leaving = .well }
    case .inputEnded:
      input.end()
      inputEnded = true
      if input.hasKeys { leaving = .well }
    case .signal(let number): await take(signal: number)
    case .tick: await tick()
    }
  }

  // MARK: What is shown

  /// Shows what is new, and asks to be told when there is more.
  private func look() {
    show()
    draw()
    events.watch {
      _ = (library.thread?.chat, library.notices.newest?.id, thread.isOwedReply, thread.isRemoved)
      _ = (thread.composer.failure, thread.messages, thread.dueReply)
    }
  }

  private func show() {
    for notice in library.notices.take() { tell(notice) }
    if thread.composer.failure != saidFailure {
      saidFailure = thread.composer.failure
      if let saidFailure { remark(saidFailure) }
    }
    if let due = thread.dueReply { (printer as? JSONPrinter)?.tell(due.phase, of: due.id) }
    replyStream.show(thread.messages)
    if !thread.isOwedReply { hasAskedToStop = false }
    if !replyStream.isSpeaking { promptForLine() }
  }

  private func tell(_ notice: Notice) {
    // What can be taken back was told by the command that did it.
    if notice.button != nil { return undo = notice.action }
    remark(notice.text)
    // A person tries again; a script's next lines may rest on this one.
    if let error = notice.error, !isAtTerminal { leaving = leaving ?? Failure(error).code }
  }

  private func tick() async {
    ticks += 1
    statusLine.advance()
    guard ticks % 8 == 0, !thread.isNew, leaving == nil else { return }
    // Whoever made a reply may have died, and a change elsewhere may have been missed.
    do { try await service.takeOnReplies(in: thread.chat.id) } catch { explain(error) }
    if thread.isOwedReply { await thread.refresh() }
  }

  // MARK: Signals

  private func take(signal number: Int32) async {
    isCalledOff = false
    switch number {
    case SIGINT where thread.isOwedReply && !hasAskedToStop:
      hasAskedToStop = true
      events.forgetSignals()
      thread.stop()
    case SIGINT where !input.isEmpty:
      events.forgetSignals()
      input.clear()
      keepDraft()
    case SIGINT where isAtTerminal && !(wouldLeaveSince.map { ticks - $0 < Self.ticksToLeave } ?? false):
      // Often meant for a reply that has ended just now.
      events.forgetSignals()
      wouldLeaveSince = ticks
      remark(localized("Ctrl+C once more leaves; so does Ctrl+D."))
      promptForLine()
    case SIGCONT, SIGWINCH:
      if number == SIGCONT { _ = KeyMode.enter() }
      statusLine.forget()
    default: leaving = ExitCode(rawValue: 128 + number) ?? .failed
    }
  }

  /// Three seconds.
  private static let ticksToLeave = 12

  // MARK: Writing

  /// Sends what was written, as far as it is its turn.
  private func proceed() async {
    while leaving == nil, !isCalledOff, let line = input.lines.first, isTurn {
      input.lines.removeFirst()
      statusLine.promptIsAnswered()
      statusLine.hide()
      await take(line: line)
      show()
    }
    if inputEnded, !isCalledOff, input.lines.isEmpty, !isAnswerComing, !replyStream.isSpeaking {
      if leaving == nil, thread.isOwedReply, let trouble = thread.agentTrouble { remark(trouble) }
      leaving = leaving ?? .well
    }
  }

  /// A due reply of an agent that is not here may never come.
  private var isAnswerComing: Bool { thread.isOwedReply && thread.agent != nil }

  /// A person may write on while a reply is due; a script's next line waits for the answer to the last.
  private var isTurn: Bool { !replyStream.isSpeaking && (input.hasKeys || !isAnswerComing) }

  /// What is written is the chat's draft.
  func keepDraft() {
    if input.hasKeys { thread.composer.text = input.text }
  }

  // MARK: Drawing

  private func draw() {
    let agent = Terminal.oneLine(thread.agentName)
    if leaving == nil, input.hasKeys, replyStream.isThinking { return statusLine.show(.thinking, of: agent) }
    guard leaving == nil, input.hasKeys, !replyStream.isSpeaking else { return }
    if thread.isOwedReply, input.isEmpty {
      statusLine.show(thread.dueReply?.phase ?? .queued, of: agent)
    } else {
      let columns = context.terminal.columns
      statusLine.draw(input.drawing(styledPrompt: context.terminal.styled("> ", .user), columns: columns))
    }
  }

  /// Where lines are typed without keys, the prompt is written once for each.
  func promptForLine() {
    guard isAtTerminal, !input.hasKeys, !thread.isOwedReply, leaving == nil else { return }
    statusLine.prompt()
  }

  // MARK: Coming and going

  /// Goes where the library went by itself: elsewhere the chat was put into the Trash, or deleted.
  private func follow() async throws {
    guard leaving == nil, library.thread !== thread else { return }
    guard library.thread == nil else { return try await goOn() }
    // Nothing more is told of it.
    replyStream.show([])
    if thread.isRemoved {
      remark(StoreError.noSuchChat.sentence)
      return leaving = .noSuchChat
    }
    remark(localized("This chat was moved to the Trash."))
    guard isAtTerminal else { return leaving = .failed }
    let words = input.text
    library.beginChat(titled: "", agent: nil)
    try await goOn()
    if !words.isEmpty { putBack(words) }
  }

  /// Goes on in another thread, which the library has just opened.
  func goOn() async throws {
    guard let next = library.thread else { throw Failure(.library, library.readOnly) }
    if next !== thread { try await enter(next) }
  }

  /// Shows a thread and its last messages.
  private func enter(_ next: ThreadModel) async throws {
    statusLine.hide()
    thread.composer.onWrite = nil
    thread.replies.onAskedAgain = nil
    thread = next
    next.replies.onAskedAgain = { [weak self] in self?.replyStream.again($0) }
    let composer = next.composer
    composer.showsAnyText = input.hasKeys
    await library.whenRead()
    if case .failed(let sentence) = next.phase { throw Failure(.library, sentence) }
    if next.hasNewer { await next.showEnd() }
    if input.hasKeys {
      // What is not typed, as a draft or a message that was not sent, comes into the line, too.
      input.set(composer.text)
      composer.onWrite = { [weak self] text in if let self, text != input.text { input.set(text) } }
    }
    saidFailure = nil
    let messages = next.messages
    begin(messages)
    if !composer.pictures.isEmpty {
      let count = composer.pictures.count
      context.warn(
        localized(
          count, one: "\(count) picture waits in this chat's draft, to go with your next message.",
          other: "\(count) pictures wait in this chat's draft, to go with your next message."))
    }
    if !next.isNew { try await service.takeOnReplies(in: next.chat.id) }
  }

  /// Shows the last messages, and begins to say what comes after them.
  private func begin(_ messages: [Message]) {
    var transcript = Transcript(thread.chat, service, context, firstSeen: thread.context.firstSeen)
    if isAtTerminal {
      context.out.line(ShowCommand.title(thread.chat, transcript.agent, context))
      context.out.line(context.terminal.styled(localized("/help lists what can be done here."), .dim) + "\n")
      for message in messages.filter({ !$0.state.isUnfinished }).suffix(Self.shownAtEntry) {
        context.out.write(transcript.head(message) + transcript.body(message) + "\n")
      }
    }
    printer = context.isJSON ? JSONPrinter(context) : TranscriptPrinter(context, statusLine, transcript)
    let known = messages.last { !$0.state.isUnfinished }?.sequence ?? 0
    let started = Set(messages.filter(\.state.isUnfinished).map(\.id))
    replyStream = ReplyStream(printer) { message in
      message.sequence > known || message.state.isUnfinished || started.contains(message.id)
    }
    replyStream.skip(messages)
    context.out.flush()
  }

  private static let shownAtEntry = 6
}
