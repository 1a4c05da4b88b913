import CAdw
import Platform

/// The hidden buffer of one language. A text goes in at its end, some lines at a time, and each time comes out as spans:
/// what follows a line changes nothing in it, so what grows costs only its new lines.
final class CodeBuffer {
  private let view: SourceView
  private let buffer: Strong<AnyObjectHandle>
  private let longestLine: Int
  /// Whose text is in it.
  private weak var owner: CodeColouring?
  /// How many bytes of the text have been read.
  private(set) var end = 0
  /// Where its last line begins, in bytes of the text and in letters of the buffer: lines that are too long are only here.
  private var line = (byte: 0, letter: 0, number: 0)
  /// How much time slow parts took. There are texts that no rule for a language was written for.
  private var slowness = Duration.zero
  /// The tags' looks, and those of tags that lie over one another.
  private var known: [UnsafeMutablePointer<GtkTextTag>: TagLooks] = [:]
  private var styles: [[UnsafeMutablePointer<GtkTextTag>]: CodeStyle] = [:]

  /// What is coloured of one text at most.
  static let most = (bytes: 200_000, lines: 5_000)
  /// What is read at once, if it is more than a line.
  private static let piece = (bytes: 512, lines: 16)
  private static let mostBrackets = 80
  /// A piece that takes longer is a slow one, and so much of it is borne.
  private static let slow = (piece: Duration.milliseconds(10), most: Duration.milliseconds(250))

  init?(for language: CodeLanguage, of view: SourceView) {
    guard let buffer = view.buffer(for: language) else { return nil }
    (self.view, self.buffer) = (view, buffer)
    longestLine = language.longestLine
  }

  /// Whether the text of this one is in it.
  func belongs(to colouring: CodeColouring) -> Bool { owner === colouring }

  /// Whether parts of the text were slow.
  var isSlow: Bool { slowness > .zero }

  /// Whether nothing more of a text of this length will be read.
  func isDone(with count: Int) -> Bool {
    end >= min(count, Self.most.bytes) || line.number >= Self.most.lines || slowness > Self.slow.most
  }

  /// Begins with another text.
  func begin(_ owner: CodeColouring?) {
    self.owner = owner
    (end, line, slowness) = (0, (0, 0, 0), .zero)
    gtk_text_buffer_set_text(^buffer.object, "", 0)
  }

  /// Reads some more lines of the owner's text: the spans in them, and in the line before if that has grown.
  func read(_ text: UnsafeBufferPointer<UInt8>) -> (range: Range<Int>, spans: [CodeSpan]) {
    let started = threadTime()
    let from = line.byte
    let next = cut(text)
    var spans: [CodeSpan] = []
    if next == line.byte || !isFit(text[line.byte..<next]) {
      skip(text)
    } else {
      var iterator = GtkTextIter()
      gtk_text_buffer_get_end_iter(^buffer.object, &iterator)
      text[end..<next].withMemoryRebound(to: CChar.self) {
        gtk_text_buffer_insert(^buffer.object, &iterator, $0.baseAddress, gint($0.count))
      }
      spans = highlighted(text, upTo: next)
      end = next
      advance(text)
    }
    let time = threadTime() - started
    if time > Self.slow.piece { slowness += time }
    return (from..<end, spans)
  }

  /// Where the next piece ends: after a line that fits, or where the text does. The beginning of the line for one that does
  /// not fit.
  private func cut(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var (begin, lines) = (line.byte, 0)
    while begin < text.count, lines < Self.piece.lines {
      let rest = text[begin...]
      let next = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      guard isFit(text[begin..<next]), lines == 0 || next - end <= Self.piece.bytes else { return begin }
      (begin, lines) = (next, lines + 1)
    }
    return begin
  }

  /// Whether a line can be coloured: the time grows faster than its length and than its brackets in one another, and GTK
  /// knows no zero byte.
  private func isFit(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard line.count <= longestLine, !line.contains(0) else { return false }
    return line.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
      <= Self.mostBrackets
  }

