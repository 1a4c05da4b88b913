import Domain

/// How messages come out: as bare text, as a transcript, or as JSON.
protocol ReplyPrinter {
  /// A message is about to be said.
  func begin(_ message: Message)
  /// It has so much more text.
  func say(_ chunk: String, of message: Message)
  /// So much more was thought aloud before it.
  func think(_ chunk: String, of message: Message)
  /// What was said of it does not hold any more; it begins again.
  func takeBack(_ message: Message)
  /// It is whole, or as whole as it gets.
  func end(_ message: Message)
}

/// Says messages one after the other while they come and grow: never two at once, each in its order.
final class ReplyStream {
  private let printer: any ReplyPrinter
  /// Messages that are not said to their end.
  private var open: [MessageID: Message] = [:]
  private var current: MessageID?
  private var said = ""
  private var thought = ""
  /// Messages as they were at their end.
  private(set) var ended: [MessageID: Message] = [:]
  /// Which messages concern this speaker.
  private let concerns: (Message) -> Bool

  init(_ printer: any ReplyPrinter, concerns: @escaping (Message) -> Bool) {
    self.printer = printer
    self.concerns = concerns
  }

  /// True in the middle of a message.
  var isSpeaking: Bool { current != nil }

  /// Messages that were shown by other means and are not said again.
  func skip(_ messages: [Message]) {
    for message in messages where !message.state.isUnfinished { ended[message.id] = message }
  }

  func take(_ event: ChatEvent) {
    switch event {
    case .messageSaved(let message): take(message)
    case .streamed(let id, _, let text):
      guard var message = open[id] else { return }
      message.text = text
      if message.state == .queued { message.state = .streaming }
      open[id] = message
      speak()
    case .reasoned(let id, _, let text, let milliseconds):
      guard var message = open[id] else { return }
      message.reasoning = text
      message.reasoningMilliseconds = milliseconds
      if message.state == .queued { message.state = .streaming }
      open[id] = message
      speak()
    case .messageRemoved(let id, _):
      guard let message = open.removeValue(forKey: id) else { return }
      if current == id { finish(message) } else { speak() }
    default: break
    }
  }

  func take(_ message: Message) {
    if ended[message.id] != nil {
      // Only a reply that was asked for once more is said once more.
      guard message.state.isUnfinished else { return }
      ended[message.id] = nil
    }
    guard open[message.id] != nil || concerns(message) else { return }
    // Chunks come quicker than saves: what is on disk may be behind what was told.
    if let known = open[message.id], known.state == .streaming, message.state == .streaming,
      known.text.utf8.count > message.text.utf8.count
    {
      return
    }
    open[message.id] = message
    speak()
  }

  private func speak() {
    while let message = next() {
      if current == nil {
        current = message.id
        said = ""
        thought = ""
        printer.begin(message)
      }
      think(message)
      if !message.text.utf8.starts(with: said.utf8) {
        printer.takeBack(message)
        printer.begin(message)
        said = ""
      }
      let chunk = String(message.text.unicodeScalars.dropFirst(said.unicodeScalars.count))
      if !chunk.isEmpty { printer.say(chunk, of: message) }
      said = message.text
      if message.state.isUnfinished { return }
      finish(message)
    }
  }

  /// Says what is new of the reasoning; a version of the reply that begins anew thinks anew.
  private func think(_ message: Message) {
    let reasoning = message.reasoning ?? ""
    if !reasoning.utf8.starts(with: thought.utf8) { thought = "" }
    let chunk = String(reasoning.unicodeScalars.dropFirst(thought.unicodeScalars.count))
    if !chunk.isEmpty { printer.think(chunk, of: message) }
    thought = reasoning
  }

  /// True while the message being said is only thought about.
  var isThinking: Bool {
    current.flatMap { open[$0] }.flatMap { ReplyPhase(of: $0, before: nil) } == .thinking
  }

  private func finish(_ message: Message) {
    open[message.id] = nil
    ended[message.id] = message
    current = nil
    printer.end(message)
  }

  /// The message being said, else the first of those that have begun.
  private func next() -> Message? {
    if let current { return open[current] }
    return open.values.filter { $0.state != .queued }.min { $0.sequence < $1.sequence }
  }
}
