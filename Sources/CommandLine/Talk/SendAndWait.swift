import Domain
import Glibc
import Sotto

/// A send that waits for the replies due in its chat.
final class SendAndWait {
  private let session: Session
  private let service: ChatService
  private var chat: Chat
  private let happenings = Happenings()
  private let bottom: Bottom
  private let json: JSONVoice
  private let speaker: Speaker
  private let awaited: Awaited
  private var cause: Int32?
  private var isShuttingDown = false
  private var ticks = 0
  private var ticksSinceStop = 0
  /// A reply that was waited for was deleted.
  private var hasLost = false

  /// The replies that are waited for; shared with the speaker, who says no others.
  private final class Awaited { var ids: Set<MessageID> = [] }

  init(_ session: Session, _ service: ChatService, _ chat: Chat) {
    self.session = session
    self.service = service
    self.chat = chat
    let awaited = Awaited()
    self.awaited = awaited
    bottom = Bottom(session)
    json = JSONVoice(session)
    speaker = Speaker(session.isJSON ? json : BareVoice(session, bottom)) { awaited.ids.contains($0.id) }
  }

  func run(_ text: String, _ pictures: [Attachment]) async throws {
    await happenings.follow(service)
    await service.listenElsewhere()
    await service.watch(chat.id)
    happenings.takeSignals([SIGINT, SIGTERM, SIGHUP])
    // A reply that was left by someone is due as well; it will be said after this message.
    try await service.takeOnReplies(in: chat.id)
    awaited.ids = try await due()
    let receipt = try await service.send(text, attachments: pictures, in: chat.id)
    if let reply = receipt.reply { awaited.ids.insert(reply) }
    awaited.ids.formUnion(try await due())
    chat = try await service.chat(chat.id) ?? chat
    if awaited.ids.isEmpty { return SendCommand.tell(receipt, chat, isLeft: false, session, service) }
    if session.isJSON { json.sent(receipt, in: chat) }
    if SendCommand.isNumber(session) { session.warn("Sent to “\(Terminal.oneLine(chat.title))”.") }
    try await wait()
  }

  private func due() async throws -> Set<MessageID> {
    Set(try await service.unfinishedReplies(in: chat.id).filter { $0.message.state == .queued }.map(\.message.id))
  }

  private func wait() async throws {
    happenings.tick(every: .milliseconds(250), session.composition.surroundings)
    for await happening in happenings.stream {
      switch happening {
      case .event(let event): try take(event)
      case .signal(let number): await end(number)
      case .tick: try await tick()
      case .eventsEnded: return try conclude()
      case .input, .inputEnded: break
      }
      if awaited.ids.allSatisfy({ speaker.ended[$0] != nil }) { return try conclude() }
    }
  }

  private func take(_ event: ChatEvent) throws {
    switch event {
    case .messageRemoved(let id, _) where awaited.ids.contains(id) && speaker.ended[id] == nil:
      speaker.take(event)
      awaited.ids.remove(id)
      hasLost = true
      if awaited.ids.isEmpty, cause == nil { throw over("The reply was deleted elsewhere.") }
    case .removed(chat.id): throw over(StoreError.noSuchChat.sentence)
    case .saved(let saved) where saved.id == chat.id && saved.binnedAt != nil && !speaker.isSpeaking:
      throw over("The chat was moved to the bin; a due reply waits there.")
    case .failed(let sentence):
      bottom.hide()
      session.warn(sentence)
    default: speaker.take(event)
    }
  }

  private func over(_ sentence: String) -> Failure {
    bottom.hide()
    return Failure(.replyFailed, sentence)
  }

  /// Ctrl+C stops the reply; a hang-up or an end from outside interrupts it, and leaves what is only due.
  private func end(_ number: Int32) async {
    cause = number
    if number == SIGINT {
      do { try await service.stopReply(in: chat.id) } catch { session.warn(error.sentence) }
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
    bottom.advance()
    if cause != nil {
      ticksSinceStop += 1
      // Another process that makes the reply may not obey; what it has is its own to keep.
      if ticksSinceStop > 12 { await shutDown() }
    } else if ticks % 8 == 0 {
      // Whoever made the reply may have died, and a change elsewhere may have been missed.
      try await service.takeOnReplies(in: chat.id)
      for message in try await service.messages(in: chat.id, .newest(limit: 50)) { speaker.take(message) }
    }
    if !speaker.isSpeaking {
      bottom.showDots(Terminal.oneLine(service.profile(of: chat.agent)?.name ?? chat.agent))
    }
  }

  private func conclude() throws {
    bottom.hide()
    session.out.flush()
    if let cause { throw Failure(ExitCode(rawValue: 128 + cause) ?? .failed) }
    let replies = awaited.ids.compactMap { speaker.ended[$0] }
    if hasLost { throw Failure(.replyFailed, "A reply was deleted elsewhere.") }
    guard let broken = replies.last(where: { $0.state != .whole }) else { return }
    // In words it was said with the reply.
    throw Failure(.replyFailed, session.isJSON ? BareVoice.trouble(of: broken) : nil)
  }
}
