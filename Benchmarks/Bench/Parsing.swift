import CMarkdown
import Markdown

/// Parsing an answer whole, against what cmark alone takes for the same text, and piece by piece while it comes.
func benchMarkdown() async throws {
  print("\n### Parsing an answer in Markdown\n")
  print(
    "| KB | whole, ms median (p95) | target | cmark alone, ms | ÷ cmark | a piece of 10 bytes behind it, µs median (p95) |"
  )
  print("| ---: | ---: | --- | ---: | ---: | ---: |")
  // The same for all, so that what they are is no difference.
  var last = AnswerMaker()
  let end = last.answer(bytes: 3_400)
  var costs: [Sample] = []
  for size in [1_000, 10_000, 50_000] {
    var maker = AnswerMaker()
    let text = maker.answer(bytes: size)
    var (whole, alone) = (Sample(), Sample())
    for round in 0..<220 {
      let blocks = await milliseconds { if Document.blocks(of: text).isEmpty { print("no blocks") } }
      let tree = await milliseconds { parse(text) }
      // The first ones warm the caches.
      guard round >= 20 else { continue }
      whole.add(blocks)
      alone.add(tree)
    }
    let piece = await pieces(of: end, behind: text)
    costs.append(piece)
    print(
      "| \(size / 1_000) | \(whole.words) | \(size == 50_000 ? "≤ 2" : "") | \(written(alone.median)) | \(written(whole.median / alone.median)) × | \(piece.words) |"
    )
  }
  print(
    "\nA piece at the end of 50 KB against one at the end of 1 KB: \(written(costs[2].median / costs[0].median)) ×.")
}

/// What comes behind a text, ten bytes at a time, in microseconds.
private func pieces(of end: String, behind text: String) async -> Sample {
  var sample = Sample()
  for _ in 0..<5 {
    var stream = MarkdownStream()
    _ = stream.append(text + "\n")
    let bytes = Array(end.utf8)
    for start in stride(from: 0, to: bytes.count, by: 10) {
      let piece = String(decoding: bytes[start..<min(start + 10, bytes.count)], as: UTF8.self)
      sample.add(await milliseconds { _ = stream.append(piece) } * 1e3)
    }
  }
  return sample
}

/// The floor: the parser that Sotto's is made of, with the same extensions.
private func parse(_ text: String) {
  let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES)!
  for name in ["table", "strikethrough", "autolink", "tasklist"] {
    if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
  }
  cmark_parser_feed(parser, text, text.utf8.count)
  cmark_node_free(cmark_parser_finish(parser))
  cmark_parser_free(parser)
}
