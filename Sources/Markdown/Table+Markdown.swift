extension Table {
  /// The table as it is written in Markdown: the columns as wide as their cells, their alignment kept.
  public var markdown: String {
    let rows = ([head] + self.rows).map { $0.map(\.markdownInCell) }
    let widths = head.indices.map { column in
      max(3, rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    var lines = rows.map { row in
      line(
        head.indices.map { column in
          let cell = column < row.count ? row[column] : ""
          return cell.padded(to: widths[column], alignment(of: column))
        })
    }
    lines.insert(line(head.indices.map { alignment(of: $0).rule(of: widths[$0]) }), at: 1)
    return lines.joined(separator: "\n")
  }

  private func alignment(of column: Int) -> Alignment {
    column < alignments.count ? alignments[column] : .natural
  }
}

extension Table.Alignment {
  fileprivate func rule(of width: Int) -> String {
    let begin = self == .start || self == .centre ? ":" : ""
    let end = self == .end || self == .centre ? ":" : ""
    return begin + String(repeating: "-", count: width - begin.utf8.count - end.utf8.count) + end
  }
}

extension String {
  /// How many columns of a terminal it takes, about: letters of the East and emoji take two.
  fileprivate var columns: Int {
    reduce(0) { count, letter in
      switch letter.unicodeScalars.first?.value ?? 0 {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        count + 2
      default: count + 1
      }
    }
  }

  fileprivate func padded(to width: Int, _ alignment: Table.Alignment) -> String {
    let free = max(0, width - columns)
    let before =
      switch alignment {
      case .natural, .start: 0
      case .centre: free / 2
      case .end: free
      }
    return String(repeating: " ", count: before) + self + String(repeating: " ", count: free - before)
  }
}

extension Inline {
  /// The text with its marks, as a cell has it: read again, it is the same.
  fileprivate var markdownInCell: String {
    var index = 0
    return markdown(0..<text.utf8.count, &index)
  }

  private func part(_ range: Range<Int>) -> String {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return String(text[start..<text.utf8.index(start, offsetBy: range.count)])
  }

  /// A part with the spans from `index` on that begin in it.
  private func markdown(_ range: Range<Int>, _ index: inout Int) -> String {
    var written = ""
    var place = range.lowerBound
    while index < spans.count, spans[index].range.lowerBound < range.upperBound {
      let span = spans[index]
      index += 1
      guard span.range.lowerBound >= place, span.range.upperBound <= range.upperBound else { continue }
      written += part(place..<span.range.lowerBound).escaped
      place = span.range.upperBound
      let words = part(span.range)
      switch span.style {
      case .emphasis: written += "*" + markdown(span.range, &index) + "*"
      case .strong: written += "**" + markdown(span.range, &index) + "**"
      case .strikethrough: written += "~~" + markdown(span.range, &index) + "~~"
      case .code: written += words.asCode
      case .math: written += words.withPipesEscaped
      case .footnote: written += "[^" + words + "]"
      case .link(let address):
        let inner = markdown(span.range, &index)
        written +=
          [words, "http://" + words, "mailto:" + words].contains(address)
          ? words.withPipesEscaped : "[\(inner)](\(address.asAddress))"
      }
    }
    return written + part(place..<range.upperBound).escaped
  }
}

extension String {
  /// What means something in Markdown, so that it means itself. Square brackets and round ones are none with a backslash:
  /// a formula would begin.
  fileprivate var escaped: String {
    let letters = Array(unicodeScalars)
    var written = String.UnicodeScalarView()
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : " "
      let last = index > 0 ? letters[index - 1] : " "
      let isMark =
        switch letter {
        case "*", "`", "|", "$": true
        case "_": !(last.properties.isAlphabetic && next.properties.isAlphabetic)
        case "~": next == "~" || last != "~" && next != " "
        case "\\": next.isASCII && !next.properties.isAlphabetic && next != " "
        case "<": next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next)
        case "&": next.properties.isAlphabetic || next == "#"
        default: false
        }
      switch letter {
      case "\u{2028}": written.append(contentsOf: "<br>".unicodeScalars)
      case "(" where last == "]": written.append(contentsOf: "&#40;".unicodeScalars)
      default:
        if isMark { written.append("\\") }
        written.append(letter)
      }
    }
    return String(written)
  }

  fileprivate var withPipesEscaped: String {
    String(split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|"))
  }

  /// Between more backticks than follow one another in it. A backslash before a pipe cannot be written there.
  fileprivate var asCode: String {
    guard !contains("\\|") else { return escaped }
    var (most, run) = (0, 0)
    for byte in utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      most = max(most, run)
    }
    let fence = String(repeating: "`", count: most + 1)
    let space =
      hasPrefix("`") || hasSuffix("`") || hasPrefix(" ") && hasSuffix(" ") && contains { $0 != " " } ? " " : ""
    return fence + space + withPipesEscaped + space + fence
  }

  fileprivate var asAddress: String {
    let isPlain = utf8.allSatisfy { $0 > 0x20 && !"()<>\\|".utf8.contains($0) }
    guard !isPlain else { return self }
    var written = ""
    for letter in unicodeScalars {
      switch letter {
      case "<": written += "%3C"
      case ">": written += "%3E"
      case "\\": written += "\\\\"
      default: written.unicodeScalars.append(letter)
      }
    }
    return "<" + written.withPipesEscaped + ">"
  }
}
