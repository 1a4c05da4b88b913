/// Answers as models write them: headings, paragraphs with emphasis and links, lists, tasks, a quotation, code, a table.
struct AnswerMaker {
  private var maker = TextMaker()
  private var parts = 0

  /// Markdown of about so many bytes; each call makes another one. No part of it is cut.
  mutating func answer(bytes: Int) -> String {
    var text = ""
    while text.utf8.count < bytes {
      if !text.isEmpty { text += "\n" }
      text += part()
    }
    return text
  }

  private mutating func part() -> String {
    defer { parts += 1 }
    return switch parts % 8 {
    case 0: "## \(words(3)) \(parts)\n\n\(paragraph())"
    case 1: (1...4).map { "\($0). **\(words(2))** \(words(9))\n" }.joined()
    case 2: paragraph() + "\n" + paragraph()
    case 3: code()
    case 4: (1...4).map { "- \(words(8))\n" + ($0 == 2 ? "  - `\(words(1))` \(words(5))\n" : "") }.joined()
    case 5: table()
    case 6: "> \(words(14)) *\(words(2))*\n\n" + paragraph()
    default: "- [x] \(words(5))\n- [ ] \(words(6))\n\n" + paragraph()
    }
  }

  private mutating func paragraph() -> String {
    "\(words(12)), *\(words(2))* \(words(10)); **\(words(2))** \(words(8)) `\(words(1))()` \(words(6)), "
      + "see [\(words(2))](https://example.org/\(parts)). \(words(12)).\n"
  }

  private mutating func code() -> String {
    var lines = ["```swift", "func \(words(1))(of list: [String]) -> Int {"]
    for index in 1...7 {
      lines.append("  // \(words(5))")
      lines.append("  let \(words(1))\(index) = list.filter { $0 != \"\(words(2))\" }.count + \(index * 12)")
    }
    return (lines + ["}", "```", ""]).joined(separator: "\n")
  }

  private mutating func table() -> String {
    let rows = (1...4).map { "| \(words(2)) | \($0 * 7) | \(words(4)) |\n" }.joined()
    return "| Name | Number | \(words(1)) |\n|:--|--:|:-:|\n" + rows
  }

  private mutating func words(_ count: Int) -> String { maker.text(words: count) }
}
