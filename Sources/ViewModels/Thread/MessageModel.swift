public import Domain
private import Localization
private import Markdown
public import Observation
internal import Wording

/// One row of a thread: a message, the line between two days, or the dots of a reply that is due.
public enum ThreadRowID: Hashable, Sendable {
  case message(MessageID)
  /// Above this message.
  case day(MessageID)
  /// The model sees nothing of what is above this message.
  case unseen(MessageID)
  /// What is new to the reader begins with this message.
  case new(MessageID)
  case typing
}

/// One row of a thread, ready to be drawn.
@Observable
public final class ThreadRow: @MainActor Identifiable {
  /// Stays the same for as long as the row is there.
  public nonisolated let id: ThreadRowID
  /// Who wrote it; nil for the dots.
  public nonisolated let sender: Sender?
  /// Nil for the dots. Who reads it follows all of it but the growth of its text, which changes 30 times a second. What
  /// shows one thing of a message reads that thing below, and is not made again for another.
  public var message: Message? {
    _ = revision
    return kept
  }
  @ObservationIgnored private var kept: Message?
  private var revision = 0
  private var textRevision = 0
  /// How far it is.
  public private(set) var state: MessageState?
  /// Why the reply is not whole, as a sentence to stand below it; nil when it is.
  public private(set) var trouble: String?
  private var attachments: [Attachment] = []
  /// What the bubble shows of the text; read when it is first asked for, as most messages of a page are not seen.
  public var shownText: ShownText {
    _ = shownRevision
    readText()
    return reader.shown
  }
  private var shownRevision = 0
  /// Whether the text is read as Markdown: what agents say is, what people type is shown as typed, unless the user wants it
  /// the other way.
  public private(set) var isMarkdown = false
  /// Whether anything is said, so that a bubble is needed.
  public private(set) var hasText = false
  @ObservationIgnored private var reader: TextReader
  /// Whether the reader has the text as it is.
  @ObservationIgnored private var isRead = false
  /// What the agent thought aloud; nil where it did not.
  public private(set) var reasoning: ReasoningModel?
  /// What is done for the reply that these dots stand for, or for a summary that is due.
  public internal(set) var phase = ReplyPhase.queued
  /// The message's pictures, in order.
  public internal(set) var pictures: [PictureModel] = []
  /// What a message's time or a day is called.
  public internal(set) var stamp = ""
  /// The exact time, for the tooltip.
  public var exactTime: String { sentAt.map(time.exact) ?? "" }
  private var sentAt: Timestamp?
  @ObservationIgnored private let time: TimeText
  /// Whether the time is written below: at the end of a run of messages by one sender.
  public internal(set) var showsStamp = true
  /// Whether the message begins such a run.
  public internal(set) var beginsRun = true
  /// Whether its speaker is named above it.
  public internal(set) var showsSpeaker = true
  /// Whether it stands over the whole width, as a document, and not in a bubble.
  public internal(set) var isFullWidth = false
  /// Whether it is some emoji and nothing else.
  public private(set) var isEmojiAlone = false
  /// Whether it is the summary that the model reads in the place of all above it.
  public internal(set) var isInUse = false
  /// Whether it was gone to a moment ago, and is to be seen among the others.
  public internal(set) var isHighlighted = false
  /// Whether it is picked while messages are; nil while none are, or it cannot be.
  public internal(set) var isPicked: Bool?

  init(id: ThreadRowID, message: Message?, time: TimeText) {
    self.id = id
    self.time = time
    sender = message?.sender
    let isMarkdown = message.map { $0.sender != .user } ?? false
    reader = TextReader(isMarkdown: isMarkdown)
    self.isMarkdown = isMarkdown
    take(message)
  }

  /// Where its message stands among all; who reads it does not follow it.
  public var number: Int? { kept.map { Int($0.sequence) } }

  /// The whole text.
  public var text: String {
    _ = textRevision
    return kept?.text ?? ""
  }

  /// The whole text as it is copied: without marks where it is read as Markdown.
  public var plainText: String { isMarkdown ? Block.plainText(of: Document.blocks(of: text)) : text }

  /// Reads the text as Markdown, or shows it as it was typed.
  func read(asMarkdown isMarkdown: Bool) {
    guard isMarkdown != self.isMarkdown else { return }
    self.isMarkdown = isMarkdown
    reader.isMarkdown = isMarkdown
    refreshText(from: text)
  }

  /// Whether a long text that is folded can be unfolded where it stands; a longer one is read in a window of its own.
  public var canUnfold: Bool {
    _ = textRevision
    readText()
    return reader.canUnfold
  }

