import Domain
import Sotto

/// `send`: one message, and the reply as it grows.
enum SendCommand {
  static func run(_ session: Session) async throws {
    let wanted = try PicturesToSend(session)
    try await session.open { open in
      let chat = try await ChatName(service: open.service).find(session.operand, in: .list)
      let text = try text(session, hasPictures: !wanted.isEmpty)
      let pictures = try await wanted.add(to: open.service.pictures)
      if session.invocation.flags.contains("no-wait") {
        let receipt = try await open.service.send(text, attachments: pictures, in: chat.id, leavesReply: true)
        return tell(receipt, chat, isLeft: true, session, open.service)
      }
      try await SendAndWait(session, open.service, chat).run(text, pictures)
    }
  }

  /// The words after the chat, else what comes in on stdin; with pictures, their caption or nothing.
  private static func text(_ session: Session, hasPictures: Bool) throws -> String {
    let words = session.invocation.operands.dropFirst()
    let reads = Array(words) == ["-"] || words.isEmpty && !hasPictures
    if words.isEmpty, reads, session.terminal.isInputTerminal {
      throw Failure(
        .usage, "“sotto send” wants a text after the chat, or one that is piped in.", hint: session.invocation.hint)
    }
    var text = session.invocation.values["caption"] ?? words.joined(separator: " ")
    if reads {
      text = try standardInput()
      while text.last?.isNewline == true { text.removeLast() }
    }
    guard text.allSatisfy(\.isWhitespace) else { return text }
    guard hasPictures else {
      if words.isEmpty {
        throw Failure(
          .usage, "“sotto send” wants a text after the chat, or one that is piped in; nothing came in.",
          hint: session.invocation.hint)
      }
      throw Failure(.usage, "A blank message is not sent.", hint: session.invocation.hint)
    }
    return ""
  }

  /// The longest text taken from stdin, in bytes.
  private static let mostInput = 4 << 20

  private static func standardInput() throws -> String {
    let bytes = try StandardInput.bytes("The text", atMost: mostInput, "\(mostInput >> 20) MB")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.failed, "What came in on stdin is not text in UTF-8; nothing was sent.")
    }
    return text
  }

  /// Numbers of a list move with every reply, so that a send by number says where it went.
  static func isNumber(_ session: Session) -> Bool { Int(session.operand) != nil }

  /// Says what became of the send where no reply follows.
  static func tell(
    _ receipt: ChatService.Receipt, _ chat: Chat, isLeft: Bool, _ session: Session, _ service: ChatService
  ) {
    if session.isJSON { JSONVoice(session).sent(receipt, in: chat) }
    if isNumber(session) { session.warn("Sent to “\(Terminal.oneLine(chat.title))”.") }
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
