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
        let receipt = try await open.service.send(text, in: chat.id, keepsDraft: true, leavesReply: true)
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