  /// Goes past a line that does not fit; the buffer has an empty one in its place.
  private func skip(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, last) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(^buffer.object, &start, gint(line.letter))
    gtk_text_buffer_get_end_iter(^buffer.object, &last)
    gtk_text_buffer_delete(^buffer.object, &start, &last)
    guard let feed = text[line.byte...].firstIndex(of: UInt8(ascii: "\n")) else { return end = text.count }
    gtk_text_buffer_insert(^buffer.object, &start, "\n", 1)
    end = feed + 1
    line = (end, line.letter + 1, line.number + 1)
  }

  /// Finds the last line of what has been read.
  private func advance(_ text: UnsafeBufferPointer<UInt8>) {
    var letters = line.letter
    for index in line.byte..<end {
      if text[index] & 0xC0 != 0x80 { letters += 1 }
      if text[index] == UInt8(ascii: "\n") { line = (index + 1, letters, line.number + 1) }
    }
  }

  private func highlighted(_ text: UnsafeBufferPointer<UInt8>, upTo end: Int) -> [CodeSpan] {
    var (iterator, last) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(^buffer.object, &iterator, gint(line.letter))
    gtk_text_buffer_get_end_iter(^buffer.object, &last)
    view.highlight(buffer.object, from: iterator, to: last)
    var spans: [CodeSpan] = []
    var (byte, letter) = (line.byte, line.letter)
    while !Bool(gtk_text_iter_is_end(&iterator)) {
      let style = style(at: &iterator)
      if !Bool(gtk_text_iter_forward_to_tag_toggle(&iterator, nil)) { iterator = last }
      let start = byte
      let next = Int(gtk_text_iter_get_offset(&iterator))
      while byte < end, letter < next || text[byte] & 0xC0 == 0x80 {
        if text[byte] & 0xC0 != 0x80 { letter += 1 }
        byte += 1
      }
      guard style != .plain else { continue }
      // The end of a line is in a style or not by whether the next line was there already, and nobody sees it.
      let lines = text[start..<byte].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      for line in lines { spans.append(CodeSpan(range: line.startIndex..<line.endIndex, style: style)) }
    }
    return spans
  }

  private func style(at iterator: inout GtkTextIter) -> CodeStyle {
    let list = gtk_text_iter_get_tags(&iterator)
    defer { g_slist_free(list) }
    var tags: [UnsafeMutablePointer<GtkTextTag>] = []
    for item in sequence(first: list, next: { $0?.pointee.next }).prefix(while: { $0 != nil }) {
      guard let tag = item?.pointee.data else { continue }
      tags.append(tag.assumingMemoryBound(to: GtkTextTag.self))
    }
    if tags.isEmpty { return .plain }
    if let style = styles[tags] { return style }
    if tags.contains(where: { known[$0] == nil }) { learn() }
    let looks = tags.compactMap { known[$0] }
    let style = CodeStyle(light: CodeLook(looks.map(\.light)), dark: CodeLook(looks.map(\.dark)))
    styles[tags] = style
    return style
  }

  /// Reads what the tags look like in both schemes; the buffer makes its tags as it needs them.
  private func learn() {
    var tags: [UnsafeMutablePointer<GtkTextTag>] = []
    // An array given as `&tags` would be a pointer to what is in it.
    withUnsafeMutablePointer(to: &tags) { list in
      gtk_text_tag_table_foreach(
        gtk_text_buffer_get_tag_table(^buffer.object),
        { tag, list in
          guard let tag else { return }
          list?.assumingMemoryBound(to: [UnsafeMutablePointer<GtkTextTag>].self).pointee.append(tag)
        }, list)
    }
    tags.removeAll { known[$0] != nil }
    let light = tags.map(TagLook.init)
    view.wear(.dark, buffer.object)
    for (tag, light) in zip(tags, light) { known[tag] = TagLooks(light: light, dark: TagLook(tag)) }
    view.wear(.light, buffer.object)
  }
}

extension CodeLanguage {
  /// The longest line, in bytes, that is coloured: the worst that was found for it took 80 ms. The rules for JavaScript take
  /// a time that grows with the cube of a line's length, and others have scripts in them.
  fileprivate var longestLine: Int { Self.withScripts.contains(id ?? "") ? 250 : 1_000 }

  private static let withScripts: Set = [
    "js", "jsx", "typescript", "typescript-jsx", "html", "markdown", "php", "twig", "asp", "dtl", "erb-html", "erb-js",
    "mediawiki", "objj", "tera",
  ]
}

private struct TagLooks {
  let light: TagLook
  let dark: TagLook
}

/// What a tag says about letters; nil for what it leaves to those below it.
private struct TagLook {
  var color: Color?
  var isBold: Bool?
  var isItalic: Bool?

  init(_ tag: UnsafeMutablePointer<GtkTextTag>) {
    let tag = AnyObjectHandle(tag)
    if tag.property("foreground-set", as: Bool.self) {
      var value = GValue()
      g_object_get_property(^tag, "foreground-rgba", &value)
      defer { g_value_unset(&value) }
      color = g_value_get_boxed(&value).map { Color(code: $0.assumingMemoryBound(to: GdkRGBA.self).pointee) }
    }
    if tag.property("weight-set", as: Bool.self) {
      isBold = tag.property("weight", as: Int.self) > Int(PANGO_WEIGHT_MEDIUM.rawValue)
    }
    if tag.property("style-set", as: Bool.self) {
      isItalic = tag.property("style", as: Int.self) != Int(PANGO_STYLE_NORMAL.rawValue)
    }
  }
}

extension CodeLook {
  /// The look of tags that lie over one another, the uppermost last.
  fileprivate init(_ tags: [TagLook]) {
    self.init(
      color: tags.last { $0.color != nil }?.color, isBold: tags.last { $0.isBold != nil }?.isBold ?? false,
      isItalic: tags.last { $0.isItalic != nil }?.isItalic ?? false)
  }
}

extension Color {
  fileprivate init(code c: GdkRGBA) { self.init(red: Double(c.red), green: Double(c.green), blue: Double(c.blue)) }
}
