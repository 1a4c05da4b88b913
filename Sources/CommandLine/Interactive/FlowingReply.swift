import Markdown

/// A message in Markdown that is written while it comes: words and lines of code as they come, a table once it is complete. What is
/// written stays; only a block that turns out to be another than it looked like is written once more.
struct FlowingReply {
  private let page: MarkdownPage
  private var stream = MarkdownStream()
  /// The block that is being written, and what of it is.
  private var index = 0
  private var flow: FlowingText?
  private var written: [Letter] = []

  init(_ terminal: Terminal) {
    page = MarkdownPage(terminal)
  }

  /// What can be written now that so much more has come.
  mutating func take(_ chunk: String) -> String {
    _ = stream.append(chunk)
    return advance(isEnd: false)
  }

  /// The rest, with the end of the line.
  mutating func end() -> String {
    _ = stream.end()
    return advance(isEnd: true)
  }

  private mutating func advance(isEnd: Bool) -> String {
    var out = ""
    while index < stream.blocks.count {
      let block = stream.blocks[index]
      let isDone = isEnd || index + 1 < stream.blocks.count
      out += write(block, isDone: isDone)
      guard isDone else { break }
      index += 1
      (flow, written) = (nil, [])
    }
    return out
  }

  private mutating func write(_ block: Block, isDone: Bool) -> String {
    var letters: [Letter]
    if case .code(let code) = block.content {
      // The last line may go on.
      let all = code.text.split(separator: "\n", omittingEmptySubsequences: false)
      letters = Array(
        (isDone ? all[...] : all.dropLast()).map(page.codeLetters).joined(separator: [Letter(character: "\n")]))
    } else if let words = page.letters(of: block) {
      letters = words
    } else {
      return isDone ? (flow.map { _ in "\n" } ?? "") + separator(to: block) + page.text(of: [block]) : ""
    }
    var out = ""
    if !letters.starts(with: written, by: { $0.character == $1.character }) {
      guard isDone else { return "" }
      out += flow?.end() ?? ""
      (flow, written) = (nil, [])
    }
    guard isDone || !letters.isEmpty else { return out }
    if flow == nil {
      out += separator(to: block)
      flow = page.flow(for: block)
    }
    out += flow!.take(letters.dropFirst(written.count))
    written = letters
    return isDone ? out + flow!.end() : out
  }

  private func separator(to block: Block) -> String {
    index > 0 ? page.separator(from: stream.blocks[index - 1], to: block) : ""
  }
}
