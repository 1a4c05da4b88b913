import FoundationEssentials
import Testing

/// The examples of the specification of GitHub's Markdown, which has all those of CommonMark. They come with another parser's
/// source: their licence is not Sotto's.
struct Example: Sendable, CustomTestStringConvertible {
  let number: Int
  let section: String
  let text: String
  /// What the specification expects.
  let html: String

  var testDescription: String { "example \(number), \(section)" }

  static let all: [Example] = {
    let path = URL(filePath: #filePath).appending(path: "../../../.deps/cmark/examples/gfm.txt").standardized.path()
    guard let bytes = FileManager.default.contents(atPath: path) else {
      Issue.record("scripts/cmark examples fetches \(path)")
      return []
    }
    return read(String(decoding: bytes, as: UTF8.self))
  }()

  private static func read(_ specification: String) -> [Example] {
    let fence = String(repeating: "`", count: 32)
    var examples: [Example] = []
    var section = ""
    var parts: [[Substring]]?
    for line in specification.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(fence + " example") {
        parts = [[]]
      } else if line == fence, let whole = parts {
        let written = whole.map { part in part.map { $0.replacing("→", with: "\t") + "\n" }.joined() }
        examples.append(Example(number: examples.count + 1, section: section, text: written[0], html: written.last!))
        parts = nil
      } else if parts != nil, line == ".", parts!.count == 1 {
        parts!.append([])
      } else if parts != nil {
        parts![parts!.count - 1].append(line)
      } else if line.hasPrefix("#") {
        section = String(line.drop { $0 == "#" || $0 == " " })
      }
    }
    return examples
  }
}
