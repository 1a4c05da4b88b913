import Domain
private import Localization
internal import Markdown

/// What screen readers say of the answers in the chat that is in sight: that one begins, each paragraph of it that is
/// finished, if the user wants that, and that it has ended. One thing at a time, and nothing twice.
public final class AnswerNarration {
  /// Says words. Nil while nobody would hear them; then no answer is looked at.
  public var onSay: ((String) -> Void)? {
    didSet {
      if onSay == nil { hush() }
    }
  }

  /// How far an answer was told.
  private struct Progress {
    var saidThinking = false
    var saidWriting = false
    /// How many of its blocks were told, or were there before anybody listened.
    var blocks = 0
  }

  private let settings: SettingsModel
  private let surroundings: any Surroundings
  private var answers: [MessageID: Progress] = [:]
  /// What is to be said once what is being said has been heard.
  private var waiting: [String] = []
  private var speaking: Task<Void, Never>?

  init(settings: SettingsModel, surroundings: any Surroundings) {
    self.settings = settings
    self.surroundings = surroundings
  }

  /// Whether anybody hears it.
  var isHeard: Bool { onSay != nil }

  /// Looks what is new in a message. What comes while it is not seen is not told later.
  ///
  /// - Parameter wasThere: what there is of it was there before it was seen.
  func follow(_ row: ThreadRow, agent: String, isSeen: Bool, wasThere: Bool = false) {
    guard case .message(let id) = row.id, row.sender == .agent else { return }
    guard row.state == .streaming else {
      guard let progress = answers.removeValue(forKey: id), isSeen, progress.saidWriting || progress.saidThinking
      else { return }
      tellParagraphs(of: row, from: progress.blocks, isWhole: true)
      return say(row.trouble ?? localized("Answer finished"))
    }
    var progress = answers[id] ?? Progress()
    defer { answers[id] = progress }
    let finished = max(progress.blocks, Self.finished(of: row, isWhole: false))
    if !isSeen || wasThere { progress.blocks = finished }
    guard isSeen else { return }
    let name = row.speaker(agent: agent)
    if row.hasText, !progress.saidWriting {
      progress.saidWriting = true
      say(localized("\(name) is writing…"))
    } else if !row.hasText, row.reasoning != nil, !progress.saidThinking {
      progress.saidThinking = true
      say(localized("\(name) is thinking…"))
    }
    tellParagraphs(of: row, from: progress.blocks, isWhole: false)
    progress.blocks = finished
  }

  /// Says nothing of what waits any more, and nothing of how answers end that nobody sees from now on.
  func hush() {
    answers = [:]
    waiting = []
    speaking?.cancel()
    speaking = nil
  }

  /// How many blocks will not grow any more: while it comes, all but the last one.
  private static func finished(of row: ThreadRow, isWhole: Bool) -> Int {
    let shown = row.shownText
    // A very long text is shown in part, counted from another beginning each time.
    guard shown.hidden != .beginning else { return 0 }
    return isWhole ? shown.blocks.count : max(shown.blocks.count - 1, 0)
  }

  private func tellParagraphs(of row: ThreadRow, from first: Int, isWhole: Bool) {
    let end = Self.finished(of: row, isWhole: isWhole)
    guard settings.readsAnswersAloud, first < end else { return }
    for block in row.shownText.blocks[first..<end] { say(Spoken.words(of: block)) }
  }

  /// Says it now, or with all else that waits once what is said now was probably heard: a screen reader breaks off for what
  /// comes next.
  private func say(_ words: String) {
    guard !words.isEmpty else { return }
    waiting.append(words)
    if speaking == nil { sayWhatWaits() }
  }

  private func sayWhatWaits() {
    let words = Spoken.sentences(waiting)
    waiting = []
    onSay?(words)
    speaking = Task { [surroundings, weak self] in
      guard await surroundings.slept(for: Self.time(toSay: words)), !Task.isCancelled, let self else { return }
      speaking = nil
      if !waiting.isEmpty { sayWhatWaits() }
    }
  }

  /// How long a voice of middling speed takes.
  private static func time(toSay words: String) -> Duration { .milliseconds(400 + 50 * words.count) }
}

extension Spoken {
  /// A block as it is said while an answer comes: text as it stands, of what cannot be listened to what it is.
  static func words(of block: Block) -> String {
    switch block.content {
    case .paragraph(let text), .heading(_, let text), .typed(let text, _):
      let words = cut(text.oneLine, of: text.text.utf8.count)
      guard let item = block.containers.last, item.isFirst, case .item(let marker) = item.kind else { return words }
      return switch marker {
      case .bullet: words
      case .number: "\(marker.text) \(words)"
      case .task(isDone: true): localized("Done: \(words)")
      case .task(isDone: false): localized("To do: \(words)")
      }
    case .code(let code):
      let lines = code.text.utf8.count { $0 == 0x0A } + 1
      return localized(lines, one: "Code, \(lines) line", other: "Code, \(lines) lines")
    case .table(let table):
      return localized(
        table.rows.count, one: "A table with \(table.rows.count) row", other: "A table with \(table.rows.count) rows")
    case .rule: return ""
    }
  }
}
