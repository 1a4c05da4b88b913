import Domain
import Localization
import Platform
import Sotto
import ViewModels
import Wording

/// A send that waits for the replies due in its chat.
final class SendAndWait {
  private let context: CommandContext
  private let service: ChatService
  private let library: LibraryModel
  private let thread: ThreadModel
  private let events = ConsoleEvents()
  private let statusLine: StatusLine
  private let json: JSONPrinter
  private let replyStream: ReplyStream
  private let awaited: Awaited
  private var cause: Int32?
  private var isShutDown = false
  private var ticks = 0
  private var ticksSinceStop = 0
  /// Those at which the disk took nothing of a reply, and which one that was.
  private var ticksInVain = 0
  private var notSaved: Set<MessageID> = []
  /// Those of them that are not there any more.
  private var missing: Set<MessageID> = []
  /// Those that have ended and that the thread does not show: a database with numbers that cannot be puts them elsewhere.
  private var unseen: [Message] = []
  /// A reply that was waited for was deleted.
  private var hasLost = false

  /// The replies that are waited for; shared with the stream, which says no others.
  private final class Awaited { var ids: Set<MessageID> = [] }

  /// - Parameter library: has the chat open.
  init(_ context: CommandContext, _ service: ChatService, _ library: LibraryModel, _ thread: ThreadModel) {
    self.context = context
    self.service = service
    self.library = library
    self.thread = thread
    let awaited = Awaited()
    self.awaited = awaited
    statusLine = StatusLine(context)
    json = JSONPrinter(context)
    replyStream = ReplyStream(context.isJSON ? json : PlainPrinter(context, statusLine)) { awaited.ids.contains($0.id) }
  }

  func run(_ text: String, _ pictures: [Attachment]) async throws {
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    let id = thread.chat.id
    // A reply that was left by someone is due as well. It may have ended before it is asked again what is due.
    awaited.ids = try await due()
    try await service.takeOnReplies(in: id)
    awaited.ids.formUnion(try await due())
    let receipt = try await thread.composer.send(text, pictures: pictures, isTyped: false)
    if let reply = receipt.reply { awaited.ids.insert(reply) }
    awaited.ids.formUnion(try await due())
    let chat = try await service.chat(id) ?? thread.chat
    if awaited.ids.isEmpty { return SendCommand.tell(receipt, chat, isLeft: false, context, service) }
    if context.isJSON { json.sent(receipt, in: chat) }
    SendCommand.sayWhere(chat, context)
    if let reply = receipt.reply { sayWhatIsBefore(reply) }
    try await wait()
  }

  private func sayWhatIsBefore(_ reply: MessageID) {
    let earlier = awaited.ids.subtracting([reply]).count
    guard earlier > 0 else { return }
    context.warn(
      localized(
        earlier, one: "\(earlier) earlier reply is still owed in this chat and comes first.",
        other: "\(earlier) earlier replies are still owed in this chat and come first."))
  }

  private func due() async throws -> Set<MessageID> {
    Set(
      try await service.unfinishedReplies(in: thread.chat.id).map(\.message).filter {
        $0.state == .queued && $0.sender == .agent
      }.map(\.id))
  }

  private func wait() async throws {
    events.tick(every: .milliseconds(250), context.composition.surroundings)
    try look()
    for await event in events.stream {
      switch event {
      case .changed: events.tookChange()
      case .signal(let number): await end(number)
      case .tick:
        try await tick()
        try await checkDisk()
      case .input, .inputEnded: break
      }
      try look()
      if isShutDown || awaited.ids.allSatisfy(isOver) { return try conclude() }
    }
  }

  /// False for one that the thread is without and that had not ended: it was deleted, or will be there again.
  private func isOver(_ id: MessageID) -> Bool {
    replyStream.ended[id].map { !$0.state.isUnfinished } ?? false
  }

