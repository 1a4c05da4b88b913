import Domain
import Localization
import Wording

/// The last line of the terminal, which is drawn over and over: the typing dots, or the line being written.
final class StatusLine {
  private let context: CommandContext
  private var isShown = false
  private var frame = 0
  private var last = ""
  private var wasMoved = false
  /// The prompt of a terminal without keys stands there, waiting for a line.
  private var isPrompted = false

  init(_ context: CommandContext) {
    self.context = context
  }

  /// False where nothing can be drawn over.
  var isPossible: Bool { context.terminal.hasCursor && !context.isJSON }

  /// Three dots after the agent's name, one of them high.
  func showDots(_ agent: String, _ words: String = "") {
    let dots = (0..<3).map { $0 == frame % 4 ? "•" : "·" }.joined(separator: " ")
    draw(agent, words + dots)
  }

  /// Who is at work, and at what. It stays one line, or it could not be taken away again.
  private func draw(_ agent: String, _ words: String) {
    guard isPossible else { return }
    let columns = context.terminal.columns - 1
    let name = Cells.fit(agent, max(min(40, columns - 1 - Cells.width(of: words)), min(10, columns / 2)))
    let rest = Cells.fit(words, max(0, columns - 1 - Cells.width(of: name)))
    draw(context.terminal.styled(name, .agent) + " " + context.terminal.styled(rest, .dim))
  }

  /// What is done for a reply: how far it is, and dots where nobody knows.
  func show(_ phase: ReplyPhase, of agent: String) {
    var details: [String]
    switch phase {
    case .queued, .streaming: return showDots(agent)
    case .summarising: details = [localized("summarising the chat", context: "an agent")]
    case .loading: details = [localized("loading", context: "an agent")]
    case .reading: details = [localized("reading the chat", context: "an agent")]
    case .thinking: return showDots(agent, localized("thinking", context: "an agent") + " ")
    }
    if let part = phase.progress?.part { details.append(PercentText.of(part)) }
    if let left = phase.progress?.timeLeft { details.append(DurationText.left(left)) }
    draw(agent, details.joined(separator: ", "))
  }

  /// Moves the dots on.
  func advance() { frame += 1 }

  func draw(_ line: String) {
    guard isPossible, !isShown || line != last else { return }
    context.out.write("\r\u{1B}[\(wasMoved ? "J" : "K")" + line)
    context.out.flush()
    wasMoved = false
    isShown = true
    last = line
  }

  /// Asks for a line where it is typed without keys, once for each.
  func prompt() {
    guard !isPrompted else { return }
    isPrompted = true
    context.out.write("> ")
    context.out.flush()
  }

  /// The line that was asked for was typed, with its end.
  func promptIsAnswered() { isPrompted = false }

  /// Takes the line away, so that something can be written in its place.
  func hide() {
    if isPrompted { context.out.line() }
    isPrompted = false
    guard isShown else { return }
    context.out.write("\r\u{1B}[K")
    isShown = false
  }

  /// The line is not where it was: the next one is drawn whatever it is, and what a window that became narrower has
  /// put below goes.
  func forget() {
    last = "\u{0}"
    wasMoved = true
  }
}
