/// The last line of the terminal, which is drawn over and over: the typing dots, or the line being written.
final class Bottom {
  private let session: Session
  private var isShown = false
  private var frame = 0
  private var last = ""
  /// The prompt of a terminal without keys stands there, waiting for a line.
  private var isPrompted = false

  init(_ session: Session) {
    self.session = session
  }

  /// False where nothing can be drawn over.
  var isPossible: Bool { session.terminal.hasCursor && !session.isJSON }

  /// Three dots after the agent's name, one of them high.
  func showDots(_ agent: String) {
    guard isPossible else { return }
    let dots = (0..<3).map { $0 == frame % 4 ? "•" : "·" }.joined(separator: " ")
    draw(session.terminal.styled(Cells.fit(agent, 40), .agent) + " " + session.terminal.styled(dots, .dim))
  }

  /// Moves the dots on.
  func advance() { frame += 1 }

  func draw(_ line: String) {
    guard isPossible, !isShown || line != last else { return }
    session.out.write("\r\u{1B}[K" + line)
    session.out.flush()
    isShown = true
    last = line
  }

  /// Asks for a line where it is typed without keys, once for each.
  func prompt() {
    guard !isPrompted else { return }
    isPrompted = true
    session.out.write("> ")
    session.out.flush()
  }

  /// The line that was asked for was typed, with its end.
  func promptIsAnswered() { isPrompted = false }

  /// Takes the line away, so that something can be written in its place.
  func hide() {
    if isPrompted { session.out.line() }
    isPrompted = false
    guard isShown else { return }
    session.out.write("\r\u{1B}[K")
    isShown = false
  }

  /// The line is not where it was; the next one is drawn whatever it is.
  func forget() { last = "\u{0}" }
}
