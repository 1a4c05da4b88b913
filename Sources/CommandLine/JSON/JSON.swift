import Domain
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
        text += "\\u" + scalar.value.digits(4, radix: 16)
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
    // Half a millisecond more: the format cuts off what a binary fraction lacks, and would write .998 for .999.
    let date = Date(timeIntervalSince1970: (Double(time.milliseconds) + 0.5) / 1_000)
    return .string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
