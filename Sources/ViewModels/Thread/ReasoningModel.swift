import Domain
private import Localization
public import Observation
internal import Wording

/// What an agent thought aloud before its answer: folded until one wants to see it.
@Observable
public final class ReasoningModel {
  /// True while it thinks.
  public private(set) var isThinking = false
  /// How long it thought; nil where nobody knows.
  public private(set) var milliseconds: Int64?
  /// What is shown of it; nothing while it is folded.
  public private(set) var shownText = ShownText()
  /// Whether the user wants to see it.
  public var isUnfolded = false { didSet { if isUnfolded != oldValue { refresh() } } }
  /// Who reads it follows the growth of what is thought, shown or not.
  private(set) var revision = 0
  @ObservationIgnored private var text = ""
  @ObservationIgnored private var reader = TextReader(isMarkdown: true)

  init(_ message: Message) {
    take(message)
  }

  func take(_ message: Message) {
    let thinks = ReplyPhase(of: message, before: nil) == .thinking
    let isOtherwise = isThinking != thinks
    if isOtherwise { isThinking = thinks }
    if milliseconds != message.reasoningMilliseconds { milliseconds = message.reasoningMilliseconds }
    let new = message.reasoning ?? ""
    guard text != new || isOtherwise else { return }
    if text != new { revision += 1 }
    text = new
    if isUnfolded { refresh() }
  }

  /// "Thinking", "Thought for 12 s".
  public var title: String {
    if isThinking { return localized("Thinking") }
    guard let milliseconds else { return localized("Thought about it") }
    return localized("Thought for \(DurationText.short(.milliseconds(milliseconds)))")
  }

  private func refresh() {
    guard isUnfolded else {
      reader = TextReader(isMarkdown: true)
      return shownText = ShownText()
    }
    reader.take(text, isGrowing: isThinking)
    if reader.shown != shownText { shownText = reader.shown }
  }
}
