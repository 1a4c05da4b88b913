import Domain
import Glibc
import Sotto

/// `send`: one message, and the reply as it grows.
enum SendCommand {
  static func run(_ session: Session) async throws {
    try await session.open { open in
      let chat = try await ChatName(service: open.service).find(session.operand, in: .list)
      let text = try text(session)
      if session.invocation.flags.contains("no-wait") {
        let receipt = try await open.service.send(text, in: chat.id, leavesReply: true)
        return tell(receipt, chat, isLeft: true, session, open.service)
      }
      try await SendAndWait(session, open.service, chat).run(text)
    }
  }

  /// The words after the chat, else what comes in on stdin.
  private static func text(_ session: Session) throws -> String {
    let words = session.invocation.operands.dropFirst()
    var text = words.joined(separator: " ")
    if words.isEmpty, session.terminal.isInputTerminal {
      throw Failure(
        .usage, "“sotto send” wants a text after the chat, or one that is piped in.", hint: session.invocation.hint)
    }
    if words.isEmpty || Array(words) == ["-"] {
      text = try standardInput()
      while text.last?.isNewline == true { text.removeLast() }
    }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "A blank message is not sent.", hint: session.invocation.hint)
    }
    return text
  }

  /// The longest text taken from stdin, in bytes.
  private static let mostInput = 4 << 20

  private static func standardInput() throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Failure(.failed, "The text could not be read: \(String(cString: strerror(errno))).") }
      if count == 0 { break }
      bytes += buffer.prefix(count)
      if bytes.count > mostInput {
        throw Failure(.failed, "The text is longer than \(mostInput >> 20) MB; nothing was sent.")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.failed, "What came in on stdin is not text in UTF-8; nothing was sent.")
    }
    return text
  }

  /// Says what became of the send where no reply follows.
  static func tell(
    _ receipt: ChatService.Receipt, _ chat: Chat, isLeft: Bool, _ session: Session, _ service: ChatService
  ) {
    if session.isJSON { JSONVoice(session).sent(receipt, in: chat) }
    let agent = service.profile(of: chat.agent)?.name
    switch (agent, receipt.reply) {
    case (nil, _):
      session.warn("Sent. Nobody answers: the agent “\(Terminal.oneLine(chat.agent))” is not there any more.")
    case (let agent?, nil): session.warn("Sent. \(Terminal.oneLine(agent)) owes no reply yet.")
    case (let agent?, _?) where isLeft:
      session.warn(
        "Sent. \(Terminal.oneLine(agent))'s reply is left to the window, or to the next “sotto send” or “sotto chat”.")
    default: break
    }
  }
}

/// A send that waits for the replies due in its chat.
private final class SendAndWait {
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

  func run(_ text: String) async throws {
    await happenings.follow(service)
    await service.listenElsewhere()
    await service.watch(chat.id)
    happenings.takeSignals([SIGINT, SIGTERM, SIGHUP])
    // A reply that was left by someone is due as well; it will be said after this message.
    try await service.takeOnReplies(in: chat.id)
    awaited.ids = try await due()
    let receipt = try await service.send(text, in: chat.id)
    if let reply = receipt.reply { awaited.ids.insert(reply) }
    awaited.ids.formUnion(try await due())
    chat = try await service.chat(chat.id) ?? chat
    if awaited.ids.isEmpty { return SendCommand.tell(receipt, chat, isLeft: false, session, service) }
    if session.isJSON { json.sent(receipt, in: chat) }
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
    case .messageRemoved(let id, _) where awaited.ids.contains(id) && speaker.ended[id] == nil && !speaker.isSpeaking:
      awaited.ids.remove(id)
      if awaited.ids.isEmpty, cause == nil { throw over("The reply was called off elsewhere.") }
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
    if replies.contains(where: { $0.state != .whole }) { throw Failure(.replyFailed) }
  }
}
