import Domain
import Platform
import Sotto

/// A send that waits for the replies due in its chat.
final class SendAndWait {
  private let context: CommandContext
  private let service: ChatService
  private var chat: Chat
  private let events = ConsoleEvents()
  private let statusLine: StatusLine
  private let json: JSONPrinter
  private let replyStream: ReplyStream
  private let awaited: Awaited
  /// What is done for the reply whose turn it is.
  private var phase = ReplyPhase.queued
  private var cause: Int32?
  private var isShuttingDown = false
  private var ticks = 0
  private var ticksSinceStop = 0
  /// A reply that was waited for was deleted.
  private var hasLost = false

  /// The replies that are waited for; shared with the speaker, who says no others.
  private final class Awaited { var ids: Set<MessageID> = [] }

  init(_ context: CommandContext, _ service: ChatService, _ chat: Chat) {
    self.context = context
    self.service = service
    self.chat = chat
    let awaited = Awaited()
    self.awaited = awaited
    statusLine = StatusLine(context)
    json = JSONPrinter(context)
    replyStream = ReplyStream(context.isJSON ? json : PlainPrinter(context, statusLine)) { awaited.ids.contains($0.id) }
  }

  func run(_ text: String, _ pictures: [Attachment]) async throws {
    await events.follow(service)
    await service.listenToOtherProcesses()
    await service.watch(chat.id)
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    // A reply that was left by someone is due as well; it will be said after this message.
    try await service.takeOnReplies(in: chat.id)
    awaited.ids = try await due()
    let receipt = try await service.send(text, attachments: pictures, in: chat.id)
    if let reply = receipt.reply { awaited.ids.insert(reply) }
    awaited.ids.formUnion(try await due())
    chat = try await service.chat(chat.id) ?? chat
    if awaited.ids.isEmpty { return SendCommand.tell(receipt, chat, isLeft: false, context, service) }
    if context.isJSON { json.sent(receipt, in: chat) }
    if SendCommand.isNumber(context) { context.warn("Sent to “\(Terminal.oneLine(chat.title))”.") }
    try await wait()
  }

  private func due() async throws -> Set<MessageID> {
    Set(try await service.unfinishedReplies(in: chat.id).filter { $0.message.state == .queued }.map(\.message.id))
  }

  private func wait() async throws {
    events.tick(every: .milliseconds(250), context.composition.surroundings)
    for await event in events.stream {
      switch event {
      case .event(let event): try take(event)
      case .signal(let number): await end(number)
      case .tick: try await tick()
      case .eventsEnded: return try conclude()
      case .input, .inputEnded: break
      }
      if awaited.ids.allSatisfy({ replyStream.ended[$0] != nil }) { return try conclude() }
    }
  }

  private func take(_ event: ChatEvent) throws {
    switch event {
    case .messageRemoved(let id, _) where awaited.ids.contains(id) && replyStream.ended[id] == nil:
      replyStream.take(event)
      awaited.ids.remove(id)
      hasLost = true
      if awaited.ids.isEmpty, cause == nil { throw over("The reply was deleted elsewhere.") }
    case .removed(chat.id): throw over(StoreError.noSuchChat.sentence)
    case .saved(let saved) where saved.id == chat.id && saved.trashedAt != nil && !replyStream.isSpeaking:
      throw over("The chat was moved to the Trash; a due reply waits there.")
    case .failed(let sentence):
      statusLine.hide()
      context.warn(sentence)
    case .phase(let id, in: chat.id, let phase) where awaited.ids.contains(id):
      self.phase = phase
      if context.isJSON { json.tell(phase, of: id) }
    default: replyStream.take(event)
    }
  }

  private func over(_ sentence: String) -> Failure {
    statusLine.hide()
    return Failure(.replyFailed, sentence)
  }

  /// Ctrl+C stops the reply; a hang-up or an end from outside interrupts it, and leaves what is only due.
  private func end(_ number: Int32) async {
    cause = number
    if number == SIGINT {
      do { try await service.stopReply(in: chat.id) } catch { context.warn(error.sentence) }
    } else {
      await shutDown()
    }
  }

  private func shutDown() async {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    await service.shutDown()
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
      try await service.takeOnReplies(in: chat.id)
      for message in try await service.messages(in: chat.id, .newest(limit: 50)) { replyStream.take(message) }
    }
    let agent = Terminal.oneLine(service.profile(of: chat.agent)?.name ?? chat.agent)
    if replyStream.isThinking {
      statusLine.show(.thinking, of: agent)
    } else if !replyStream.isSpeaking {
      statusLine.show(phase, of: agent)
    }
  }

  private func conclude() throws {
    statusLine.hide()
    context.out.flush()
    if let cause { throw Failure(ExitCode(rawValue: 128 + cause) ?? .failed) }
    let replies = awaited.ids.compactMap { replyStream.ended[$0] }
    if hasLost { throw Failure(.replyFailed, "A reply was deleted elsewhere.") }
    guard let broken = replies.last(where: { $0.state != .complete }) else { return }
    // In words it was said with the reply.
    throw Failure(.replyFailed, context.isJSON ? PlainPrinter.trouble(of: broken) : nil)
  }
}
