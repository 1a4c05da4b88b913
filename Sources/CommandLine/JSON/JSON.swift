import Domain
import Glibc

/// A value of JSON, whose members keep their order.
enum JSON {
  case null
  case bool(Bool)
  case number(Int64)
  case fraction(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  static func number(_ value: Int) -> JSON { .number(Int64(value)) }
  static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// On one line. Control characters are escaped, so that a terminal obeys none of them.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .fraction(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, (name, value)) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(name, to: &text)
        text += ":"
        value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON {
  /// UTC as in RFC 3339, with milliseconds: `2026-11-20T15:45:00.000Z`.
  static func time(_ time: Timestamp?) -> JSON {
    guard let time = time?.shown else { return .null }
    let milliseconds = (time.milliseconds % 1_000 + 1_000) % 1_000
    var seconds = time_t((time.milliseconds - milliseconds) / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let clock = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return .string("\(date)T\(clock).\(digits(Int32(milliseconds), 3))Z")
  }

  private static func digits(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
