/// The last line of a text that is still coming, while it is not complete.
enum LastLine {
  /// What it comes after.
  enum Kind { case text, code, table }

  /// Whether it may still become something of another kind, so that it is shown only when that is decided: `--` may underline a
  /// heading, be a rule, or begin an item.
  static func isUndecided(_ line: ArraySlice<UInt8>, after kind: Kind) -> Bool {
    var body = line.drop { $0.isBlank || $0 == .greater }
    // A fence that closes.
    if kind == .code { return !line.isEmpty && body.allSatisfy { $0 == .backtick || $0 == .tilde || $0.isBlank } }
    var isItem = false
    while let rest = withoutMarker(body) { (body, isItem) = (rest, true) }
    guard body.count <= mostSigns || "`~|".utf8.contains(body.first!) else { return false }
    if body.allSatisfy({ isMark($0) }) || isNumber(body) { return true }
    switch body.first {
    case .pipe: return kind != .table
    case .backtick, .tilde: return body.prefix { $0 == body.first }.count >= 3
    case .openSquare: return isUndecidedBracket(body, isItem: isItem)
    default: return false
    }
  }

  /// A line longer than this is shown whatever it is.
  private static let mostSigns = 300

  /// What may stand in the row below a table's head.
  static func isDelimiterSign(_ byte: UInt8) -> Bool {
    byte == .pipe || byte == .hyphen || byte == .colon || byte.isBlank
  }

  /// A line of these alone may be a mark of anything.
  private static func isMark(_ byte: UInt8) -> Bool { byte.isBlank || "-=*_#+`~|:$<![>\\".utf8.contains(byte) }

  /// What follows the mark of a list's item.
  private static func withoutMarker(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = body.first else { return nil }
    var rest = body.dropFirst()
    if first.isDigit {
      rest = body.drop(while: \.isDigit)
      guard body.count - rest.count <= 9, rest.first == .closeRound || rest.first == UInt8(ascii: ".") else {
        return nil
      }
      rest = rest.dropFirst()
    } else if !"-+*".utf8.contains(first) {
      return nil
    }
    guard rest.first?.isBlank == true else { return nil }
    return rest.drop { $0.isBlank || $0 == .greater }
  }

  private static func isNumber(_ body: ArraySlice<UInt8>) -> Bool {
    let rest = body.drop(while: \.isDigit)
    return (1...9).contains(body.count - rest.count) && rest.count <= 1
      && (rest.first.map { $0 == UInt8(ascii: ".") || $0 == .closeRound } ?? true)
  }

  /// Whether `[` may begin a definition, or be the box of a task.
  private static func isUndecidedBracket(_ body: ArraySlice<UInt8>, isItem: Bool) -> Bool {
    guard let close = body.firstIndex(of: .closeSquare) else {
      let label = body.dropFirst()
      if label.first == UInt8(ascii: "^") { return true }
      return isItem ? label.count <= 1 && " xX".utf8.contains(label.first ?? .space) : true
    }
    let label = body[(body.startIndex + 1)..<close]
    let rest = body[(close + 1)...]
    if isItem, label.count == 1, " xX".utf8.contains(label.first!) { return rest.allSatisfy(\.isBlank) }
    return rest.isEmpty && !isItem || rest.first == .colon
  }
}
