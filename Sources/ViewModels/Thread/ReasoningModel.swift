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
  public private(set) var excerpt = Excerpt()
  /// Whether the user wants to see it.
  public var isUnfolded = false { didSet { if isUnfolded != oldValue { refresh() } } }
  /// Who reads it follows the growth of what is thought, shown or not.
  private(set) var revision = 0
  @ObservationIgnored private var text = ""
  @ObservationIgnored private var cuts: [Int] = []

  init(_ message: Message) {
    take(message)
  }

  func take(_ message: Message) {
    let thinks = ReplyPhase(of: message, before: nil) == .thinking
    if isThinking != thinks { isThinking = thinks }
    if milliseconds != message.reasoningMilliseconds { milliseconds = message.reasoningMilliseconds }
    let new = message.reasoning ?? ""
    guard text != new else { return }
    if new.utf8.count < text.utf8.count { cuts = [] }
    text = new
    revision += 1
    if isUnfolded { refresh() }
  }

  /// "Thinking", "Thought for 12 s".
  public var title: String {
    if isThinking { return localized("Thinking") }
    guard let milliseconds else { return localized("Thought about it") }
    return localized("Thought for \(DurationText.short(.milliseconds(milliseconds)))")
  }

  private func refresh() {
    guard isUnfolded else { return excerpt = Excerpt() }
    if isThinking {
      cuts += TextChunks.cuts(in: text, after: cuts.last ?? 0)
    } else {
      cuts = TextChunks.cuts(in: text, atMost: Excerpt.maximumChunks)
    }
    let new = Excerpt(of: text, cuts: cuts, isStreaming: isThinking)
    if new != excerpt { excerpt = new }
  }
}
