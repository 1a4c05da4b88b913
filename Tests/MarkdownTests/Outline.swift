import CMarkdown

@testable import Markdown

/// What can be compared of a text that was rendered: each part with what it stands in.
struct Outline: Equatable, CustomStringConvertible {
  /// As `• > p: words`.
  var parts: [String] = []

  var description: String { parts.joined(separator: "\n") }
}

extension Outline {
  init(of blocks: [Block]) {
    parts = blocks.map { block in
      let path = block.containers.map { container -> String in
        switch container.kind {
        case .quotation: "quotation"
        case .item(.bullet): "•"
        case .item(.number(let number, _)): "\(number)."
        case .item(.task(let isDone)): isDone ? "[x]" : "[ ]"
        case .footnote(let number): "footnote \(number)"
        }
      }
      let (kind, text): (String, String) =
        switch block.content {
        // HTML has no spaces at the end of a line, not even of code.
        case .paragraph(let inline): ("p", inline.text.trimmed)
        case .heading(let level, let inline): ("h\(level)", inline.text.trimmed)
        case .code(let code): ("pre", code.language + "|" + code.text)
        case .table(let table):
          (
            "table",
            ([table.head] + table.rows).map { $0.map(\.text.trimmed).joined(separator: "|") }.joined(separator: "\n")
          )
        case .rule: ("hr", "")
        case .typed(let inline, _): ("typed", inline.text)
        }
      return (path + [kind + ": " + text]).joined(separator: " > ")
    }
  }

  /// Of cmark's own HTML of the text.
  init(ofHTML text: String) {
    var text = text
    let html = text.withUTF8 { bytes -> String in
      let tree = SyntaxTree(of: bytes, isContinued: false)
      let made = cmark_render_html(tree.root, CMARK_OPT_UNSAFE, nil)!
      defer { cmark_get_default_mem_allocator().pointee.free(made) }
      return String(cString: made)
    }
    var reader = HTMLReader()
    reader.read(html)
    parts = reader.parts
  }
}

/// Reads the HTML that cmark writes, and no other.
private struct HTMLReader {
  private(set) var parts: [String] = []
  private var path: [String] = []
  /// The next number in each open list; nil in one without.
  private var lists: [Int?] = []
  /// The part that is being read.
  private var kind: String?
  private var text = ""
  /// Whether something has stood in each open item.
  private var hasPart: [Bool] = []
  private var cells: [[String]] = []

  mutating func read(_ html: String) {
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      take(text: rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else { break }
      take(tag: rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
    }
    take(text: rest)
  }

  private mutating func take(text words: Substring) {
    guard !words.isEmpty else { return }
    let isCode = kind == "pre"
    if kind == nil {
      guard words.contains(where: { !$0.isWhitespace }), !path.isEmpty else { return }
      // An item of a tight list has no paragraph of its own.
      kind = "p"
    }
    text += isCode ? String(words) : String(words).replacing("\n", with: " ")
  }

  private mutating func take(tag: Substring) {
    let name = tag.prefix { $0 != " " && $0 != "\n" }
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre":
      end()
      kind = String(name)
    case "/p", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/pre": end()
    case "code" where kind == "pre":
      text = (attribute("class", of: tag).map { String($0.dropFirst("language-".count)) } ?? "") + "|"
    case "hr": end(); add("hr: ")
    case "blockquote": end(); path.append("quotation")
    case "/blockquote": end(); path.removeLast()
    case "ul": end(); lists.append(nil)
    case "ol": end(); lists.append(attribute("start", of: tag).flatMap { Int($0) } ?? 1)
    case "/ul", "/ol": end(); lists.removeLast()
    case "li":
      end()
      let number = lists[lists.count - 1]
      path.append(number.map { "\($0)." } ?? "•")
      lists[lists.count - 1] = number.map { $0 + 1 }
      hasPart.append(false)
    case "/li":
      end()
      if hasPart.last == false { add("p: ") }
      hasPart.removeLast()
      path.removeLast()
    case "input": path[path.count - 1] = tag.contains("checked") ? "[x]" : "[ ]"
    case "br": text += "\u{2028}"
    case "img": take(text: image(tag)[...])
    case "table": end(); (kind, cells) = ("table", [])
    case "tr": cells.append([])
    case "th", "td": text = ""
    case "/th", "/td": cells[cells.count - 1].append(Self.words(text))
    case "/table":
      kind = nil
      text = ""
      add("table: " + cells.map { $0.joined(separator: "|") }.joined(separator: "\n"))
    default: break
    }
  }

  private mutating func end() {
    guard let kind else { return }
    self.kind = nil
    if kind == "pre" {
      add("pre: " + Self.decoded(text.hasSuffix("\n") ? String(text.dropLast()) : text))
    } else {
      // What stands before a line break that was asked for.
      add("\(kind): " + Self.words(text.replacing("\u{2028} ", with: "\u{2028}")))
    }
    text = ""
  }

  private mutating func add(_ part: String) {
    for index in hasPart.indices { hasPart[index] = true }
    parts.append((path + [part]).joined(separator: " > "))
  }

  private func image(_ tag: Substring) -> Substring {
    let words = attribute("alt", of: tag) ?? ""
    let address = attribute("src", of: tag) ?? ""
    return words.isEmpty && ["http://", "https://", "mailto:"].contains(where: address.hasPrefix) ? address : words
  }

  private func attribute(_ name: String, of tag: Substring) -> Substring? {
    guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
    return tag[start.upperBound...].prefix { $0 != "\"" }
  }

  private static func words(_ text: String) -> String {
    decoded(text).replacing("\n", with: " ").trimmed
  }

  private static func decoded(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}

extension String {
  /// Without the spaces at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
