import Domain

/// The reply's words and nothing else, for pipes.
final class BareVoice: Voice {
  private let session: Session
  private let bottom: Bottom
  private var isFirst = true
  private var isAtLineStart = true

  init(_ session: Session, _ bottom: Bottom) {
    self.session = session
    self.bottom = bottom
  }

  func begin(_ message: Message) {
    bottom.hide()
    if !isFirst { session.out.line() }
    isFirst = false
    isAtLineStart = true
  }

  func say(_ piece: String, of message: Message) {
    write(Terminal.harmless(piece))
    session.out.flush()
  }

  func takeBack(_ message: Message) { endLine() }

  func end(_ message: Message) {
    bottom.hide()
    endLine()
    for picture in Transcript.pictures(message) { write(picture + "\n") }
    session.out.flush()
    if let trouble = Self.trouble(of: message) { session.warn(trouble) }
  }

  /// What became of a reply that is not whole.
  static func trouble(of message: Message) -> String? {
    switch message.state {
    // One that still grows was taken away, which is told by whoever waits for it.
    case .whole, .queued, .growing: nil
    case .failed: "The reply failed: \(Terminal.oneLine(message.failure ?? "nobody knows why"))"
    case .stopped where message.text.isEmpty && message.attachments.isEmpty: "The reply was stopped before it began."
    case .stopped: "The reply was stopped; what came is kept."
    case .interrupted: "The reply was interrupted; what came is kept."
    }
  }

  private func write(_ text: String) {
    guard let last = text.unicodeScalars.last else { return }
    session.out.write(text)
    isAtLineStart = last == "\n"
  }

  private func endLine() {
    if !isAtLineStart { write("\n") }
  }
}

/// Sender, time and words, as `show` writes them.
final class TranscriptVoice: Voice {
  private let session: Session
  private let bottom: Bottom
  var transcript: Transcript
  private var isAtLineStart = true
  private var wrap = WordWrap(columns: nil)

  init(_ session: Session, _ bottom: Bottom, _ transcript: Transcript) {
    self.session = session
    self.bottom = bottom
    self.transcript = transcript
  }

  func begin(_ message: Message) {
    bottom.hide()
    session.out.write(transcript.head(message))
    isAtLineStart = true
    // The width is asked for anew: the window may have another one by now.
    wrap = WordWrap(columns: session.terminal.pageWidth)
  }

  func say(_ piece: String, of message: Message) { write(wrap.take(Terminal.harmless(piece))) }

  private func write(_ text: String) {
    guard let last = text.unicodeScalars.last else { return }
    session.out.write(text)
    session.out.flush()
    isAtLineStart = last == "\n"
  }

  func takeBack(_ message: Message) {
    write(wrap.end())
    if !isAtLineStart { session.out.line() }
  }

  func end(_ message: Message) {
    write(wrap.end())
    if !isAtLineStart { session.out.line() }
    for picture in Transcript.pictures(message) { session.out.line(picture) }
    if let note = Transcript.note(message) { session.out.line(session.terminal.styled("(\(note))", .warning)) }
    session.out.line()
    session.out.flush()
  }
}

/// One object a line.
final class JSONVoice: Voice {
  private let session: Session
  /// Own messages are told as sent and not a second time.
  var own: Set<MessageID> = []

  init(_ session: Session) {
    self.session = session
  }

  func begin(_ message: Message) {}

  func say(_ piece: String, of message: Message) {
    guard message.sender == .agent else { return }
    tell([("event", .string("piece")), ("reply", .string(message.id.description)), ("text", .string(piece))])
  }

  func takeBack(_ message: Message) {}

  func end(_ message: Message) {
    guard !own.contains(message.id) else { return }
    tell([("event", .string(message.sender == .agent ? "reply" : "message")), ("message", .message(message))])
  }

  /// What a send left on disk.
  func sent(_ receipt: ChatService.Receipt, in chat: Chat) {
    own.insert(receipt.message.id)
    tell([
      ("event", .string("sent")), ("chat", .chat(chat)), ("message", .message(receipt.message)),
      ("reply", .string(receipt.reply?.description)),
    ])
  }

  private func tell(_ members: [(String, JSON)]) {
    session.out.line(JSON.object(members).text)
    session.out.flush()
  }
}
