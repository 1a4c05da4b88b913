public import Domain
public import Observation

/// One row of a thread: a message, the line between two days, or the dots of a reply that is due.
public enum ThreadRowID: Hashable, Sendable {
  case message(MessageID)
  /// Above this message.
  case day(MessageID)
  case typing
}

/// One row of a thread, ready to be drawn.
@Observable
public final class ThreadRow: @MainActor Identifiable {
  public nonisolated let id: ThreadRowID
  /// Nil for the dots.
  public internal(set) var message: Message?
  /// The message's pictures, in order.
  public internal(set) var pictures: [PictureModel] = []
  /// What a message's time or a day is called.
  public internal(set) var stamp = ""
  /// The exact time, for the tooltip.
  public internal(set) var exactTime = ""
  /// Whether the time is written below: at the end of a run of messages by one sender.
  public internal(set) var showsStamp = true
  /// Whether the message begins such a run.
  public internal(set) var beginsRun = true

  init(id: ThreadRowID, message: Message?) {
    self.id = id
    self.message = message
  }

  public var text: String { message?.text ?? "" }

  /// Why the reply is not whole, as a sentence to stand below it; nil when it is.
  public var trouble: String? {
    if message?.isAskedAgain == true { return nil }
    return switch message?.state {
    case .stopped: "Stopped"
    case .interrupted: "Interrupted when Sotto closed"
    case .failed: message?.failure ?? "The reply failed"
    default: nil
    }
  }

  /// What stands under "Details".
  public var details: [(name: String, value: String)] {
    guard let message else { return [] }
    var lines = [(name: "Sent", value: exactTime)]
    if let figures = message.figures {
      lines.append(("Answered by", figures.model))
      if let tokens = figures.promptTokens { lines.append(("Tokens read", "\(tokens)")) }
      if let tokens = figures.replyTokens { lines.append(("Tokens written", "\(tokens)")) }
      if let speed = figures.speed {
        let tenths = Int(exactly: (speed * 10).rounded()) ?? .max
        lines.append(("Speed", "\(tenths / 10).\(tenths % 10) tokens per second"))
      }
    }
    for (index, picture) in message.attachments.enumerated() {
      let name = message.attachments.count == 1 ? "Picture" : "Picture \(index + 1)"
      var parts = [String]()
      if picture.width > 0 { parts.append("\(picture.width) × \(picture.height)") }
      if let bytes = picture.bytes { parts.append(ByteCount.text(bytes)) }
      if let host = picture.remoteHost { parts.append("not loaded from \(host)") }
      if !picture.alternative.isEmpty { parts.append(picture.alternative) }
      lines.append((name, parts.joined(separator: ", ")))
    }
    if message.text.isEmpty, !message.attachments.isEmpty { return lines }
    lines.append(("Length", message.text.count == 1 ? "1 character" : "\(message.text.count) characters"))
    return lines
  }
}