  /// Shows all of a long text, or its beginning again.
  public func unfold(_ isWanted: Bool) {
    let old = shownText
    guard old.hidden == .rest || old.isUnfolded else { return }
    reader.unfold(isWanted)
    if reader.shown != old { shownRevision += 1 }
  }

  /// Shows another state of the message; only what differs is told. False where its text is another one now, that does
  /// not go on from the one before.
  @discardableResult
  func take(_ message: Message?) -> Bool {
    let old = kept
    kept = message
    var goesOn = true
    if old?.text != message?.text || old?.state != message?.state { goesOn = refreshText(from: old?.text ?? "") }
    if case .message = id, let message { take(reasoningOf: message) }
    if old?.withoutText != message?.withoutText { takeAllButText(of: message) }
    return goesOn
  }

  private func takeAllButText(of message: Message?) {
    revision += 1
    if sentAt != message?.createdAt { sentAt = message?.createdAt }
    if state != message?.state { state = message?.state }
    let new = message.flatMap { Self.trouble(of: $0) }
    if trouble != new { trouble = new }
    if attachments != message?.attachments { attachments = message?.attachments ?? [] }
  }

  private func take(reasoningOf message: Message) {
    if !message.hasReasoning {
      if reasoning != nil { reasoning = nil }
    } else if let reasoning {
      reasoning.take(message)
    } else {
      reasoning = ReasoningModel(message)
    }
  }

  /// False where the text does not go on from the one before.
  @discardableResult
  private func refreshText(from old: String) -> Bool {
    // The line between two days carries its message's time only.
    guard case .message = id, let text = kept?.text else { return true }
    textRevision += 1
    let isStreaming = kept?.state == .streaming
    // What was not asked for yet can wait, but what grows is read piece by piece.
    var goesOn = isRead || text.beginsWith(bytesOf: old)
    if isRead || isStreaming {
      let shown = reader.shown
      goesOn = reader.take(text, isGrowing: isStreaming) && goesOn
      if reader.shown != shown { shownRevision += 1 }
      isRead = true
    }
    if hasText == text.isEmpty { hasText = !text.isEmpty }
    // What still grows would be large, and small with its next word.
    let isEmoji = !isStreaming && text.isEmojiAlone
    if isEmoji != isEmojiAlone { isEmojiAlone = isEmoji }
    return goesOn
  }

  private func readText() {
    guard !isRead, case .message = id else { return }
    isRead = true
    reader.take(kept?.text ?? "", isGrowing: false)
  }

  /// What of the text a screen reader hears. While it grows, only that it does: a name that changes with each word would
  /// be said again and again.
  private var spokenText: String {
    if state == .streaming { return localized("Still writing") }
    return Spoken.cut(isMarkdown ? shownText.plain : text, of: text.utf8.count)
  }

  private static func trouble(of message: Message) -> String? {
    if message.isAskedAgain { return nil }
    return switch message.state {
    case .stopped: localized("Stopped")
    case .interrupted: localized("Interrupted when Sotto closed")
    case .failed: message.failureSentence ?? localized("The reply failed")
    default: nil
    }
  }

  /// How much text there is, for the button that shows all of it.
  public var size: String {
    _ = textRevision
    return ByteCount.text(Int64(kept?.text.utf8.count ?? 0))
  }

  /// Who said it: a reply keeps the name that its agent had then.
  public func speaker(agent: String) -> String {
    switch sender {
    case .summary: localized("Summary of the messages above")
    case .system: localized("System")
    case .tool: localized("Tool")
    case .user, .agent, nil: (message?.usage?.model).map(ShownLine.of) ?? agent
    }
  }

  /// The message in words, for screen readers: of a long text the beginning, of one that grows only that it does.
  public func spoken(agent: String) -> String {
    guard let sender else { return "" }
    var parts: [String] = []
    if let reasoning { parts.append(reasoning.title) }
    if hasText { parts.append(spokenText) }
    parts += attachments.map(\.spoken)
    if let trouble { parts.append(trouble) }
    parts.append(exactTime)
    let said = Spoken.sentences(parts)
    return sender == .user
      ? localized("You: \(said)") : localized("\(speaker(agent: agent)): \(said)", context: "who says what")
  }

  /// What a file with a picture of it is called: who said it, and when.
  public func pictureName(agent: String) -> String {
    let who = sender == .user ? "" : FileName.stem(of: speaker(agent: agent))
    let when = sentAt.map { FileName.time(time.local($0)) }
    return [who.isEmpty ? localized("Message") : who, when].compactMap { $0 }.joined(separator: " ") + ".png"
  }

  /// What stands under "Details".
  public var details: [(name: String, value: String)] { message?.details(time) ?? [] }
}

extension Message {
  fileprivate var withoutText: Message {
    var copy = self
    copy.text = ""
    copy.reasoning = nil
    return copy
  }
}
