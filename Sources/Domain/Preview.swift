/// The last message as the list shows it, on one line.
public struct Preview: Hashable, Sendable {
  public var text: String
  /// Nil while the chat has no message.
  public var sender: Sender?

  public init(text: String = "", sender: Sender? = nil) {
    self.text = text
    self.sender = sender
  }

  /// The longest preview kept, in grapheme clusters.
  public static let limit = 160

  public init(of message: Message) {
    let text = PlainText.line(from: message.text, limit: Self.limit)
    sender = message.sender
    self.text = text.isEmpty && !message.attachments.isEmpty ? "Photo" : text
  }

  /// With "You: " before the user's words.
  public var line: String {
    sender == .user ? "You: " + text : text
  }
}

/// Text without Markdown's marks and without a model's reasoning, for places that show one plain line.
public enum PlainText {
  /// The beginning of `text` on one line; `limit` is in grapheme clusters. Reads only as much as it needs.
  public static func line(from text: String, limit: Int) -> String {
    // A long answer need not be stripped whole for its first line.
    let body = withoutReasoning(text).prefix(limit * 8)
    var words: [String] = []
    var length = 0
    for line in body.split(whereSeparator: \.isNewline) {
      guard !isFence(line), !isRule(line) else { continue }
      for word in withoutInlineMarks(withoutBlockMark(line)).split(whereSeparator: \.isWhitespace) {
        words.append(String(word))
        length += word.count + 1
      }
      if length > limit { break }
    }
    let joined = words.joined(separator: " ")
    return joined.count > limit ? joined.prefix(limit) + "…" : joined
  }

  /// Drops `<think>…</think>`; an unfinished block hides everything after it.
  public static func withoutReasoning(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var rest = text[...]
    var kept = ""
    while let open = rest.firstRange(of: "<think>") {
      kept += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "</think>") else { return kept }
      rest = rest[close.upperBound...]
    }
    return kept + rest
  }

  private static func isFence(_ line: Substring) -> Bool {
    let body = line.drop(while: \.isWhitespace)
    return body.hasPrefix("```") || body.hasPrefix("~~~")
  }

  private static func isRule(_ line: Substring) -> Bool {
    let body = line.filter { !$0.isWhitespace }
    return body.count >= 3 && (body.allSatisfy { $0 == "-" } || body.allSatisfy { $0 == "*" })
  }

  /// Cuts the mark of a heading, quotation or list item.
  private static func withoutBlockMark(_ line: Substring) -> Substring {
    var body = line.drop(while: \.isWhitespace)
    while body.first == ">" { body = body.dropFirst().drop(while: \.isWhitespace) }
    let hashes = body.prefix { $0 == "#" }
    if (1...6).contains(hashes.count), body.dropFirst(hashes.count).first?.isWhitespace == true {
      return body.dropFirst(hashes.count)
    }
    if let mark = body.first, "-*+".contains(mark), body.dropFirst().first?.isWhitespace == true {
      return body.dropFirst(2)
    }
    return body
  }

  /// Cuts emphasis, code and link marks, and leaves stars and underscores inside words alone.
  private static func withoutInlineMarks(_ line: Substring) -> String {
    let linked = withoutLinks(line)
    let characters = Array(linked)
    var kept = ""
    var index = 0
    while index < characters.count {
      let character = characters[index]
      guard "*_`~".contains(character) else {
        kept.append(character)
        index += 1
        continue
      }
      var end = index
      while end < characters.count, characters[end] == character { end += 1 }
      let before = index > 0 ? characters[index - 1] : " "
      let after = end < characters.count ? characters[end] : " "
      let isInsideWord = isWord(before) && isWord(after)
      let standsAlone = before.isWhitespace && after.isWhitespace
      let isSingleTilde = character == "~" && end - index == 1
      if isInsideWord && character == "_" || standsAlone || isSingleTilde {
        kept.append(contentsOf: characters[index..<end])
      }
      index = end
    }
    return kept
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// `[text](address)` and `![text](address)` become `text`.
  private static func withoutLinks(_ line: Substring) -> String {
    var rest = line
    var kept = ""
    while let open = rest.firstIndex(of: "[") {
      guard let middle = rest[open...].firstRange(of: "]("),
        let close = rest[middle.upperBound...].firstIndex(of: ")")
      else { break }
      var head = rest[..<open]
      if head.last == "!" { head = head.dropLast() }
      kept += head
      kept += rest[rest.index(after: open)..<middle.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }
}
