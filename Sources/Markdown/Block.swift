/// A part of a message that is shown as one: a paragraph, a heading, a block of code, a table, a rule.
///
/// Blocks follow one another as they are read. What they stand in, lists and quotations, each of them says itself: so a list is
/// flat, and a deep one costs no more than a long one.
public struct Block: Hashable, Sendable {
  /// What it shows.
  public var content: Content
  /// The lists and quotations that it stands in, outermost first; 30 at most.
  public var containers: [Container]
  /// The lines of the source that it was made of, counted from 0.
  public var lines: Range<Int>

  /// What a block shows.
  public enum Content: Hashable, Sendable {
    case paragraph(Inline)
    /// A heading; `level` is 1 to 6.
    case heading(level: Int, Inline)
    case code(CodeBlock)
    case table(Table)
    /// A line between two parts.
    case rule
    /// Text as somebody typed it, with its line feeds, without any marks but links. A long one is many pieces.
    ///
    /// `isContinued` says that the next piece goes on in the same line; else a line feed lies between them, which neither has.
    case typed(Inline, isContinued: Bool)
  }

  public init(_ content: Content, in containers: [Container] = [], lines: Range<Int> = 0..<0) {
    self.content = content
    self.containers = containers
    self.lines = lines
  }
}

/// A list's item, a quotation or a footnote around a block.
public struct Container: Hashable, Sendable {
  /// What it is.
  public enum Kind: Hashable, Sendable {
    case quotation
    case item(Marker)
    /// A footnote's text, with the number that its references show, from 1.
    case footnote(Int)
  }

  /// What it is, with its mark.
  public var kind: Kind
  /// Whether the block is the first in it: only there its mark is shown.
  public var isFirst: Bool
  /// Whether the list has no empty lines between its items, and so little room.
  public var isTight: Bool

  public init(_ kind: Kind, isFirst: Bool, isTight: Bool = false) {
    self.kind = kind
    self.isFirst = isFirst
    self.isTight = isTight
  }
}

/// What stands before a list's item.
public enum Marker: Hashable, Sendable {
  case bullet
  /// A number, followed by a parenthesis rather than a full stop where it was written so.
  case number(Int, hasParenthesis: Bool)
  case task(isDone: Bool)
}

/// Text in one font size, with its emphasis and links.
public struct Inline: Hashable, Sendable {
  /// The text as it is shown, without Markdown's marks. A line break that was asked for is U+2028.
  public var text: String
  /// In the order of their beginnings; they may lie in one another, never across one another's ends.
  public var spans: [Span]

  public init(_ text: String, spans: [Span] = []) {
    self.text = text
    self.spans = spans
  }
}

/// A style of a part of a text.
public struct Span: Hashable, Sendable {
  /// In UTF-8 bytes of the text.
  public var range: Range<Int>
  /// How the part is shown, or where it leads.
  public var style: Style

  /// The ways in which a part stands out.
  public enum Style: Hashable, Sendable {
    case emphasis
    case strong
    case strikethrough
    case code
    /// A formula as it was typed, with its dollar signs.
    case math
    /// A place in the web or a mail address: http, https or mailto, nothing else.
    case link(String)
    /// A footnote's number.
    case footnote
  }

  public init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}

/// Lines of code.
public struct CodeBlock: Hashable, Sendable {
  /// The lines, without a line feed at the end.
  public var text: String
  /// The language as it was written behind the fence, without what follows it; empty where none was.
  public var language: String
  /// Whether its end was reached; it is open while its fence is not closed.
  public var isClosed: Bool

  public init(_ text: String, language: String = "", isClosed: Bool = true) {
    self.text = text
    self.language = language
    self.isClosed = isClosed
  }
}

/// Rows of cells, each row as long as the head.
public struct Table: Hashable, Sendable {
  /// Where the text of a column's cells stands; `natural` where nothing was said.
  public enum Alignment: Hashable, Sendable { case natural, start, centre, end }

  /// One for each column.
  public var alignments: [Alignment]
  /// The names of the columns.
  public var head: [Inline]
  /// What stands below the head.
  public var rows: [[Inline]]

  public init(alignments: [Alignment], head: [Inline], rows: [[Inline]]) {
    self.alignments = alignments
    self.head = head
    self.rows = rows
  }
}