  /// Says what is new, and asks to be told when there is more.
  private func look() throws {
    for notice in library.notices.take() {
      statusLine.hide()
      context.warn(notice.text)
    }
    if context.isJSON, let due = thread.dueReply, awaited.ids.contains(due.id) { json.tell(due.phase, of: due.id) }
    let shown = thread.messages
    replyStream.show(shown + unseen.filter { message in !shown.contains { $0.id == message.id } })
    if library.thread !== thread, !isShutDown {
      // Nothing more is told of it.
      replyStream.show([])
      throw over(
        thread.isRemoved
          ? StoreError.noSuchChat.sentence : localized("The chat was moved to the Trash; a due reply waits there."))
    }
    let lost = awaited.ids.intersection(missing)
    awaited.ids.subtract(lost)
    hasLost = hasLost || !lost.isEmpty
    if awaited.ids.isEmpty, hasLost, cause == nil { throw over(localized("The reply was deleted elsewhere.")) }
    events.watch {
      _ = (library.thread?.chat, thread.isOwedReply, thread.isRemoved, thread.messages, thread.dueReply)
      _ = library.notices.newest?.id
    }
  }

  private func over(_ sentence: String) -> Failure {
    statusLine.hide()
    return Failure(.replyFailed, sentence)
  }

  /// Ctrl+C stops the reply; a hang-up or an end from outside interrupts it, and leaves what is only due.
  private func end(_ number: Int32) async {
    cause = number
    if number == SIGINT { thread.stop() } else { await shutDown() }
  }

  private func shutDown() async {
    isShutDown = true
    await library.shutDown()
  }

  private func tick() async throws {
    ticks += 1
    statusLine.advance()
    if cause != nil {
      ticksSinceStop += 1
      // Another process that makes the reply may not obey; what it has is its own to keep.
      if ticksSinceStop > 12 { await shutDown() }
    } else if ticks % 8 == 0 {
      // Whoever made the reply may have died, and a change elsewhere may have been missed.
      try await service.takeOnReplies(in: thread.chat.id)
      await thread.refresh()
    }
    // The thread may be without one for a moment while other processes send there, too: what comes before it may not be
    // told of yet. Whether it was deleted is known by the store alone.
    for id in awaited.ids where !isOver(id) && (ticks % 8 == 0 || replyStream.ended[id] != nil) {
      guard let message = try await service.message(id) else {
        missing.insert(id)
        continue
      }
      if ticks % 8 == 0, !message.state.isUnfinished, !unseen.contains(message) { unseen.append(message) }
    }
    let agent = Terminal.oneLine(thread.agentName)
    if replyStream.isThinking {
      statusLine.show(.thinking, of: agent)
    } else if !replyStream.isSpeaking {
      statusLine.show(thread.dueReply?.phase ?? .queued, of: agent)
    }
  }

  /// Ends where the disk has taken nothing of a reply for ten seconds: more may be owed than anyone would wait for. What
  /// keeps the database locked is waited out, and so is a disk that has the beginning of a reply and not its end.
  private func checkDisk() async throws {
    guard !isShutDown else { return }
    let waiting = try await service.repliesNotSaved().filter { if case .locked = $0.value { false } else { true } }
    // Empty while it is tried again.
    guard let reason = waiting.values.first else { return }
    // Each waits until it is saved: where another one waits, the disk took the one before.
    if notSaved != Set(waiting.keys) { (notSaved, ticksInVain) = (Set(waiting.keys), 0) }
    ticksInVain += 1
    guard ticksInVain >= 40 else { return }
    await shutDown()
    // It was tried once more.
    for id in awaited.ids where !isOver(id) {
      if let message = try await service.message(id), !message.state.isUnfinished { unseen.append(message) }
    }
    try look()
    let owed = try await due().count
    guard owed > 0 else { return }
    replyStream.show([])
    statusLine.hide()
    var failure = Failure(reason)
    failure.hint = localized(
      owed, one: "\(owed) reply stays owed: the window, or the next “sotto send” or “sotto chat”, makes it.",
      other: "\(owed) replies stay owed: the window, or the next “sotto send” or “sotto chat”, makes them.")
    throw failure
  }

  private func conclude() throws {
    statusLine.hide()
    context.out.flush()
    if let cause { throw Failure(ExitCode(rawValue: 128 + cause) ?? .failed) }
    let replies = awaited.ids.compactMap { replyStream.ended[$0] }
    if hasLost { throw Failure(.replyFailed, localized("A reply was deleted elsewhere.")) }
    guard let broken = replies.last(where: { $0.state != .complete }) else { return }
    // In words it was said with the reply.
    throw Failure(
      .replyFailed, context.isJSON ? PlainPrinter.trouble(of: broken) : nil,
      hint: broken.failure?.waitsToBeAsked == true
        ? localized("“sotto send” with --model and the model’s name asks for it.") : nil)
  }
}
