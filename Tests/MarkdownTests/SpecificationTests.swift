import CMarkdown
import Testing

@testable import Markdown

@Suite struct SpecificationTests {
  @Test func `all examples of the version taken are here`() {
    #expect(Example.all.count == 672)
  }

  /// Examples whose HTML cannot be compared, or is another on purpose, and why.
  private static let others: [Int: String] = [:]

  @Test(arguments: Example.all) func `show what cmark's own HTML shows`(example: Example) {
    guard Self.others[example.number] == nil, !Self.hasHTML(example.text) else { return }
    #expect(Outline(of: Document.blocks(of: example.text)) == Outline(ofHTML: example.text), "\(example.text)")
  }

  @Test func `raw HTML is shown as it was written`() {
    let examples = Example.all.filter { Self.hasHTML($0.text) }
    #expect(examples.count > 50)
    for example in examples {
      let shown = Block.plainText(of: Document.blocks(of: example.text)).filter { !$0.isWhitespace }
      for tag in example.text.matches(of: /<[a-zA-Z\/!?][^<>\n]*>/).map({ String($0.0) }) where !tag.contains("://") {
        let isBreak = ["<br>", "<br/>", "<br />"].contains(tag)
        #expect(isBreak || shown.contains(tag.filter { !$0.isWhitespace }), "\(tag) of \(example.number)")
      }
    }
  }

  private static func hasHTML(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let tree = SyntaxTree(of: bytes, isContinued: false)
      let walk = cmark_iter_new(tree.root)
      defer { cmark_iter_free(walk) }
      while cmark_iter_next(walk) != CMARK_EVENT_DONE {
        let type = cmark_node_get_type(cmark_iter_get_node(walk))
        if type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE { return true }
      }
      return false
    }
  }
}
