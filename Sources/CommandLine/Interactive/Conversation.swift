import Domain
import Platform
import Sotto

/// One conversation in the terminal: what is written goes to the chat, what is said there comes out.
final class Conversation {
  let context: CommandContext
  let service: ChatService
  var chat: Chat
  /// True while the chat exists only here; it is saved with its first words.
  var isNew: Bool
  let statusLine: StatusLine
  var printer: any ReplyPrinter
  var replyStream: ReplyStream
  /// Replies that are due or streaming in the chat.
  var due: Set<MessageID> = []
  /// What is done for the one whose turn it is.
  private var phase = ReplyPhase.queued
  var input: LineInput
  /// Why the conversation ends.
  var leaving: ExitCode?
  let events = ConsoleEvents()
  private var inputEnded = false
  private var eventsEnded = false
  private var ticks = 0
  /// What the person has here of the chat's draft, as it was read on entering.
  var savedDraft = Draft()
  /// Pictures that wait in the chat's draft; they go with the next message.
  var waitingPictures: [Attachment] = []
  /// A stop was asked for and has not come about yet.
  private var hasAskedToStop = false
  /// A signal called off what was waited for, and is next.
  var isCalledOff = false
  /// When Ctrl+C was pressed with nothing to stop or to clear; a second one soon after it leaves.
  private var wouldLeaveSince: Int?

  init(_ context: CommandContext, _ service: ChatService, _ chat: Chat, isNew: Bool) {
    self.context = context
    self.service = service
    self.chat = chat
    self.isNew = isNew
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
    await events.follow(service)
    await service.listenToOtherProcesses()
    events.takeSignals([SIGINT, SIGTERM, SIGHUP] + (input.hasKeys ? [SIGCONT, SIGWINCH] : []))
    try await enter(chat, isNew: isNew)
    events.takeInput()
    events.tick(every: .milliseconds(250), context.composition.surroundings)
    promptForLine()
    draw()
    for await event in events.stream {
      await take(event)
      await proceed()
      draw()
      if leaving != nil || eventsEnded { break }
    }
    try await finish()
  }

  private func take(_ event: ConsoleEvent) async {
    switch event {
    case .event(let event): take(event)
    case .eventsEnded: eventsEnded = true
    case .input(let bytes):
      input.take(bytes)
      if input.wantsToLeave { leaving = .well }
    case .inputEnded:
      input.end()
      inputEnded = true
      if input.hasKeys { leaving = .well }
    case .signal(let number): await take(signal: number)
    case .tick: await tick()
    }
  }

  // MARK: What is said

  private func take(_ event: ChatEvent) {
    switch event {
    case .saved(let saved) where saved.id == chat.id:
      if saved.trashedAt != nil, chat.trashedAt == nil { remark("This chat was moved to the Trash.") }
      chat = saved
      isNew = false
      if saved.unreadCount > 0 { attempt { service, id in try await service.markRead(id) } }
    case .removed(chat.id):
      remark(StoreError.noSuchChat.sentence)
      leaving = .noSuchChat
    case .messageSaved(let message) where message.chat == chat.id:
      note(message)
      replyStream.take(event)
    case .messageRemoved(let id, in: chat.id):
      due.remove(id)
      if due.isEmpty { hasAskedToStop = false }
      replyStream.take(event)
    case .streamed(_, in: chat.id, _), .reasoned(_, in: chat.id, _, _): replyStream.take(event)
    case .phase(let id, in: chat.id, let phase):
      self.phase = phase
      (printer as? JSONPrinter)?.tell(phase, of: id)
    case .everythingChanged, .lineChanged(chat.id): attempt { _, _ in try await self.refresh() }
    case .failed(let sentence): remark(sentence)
    default: break
    }
    if !replyStream.isSpeaking { promptForLine() }
  }

  private func note(_ message: Message) {
    if message.isUnfinished { due.insert(message.id) } else { due.remove(message.id) }
    if !message.isDue { phase = .queued }
    if due.isEmpty { hasAskedToStop = false }
  }

  private func tick() async {
    ticks += 1
    statusLine.advance()
    guard ticks % 8 == 0, !isNew else { return }
    // Whoever made a reply may have died, and a change elsewhere may have been missed.
    do {
      try await service.takeOnReplies(in: chat.id)
      if !due.isEmpty { try await refresh() }
    } catch { explain(error) }
  }

  /// Reads the end of the chat again and says what is new.
  private func refresh() async throws {
    let messages = try await service.messages(in: chat.id, .newest(limit: 50))
    due = []
    for message in messages {
      note(message)
      replyStream.take(message)
    }
  }

  // MARK: Signals

