import Markdown

/// A block with what stands around it, and where it lies.
struct PlacedBlock {
  let block: Block
  let shape: any BlockShape
  /// Whether it, and the list or quotation that it stands in, run from right to left.
  let isMirrored: Bool
  /// How far it is from the block before it.
  let gap: Int
  /// What stands before it at the side where lines begin, outermost first.
  let edges: [Edge]
  /// Whether the quotations around it go on from the block before it, outermost first; as long as `edges`.
  let goesOn: [Bool]

  /// Where it lies in the text, as last placed.
  var frame = Rectangle(x: 0, y: 0, width: 0, height: 0)
  /// Whether its height is a guess.
  var isGuess = false
  /// How high and how wide it is together with all before it, for the widths in `Sums`.
  var total = (height: 0, width: 0)

  /// One container's room beside a block.
  struct Edge {
    let kind: Container.Kind
    /// Whether its mark is shown at this block.
    let isFirst: Bool
    /// In how many lists its list stands.
    let depth: Int
    let width: Int
  }

  /// Deeper ones are shown as deep as this.
  private static let deepest = 12

  init(
    _ block: Block, after last: PlacedBlock?, isMirrored: Bool, isFoldable: Bool, _ look: TextLook,
    replacing old: PlacedBlock?
  ) {
    self.block = block
    self.isMirrored = isMirrored
    gap = Self.gap(last?.block, block, look)
    let edges = Self.edges(of: block, look)
    self.edges = edges
    goesOn = edges.indices.map { index in
      guard let last, index < last.edges.count else { return false }
      return block.containers[...index].allSatisfy { !$0.isFirst }
    }
    let isSame = old.map {
      $0.block.content == block.content && $0.isMirrored == isMirrored
        && $0.block.containers.isEmpty == block.containers.isEmpty
    }
    // What did not change is not measured again.
    if let old, isSame == true {
      shape = old.shape
    } else {
      shape = Self.shape(of: block, isMirrored: isMirrored, isFoldable: isFoldable, look, replacing: old)
    }
  }

  /// How much of a width its containers take.
  func inset(in width: Int) -> Int { min(edges.map(\.width).reduce(0, +), max(width / 2, 0)) }

  /// The style of its text, if it is one.
  static func style(of content: Block.Content, _ look: TextLook) -> TextStyle {
    guard case .heading(let level, _) = content else { return TextStyle(line: look.line) }
    let scale = [1.5, 1.3, 1.15, 1.05, 1, 0.95][min(max(level, 1), 6) - 1]
    return TextStyle(scale: scale, isBold: true, line: Int((Double(look.line) * (1 + (scale - 1) * 0.85)).rounded()))
  }

  private static func shape(
    of block: Block, isMirrored: Bool, isFoldable: Bool, _ look: TextLook, replacing old: PlacedBlock?
  ) -> any BlockShape {
    switch block.content {
    case .paragraph(let text), .heading(_, let text):
      var style = style(of: block.content, look)
      if !block.containers.isEmpty { style.side = isMirrored ? .right : .left }
      return TextShape(text, style)
    case .typed(let text, _): return TextShape(text, TextStyle(line: look.line))
    case .code(let code):
      return CodeShape(code, look, isFoldable: isFoldable, replacing: old?.shape as? CodeShape)
    case .table(let table):
      return TableShape(table, look, isMirrored: isMirrored, replacing: old?.shape as? TableShape)
    case .rule: return RuleShape()
    }
  }

  /// An emoji or some that are the whole text.
  init(large text: Inline, _ block: Block, _ look: TextLook) {
    self.block = block
    isMirrored = false
    gap = 0
    edges = []
    goesOn = []
    shape = TextShape(text, TextStyle(scale: 2.5, line: Int((look.em * 2.5 * 1.3).rounded())))
  }

  /// Words in place of a text of which nothing can be seen.
  init(standIn words: String, for block: Block, isMirrored: Bool, _ look: TextLook) {
    self.block = block
    self.isMirrored = isMirrored
    gap = 0
    edges = []
    goesOn = []
    shape = StandInShape(words, look)
  }

  private static func edges(of block: Block, _ look: TextLook) -> [Edge] {
    var depth = 0
    return block.containers.prefix(deepest).map { container in
      defer { if case .item = container.kind { depth += 1 } }
      let width =
        switch container.kind {
        case .quotation: look.ems(1.15)
        case .item(.bullet): look.ems(1.5)
        case .item(.task): look.ems(1.9)
        case .item(.number(let number, _)): look.ems(0.85 + 0.62 * Double(max(2, String(number).count)))
        case .footnote(let number): look.ems(0.8 + 0.45 * Double(String(number).count))
        }
      return Edge(kind: container.kind, isFirst: container.isFirst, depth: depth, width: width)
    }
  }

  private static func gap(_ last: Block?, _ block: Block, _ look: TextLook) -> Int {
    guard let last else { return 0 }
    if case .typed = block.content, case .typed = last.content { return 0 }
    if case .rule = block.content { return look.ems(1.1) }
    if case .rule = last.content { return look.ems(1.1) }
    let isTight = !beginsList(last, block) && block.containers.last.map { $0.isItem && $0.isTight } ?? false
    if case .heading(let level, _) = block.content { return look.ems(level < 3 ? 1.35 : 1.05) }
    if case .heading = last.content { return look.ems(isTight ? 0.3 : 0.5) }
    let isBox = isBox(block.content) || isBox(last.content)
    if isTight { return look.ems(isBox ? 0.5 : 0.22) }
    return look.ems(isBox ? 0.85 : 0.7)
  }

  /// Whether a list begins that is not in an item of the block before it.
  private static func beginsList(_ last: Block, _ block: Block) -> Bool {
    guard let index = block.containers.lastIndex(where: \.isItem) else { return false }
    guard index < last.containers.count else { return last.containers.isEmpty }
    return !block.containers[index].isSameKind(as: last.containers[index])
  }

  /// Whether it is no text with lines, but has lines or columns of its own.
  private static func isBox(_ content: Block.Content) -> Bool {
    switch content {
    case .code, .table: true
    default: false
    }
  }
}

extension Container {
  var isItem: Bool {
    if case .item = kind { return true }
    return false
  }
}

extension Block {
  /// The text whose letters say where it runs to; nil for what has no direction.
  var leading: String? {
    switch content {
    case .paragraph(let text), .heading(_, let text), .typed(let text, _): text.text
    case .table(let table): (table.head + table.rows.joined().prefix(20)).first { $0.text.isRightToLeft != nil }?.text
    case .code, .rule: nil
    }
  }

  /// The text, if it is nothing but one to three emoji.
  var loneEmoji: Inline? {
    guard containers.isEmpty else { return nil }
    let text: Inline
    switch content {
    case .paragraph(let inline), .typed(let inline, _): text = inline
    default: return nil
    }
    guard text.spans.isEmpty, text.text.utf8.count <= 120 else { return nil }
    let letters = text.text.filter { !$0.isWhitespace }
    return (1...3).contains(letters.count) && letters.allSatisfy(\.isEmoji) ? text : nil
  }
}

extension Character {
  /// Whether it is drawn as a picture.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && unicodeScalars.dropFirst().contains { $0.value == 0xFE0F }
  }
}
