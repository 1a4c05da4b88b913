import Domain
import Platform

/// What the streams are connected to, and how that wants to be written to.
struct Terminal {
  let isInputTerminal: Bool
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  /// Colours and bold on stdout.
  let hasColours: Bool
  /// The cursor can be moved, so a line can be redrawn.
  let hasCursor: Bool

  init(environment: [String: String]) {
    isInputTerminal = isatty(STDIN_FILENO) == 1
    isOutputTerminal = isatty(STDOUT_FILENO) == 1
    isErrorTerminal = isatty(STDERR_FILENO) == 1
    hasCursor = isOutputTerminal && environment["TERM"].map { $0 != "dumb" && !$0.isEmpty } == true
    hasColours = hasCursor && environment["NO_COLOR"].map(\.isEmpty) ?? true
  }

  /// The terminal's columns; those of a page where stdout is none.
  var columns: Int {
    var size = winsize()
    guard isOutputTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Where lines are broken; nil for programs, which get them whole.
  var pageWidth: Int? { isOutputTerminal ? columns : nil }

  enum Style: String {
    case bold = "1"
    case dim = "2"
    case user = "1;34"
    case agent = "1;35"
    case warning = "33"
  }

  func styled(_ text: String, _ style: Style) -> String {
    hasColours && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Text from a chat without anything that a terminal would obey: control characters are made visible, but for line
  /// ends and tabs. Carriage returns, and what turns the direction of the text after it, are left out; that stays where
  /// `turns` says so.
  static func harmless(_ text: String, turns: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) }) else { return text }
    var harmless = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0D: break
      case _ where ShownLine.turns(scalar): if turns { harmless.append(scalar) }
      case _ where !isControl(scalar): harmless.append(scalar)
      // The pictures of the control characters: ␀ to ␟.
      case 0..<0x20: harmless.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: harmless.append("\u{2421}")
      default: harmless.append("\u{FFFD}")
      }
    }
    return String(harmless)
  }

  /// The same on one line.
  static func oneLine(_ text: String) -> String {
    harmless(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 && value != 0x0A && value != 0x09 || (0x7F..<0xA0).contains(value) || ShownLine.turns(scalar)
  }
}