  private func take(signal number: Int32) async {
    isCalledOff = false
    switch number {
    case SIGINT where !due.isEmpty && !hasAskedToStop:
      hasAskedToStop = true
      events.forgetSignals()
      do { try await service.stopReply(in: chat.id) } catch { explain(error) }
    case SIGINT where !input.isEmpty:
      events.forgetSignals()
      input.clear()
    case SIGINT where isAtTerminal && !(wouldLeaveSince.map { ticks - $0 < Self.ticksToLeave } ?? false):
      // Often meant for a reply that has ended just now.
      events.forgetSignals()
      wouldLeaveSince = ticks
      remark("Ctrl+C once more leaves; so does Ctrl+D.")
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
    }
    if inputEnded, !isCalledOff, input.lines.isEmpty, due.isEmpty, !replyStream.isSpeaking {
      leaving = leaving ?? .well
    }
  }

  /// A person may write on while a reply is due; a script's next line waits for the answer to the last.
  private var isTurn: Bool { !replyStream.isSpeaking && (input.hasKeys || due.isEmpty) }

  // MARK: Drawing

  private func draw() {
    if leaving == nil, input.hasKeys, replyStream.isThinking { return statusLine.show(.thinking, of: agentName) }
    guard leaving == nil, input.hasKeys, !replyStream.isSpeaking else { return }
    if !due.isEmpty, input.isEmpty {
      statusLine.show(phase, of: agentName)
    } else {
      let columns = context.terminal.columns
      statusLine.draw(input.drawing(styledPrompt: context.terminal.styled("> ", .user), columns: columns))
    }
  }

  /// Where lines are typed without keys, the prompt is written once for each.
  func promptForLine() {
    guard isAtTerminal, !input.hasKeys, due.isEmpty, leaving == nil else { return }
    statusLine.prompt()
  }

  var agentName: String { Terminal.oneLine(service.profile(of: chat.agent)?.name ?? chat.agent) }

  // MARK: Coming and going

  /// Shows a chat and its last messages.
  func enter(_ chat: Chat, isNew: Bool) async throws {
    self.chat = chat
    self.isNew = isNew
    due = []
    let messages = isNew ? [] : try await service.messages(in: chat.id, .newest(limit: 50))
    var transcript = Transcript(chat, service, context)
    if isAtTerminal {
      context.out.line(ShowCommand.title(chat, transcript.agent, context))
      context.out.line(context.terminal.styled("/help lists what can be done here.", .dim) + "\n")
      for message in messages.filter({ !$0.state.isUnfinished }).suffix(Self.shownAtEntry) {
        context.out.write(transcript.head(message) + transcript.body(message) + "\n")
      }
    }
    printer = context.isJSON ? JSONPrinter(context) : TranscriptPrinter(context, statusLine, transcript)
    let id = chat.id
    let known = messages.last { !$0.state.isUnfinished }?.sequence ?? 0
    let started = Set(messages.filter(\.state.isUnfinished).map(\.id))
    replyStream = ReplyStream(printer) { message in
      message.chat == id && (message.sequence > known || message.state.isUnfinished || started.contains(message.id))
    }
    replyStream.skip(messages)
    context.out.flush()
    await service.watch(chat.id)
    guard !isNew else { return }
    try await service.changeSettings { $0.lastChat = id }
    try await service.markRead(id)
    let draft = try await service.draft(in: id)
    savedDraft = Draft(text: input.hasKeys ? draft.text : "", pictures: draft.pictures)
    waitingPictures = draft.pictures
    if input.hasKeys { input.set(draft.text) }
    if !waitingPictures.isEmpty {
      let some = waitingPictures.count == 1 ? "A picture waits" : "\(waitingPictures.count) pictures wait"
      context.warn("\(some) in this chat's draft, to go with your next message.")
    }
    try await service.takeOnReplies(in: id)
    for message in messages where message.state.isUnfinished {
      note(message)
      replyStream.take(message)
    }
  }

  private static let shownAtEntry = 6

  /// Goes away from the chat; what was written and not sent stays there as its draft.
  func leave() async throws {
    statusLine.hide()
    await service.unwatch(chat.id)
    guard input.hasKeys, input.text != savedDraft.text, leaving != .noSuchChat else { return }
    try await service.saveDraft(
      Draft(text: input.text, pictures: waitingPictures), replacing: savedDraft, in: chat.id, new: isNew ? chat : nil)
    input.clear()
  }

  private func finish() async throws {
    do { try await leave() } catch { explain(error) }
    await service.shutDown()
    for await event in events.stream {
      if case .event(let event) = event { replyStream.take(event) }
      if case .eventsEnded = event { break }
    }
    statusLine.hide()
    context.out.flush()
    if let leaving, leaving != .well { throw Failure(leaving) }
  }
}
