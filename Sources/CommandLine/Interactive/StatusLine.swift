import Domain
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
    guard isPossible else { return }
    let dots = (0..<3).map { $0 == frame % 4 ? "•" : "·" }.joined(separator: " ")
    draw(context.terminal.styled(Cells.fit(agent, 40), .agent) + " " + context.terminal.styled(words + dots, .dim))
  }

  /// What is done for a reply: how far it is, and dots where nobody knows.
  func show(_ phase: ReplyPhase, of agent: String) {
    let words: String
    switch phase {
    case .queued, .streaming: return showDots(agent)
    case .loading: words = "loading"
    case .reading: words = "reading the chat"
    case .thinking: return showDots(agent, "thinking ")
    }
    guard isPossible else { return }
    var detail = phase.progress?.part.map { ", \(Int($0 * 100)) %" } ?? ""
    if let left = phase.progress?.timeLeft { detail += ", " + DurationText.left(left) }
    draw(context.terminal.styled(Cells.fit(agent, 40), .agent) + " " + context.terminal.styled(words + detail, .dim))
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
