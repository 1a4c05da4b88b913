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

/// Says the messages of a thread one after the other while they come and grow: never two at once, each in its order.
final class ReplyStream {
  private let printer: any ReplyPrinter
  /// The messages that are not said to their end, in the thread's order.
  private var open: [Message] = []
  /// The one that is being said.
  private var current: Message?
  private var said = ""
  private var thought = ""
  /// Messages as they were at their end.
  private(set) var ended: [MessageID: Message] = [:]
  /// Which messages are said.
  private let concerns: (Message) -> Bool
  /// Replies that were asked for once more.
  private var again: Set<MessageID> = []

  init(_ printer: any ReplyPrinter, concerns: @escaping (Message) -> Bool) {
    self.printer = printer
    self.concerns = concerns
  }

  /// True in the middle of a message.
  var isSpeaking: Bool { current != nil }

  /// True while the message being said is only thought about.
  var isThinking: Bool { current.flatMap { ReplyPhase(of: $0, before: nil) } == .thinking }

  /// Messages that were shown by other means and are not said again.
  func skip(_ messages: [Message]) {
    for message in messages where !message.state.isUnfinished { ended[message.id] = message }
  }

  /// A reply is asked for once more: its end is said again, also where nobody saw it come.
  func again(_ id: MessageID) {
    ended[id] = nil
    again.insert(id)
  }

  /// Says what is new of the messages that the thread shows now.
  func show(_ messages: [Message]) {
    open = messages.filter { message in
      // Only a reply that was asked for once more is said once more, or one that the thread was without while it grew.
      if message.state.isUnfinished || ended[message.id]?.state.isUnfinished == true { ended[message.id] = nil }
      // Until it begins, what is there was said.
      if message.isAskedAgain { return false }
      return ended[message.id] == nil
        && (concerns(message) || again.contains(message.id) || message.id == current?.id)
    }
    // One that was deleted is said no further.
    if let current, !open.contains(where: { $0.id == current.id }) { finish(current) }
    while let message = open.first(where: { current == nil || $0.id == current?.id }) {
      say(message)
      if message.state.isUnfinished { return }
      finish(message)
    }
  }

  private func say(_ message: Message) {
    if current == nil {
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
    let chunk = String(decoding: message.text.utf8.dropFirst(said.utf8.count), as: UTF8.self)
    if !chunk.isEmpty { printer.say(chunk, of: message) }
    said = message.text
    current = message
  }

  /// Says what is new of the reasoning; a version of the reply that begins anew thinks anew.
  private func think(_ message: Message) {
    let reasoning = message.reasoning ?? ""
    if !reasoning.utf8.starts(with: thought.utf8) { thought = "" }
    let chunk = String(decoding: reasoning.utf8.dropFirst(thought.utf8.count), as: UTF8.self)
    if !chunk.isEmpty { printer.think(chunk, of: message) }
    thought = reasoning
  }

  private func finish(_ message: Message) {
    open.removeAll { $0.id == message.id }
    ended[message.id] = message
    current = nil
    printer.end(message)
  }
}
