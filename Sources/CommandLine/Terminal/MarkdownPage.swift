import Markdown

/// Markdown as a terminal shows it. Where there are no colours, the layout says what they would.
struct MarkdownPage {
  let hasColours: Bool
  /// Where lines are broken; nil for programs, which get them whole.
  let columns: Int?

  init(_ terminal: Terminal) {
    hasColours = terminal.hasColours
    columns = terminal.pageWidth
  }

  /// Lines, each with its end.
  func text(of blocks: [Block]) -> String {
    var text = ""
    for (index, block) in blocks.enumerated() {
      if index > 0 { text += separator(from: blocks[index - 1], to: block) }
      text += self.text(of: block)
    }
    return text
  }

  /// What stands between the lines of two blocks.
  func separator(from block: Block, to next: Block) -> String {
    if case .typed = block.content { return "" }
    guard !block.isClose(to: next) else { return "" }
    // The bar of a quotation goes on.
    let shared = zip(block.containers, next.containers).prefix { $0.kind == $1.kind && !$1.isFirst }
    return margin(Array(shared.map(\.1)), isFirst: false).trimmingSpaces + "\n"
  }

  private func text(of block: Block) -> String {
    switch block.content {
    case .paragraph, .heading, .typed:
      var flow = flow(for: block)
      return flow.take(letters(of: block) ?? []) + flow.end()
    case .code(let code): return lines(code.text.split(separator: "\n", omittingEmptySubsequences: false), of: block)
    case .table(let table):
      let room = columns.map { $0 - indent(of: block) }
      let rows = MarkdownTable(table, room: room) { letters($0, $1 ? .bold : []) }.lines
      return lines(rows, of: block)
    case .rule:
      return lines([Letter.letters(String(repeating: "─", count: min(40, columns ?? 40)), style(.dim))], of: block)
    }
  }

  // MARK: - Letters

  /// The letters of a block that is made of words, with what says what it is.
  func letters(of block: Block) -> [Letter]? {
    switch block.content {
    case .paragraph(let inline), .typed(let inline, _): letters(inline, [])
    case .heading(let level, let inline):
      (hasColours ? [] : Letter.letters(String(repeating: "#", count: level) + " ")) + letters(inline, .bold)
    case .code, .table, .rule: nil
    }
  }

  /// A line of code, as it is written in its block.
  func codeLetters(_ line: some StringProtocol) -> [Letter] {
    Letter.letters("    " + Terminal.harmless(String(line)), style(.code))
  }

  /// The letters of a text. The address of a link follows its words, unless they are the address, and how its host is asked
  /// for, where that is written otherwise.
  private func letters(_ inline: Inline, _ base: LetterStyle) -> [Letter] {
    let bytes = Array(inline.text.utf8)
    guard !inline.spans.isEmpty else { return Letter.letters(Self.harmless(bytes[...]), style(base)) }
    // Ends come before what begins at the same place, and what began last ends first.
    var marks: [(place: Int, isEnd: Bool, span: Int)] = []
    for (index, span) in inline.spans.enumerated() {
      marks.append((span.range.lowerBound, false, index))
      marks.append((span.range.upperBound, true, index))
    }
    marks.sort {
      ($0.place, $0.isEnd ? 0 : 1, $0.isEnd ? -$0.span : $0.span) < (
        $1.place, $1.isEnd ? 0 : 1, $1.isEnd ? -$1.span : $1.span
      )
    }
    var letters: [Letter] = []
    var open: [Int: LetterStyle] = [:]
    var place = 0
    for mark in marks {
      letters += Letter.letters(
        Self.harmless(bytes[place..<mark.place]), style(open.values.reduce(base) { $0.union($1) }))
      place = mark.place
      let span = inline.spans[mark.span]
      if !mark.isEnd {
        open[mark.span] = Self.style(of: span.style)
      } else {
        open[mark.span] = nil
        if case .link(let address) = span.style {
          letters += self.address(address, after: String(decoding: bytes[span.range], as: UTF8.self))
        }
      }
    }
    return letters + Letter.letters(Self.harmless(bytes[place...]), style(base))
  }

  private func address(_ address: String, after words: String) -> [Letter] {
    var beside = ""
    if ![words, "http://" + words, "mailto:" + words].contains(address) { beside = " <\(Terminal.oneLine(address))>" }
    if let host = LinkHost(of: address).asked { beside += " (\(Terminal.oneLine(host)))" }
    return Letter.letters(beside, style(.dim))
  }

  private static func harmless(_ bytes: ArraySlice<UInt8>) -> String {
    Terminal.harmless(String(decoding: bytes, as: UTF8.self)).replacing("\u{2028}", with: "\n")
  }

  private static func style(of style: Span.Style) -> LetterStyle {
    switch style {
    case .emphasis: .slanted
    case .strong: .bold
    case .strikethrough: .struck
    case .code, .math: .code
    case .link: .underlined
    case .footnote: .dim
    }
  }

  private func style(_ style: LetterStyle) -> LetterStyle { hasColours ? style : [] }

  // MARK: - What a block stands in

  /// Lines with what stands before the block's.
  func flow(for block: Block) -> FlowingText {
    FlowingText(
      columns: columns, first: margin(block.containers, isFirst: true), rest: margin(block.containers, isFirst: false),
      indent: indent(of: block))
  }

  private func lines(_ lines: [some StringProtocol], of block: Block) -> String {
    self.lines(lines.isEmpty ? [[]] : lines.map { codeLetters($0) }, of: block)
  }

  /// Lines that are not broken.
  private func lines(_ lines: [[Letter]], of block: Block) -> String {
    var flow = FlowingText(
      columns: nil, first: margin(block.containers, isFirst: true), rest: margin(block.containers, isFirst: false))
    return flow.take(lines.joined(separator: [Letter(character: "\n")])) + flow.end()
  }

  private func indent(of block: Block) -> Int {
    Cells.width(of: block.containers.map { Self.mark($0) }.joined())
  }

  /// Marks where the block is the first of an item, else so much room, and bars of quotations.
  private func margin(_ containers: [Container], isFirst: Bool) -> String {
    containers.map { container in
      let mark = Self.mark(container)
      if container.kind == .quotation { return hasColours ? "\u{1B}[2m\(mark)\u{1B}[0m" : mark }
      return isFirst && container.isFirst ? mark : String(repeating: " ", count: Cells.width(of: mark))
    }.joined()
  }

  private static func mark(_ container: Container) -> String {
    switch container.kind {
    case .quotation: "│ "
    case .item(let marker): marker.text + " "
    case .footnote(let number): "[\(number)] "
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
