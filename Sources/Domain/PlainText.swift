/// Text without Markdown's marks, for places that show one plain line.
public enum PlainText {
  /// The beginning of `text` on one line; `limit` is in grapheme clusters. Reads only as much as it needs.
  ///
  /// Only marks that mean something are cut: `5*3` and `snake_case` stay, and a text of nothing but marks stays whole.
  public static func line(from text: String, limit: Int) -> String {
    // A long answer need not be stripped whole for its first line.
    let body = StackedMarks.cut(text, scalars: limit * 16).prefix(limit * 8)
    var words: [Substring] = []
    var length = 0
    var isInFence = false
    for line in body.split(whereSeparator: \.isNewline) {
      if isFence(line, closing: isInFence) {
        isInFence.toggle()
        continue
      }
      guard isInFence || !isRule(line) else { continue }
      let plain = isInFence ? String(line) : InlineMarks.cut(from: withoutBlockMark(line))
      for word in plain.split(whereSeparator: \.isWhitespace) {
        words.append(word)
        length += word.count + 1
      }
      if length > limit { break }
    }
    let joined = words.isEmpty ? Title.collapse(body) : words.joined(separator: " ")
    let line = StackedMarks.cut(joined.prefix(limit), scalars: limit * 8)
    return line.unicodeScalars.count < joined.unicodeScalars.count ? line + "…" : line
  }

  /// A line that begins a block of code, or ends one.
  private static func isFence(_ line: Substring, closing: Bool) -> Bool {
    let body = line.drop(while: \.isWhitespace)
    guard let mark = body.first, mark == "`" || mark == "~" else { return false }
    let rest = body.drop { $0 == mark }
    guard body.count - rest.count >= 3 else { return false }
    return closing ? rest.allSatisfy(\.isWhitespace) : mark == "~" || !rest.contains("`")
  }

  /// A line between two parts, or between a table's head and its rows.
  private static func isRule(_ line: Substring) -> Bool {
    let body = line.filter { !$0.isWhitespace }
    guard body.count >= 3, let mark = body.first else { return false }
    return "-*_".contains(mark) && body.allSatisfy { $0 == mark }
      || mark == "|" && body.contains("---") && body.allSatisfy { "|-:".contains($0) }
  }

  /// Cuts the mark of a heading, quotation or list item.
  private static func withoutBlockMark(_ line: Substring) -> Substring {
    var body = line.drop(while: \.isWhitespace)
    while body.first == ">", body.dropFirst().first.map({ $0.isWhitespace || $0 == ">" }) ?? true {
      body = body.dropFirst().drop(while: \.isWhitespace)
    }
    let hashes = body.prefix { $0 == "#" }
    if (1...6).contains(hashes.count), body.dropFirst(hashes.count).first?.isWhitespace == true {
      return body.dropFirst(hashes.count)
    }
    if let mark = body.first, "-*+".contains(mark), body.dropFirst().first?.isWhitespace == true {
      return body.dropFirst(2)
    }
    return body
  }
}
