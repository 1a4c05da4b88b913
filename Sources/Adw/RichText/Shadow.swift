import CAdw
import Localization
import Markdown

/// What screen readers find of a block, or of many: labels that have places, and are neither measured nor drawn.
final class Shadow {
  /// What it was made of.
  private(set) var blocks: [Block]
  /// The block's label, or what the rows of a table are in.
  private let node: AnyWidget
  private let role: Role
  /// What is said of it besides.
  private var hint = ""
  private var links: [AnyWidget] = []
  private var rows: [Row] = []
  private var buttons: [Button] = []
  private var buttonLabels: [AnyWidget] = []

  /// A button that is drawn in a block, and how it is called.
  struct Button: Equatable {
    let kind: BlockButton.Kind
    let title: String
  }

  private struct Row {
    let cells: [Inline]
    let widget: AnyWidget
  }

  /// A larger table is one label: so many cells nobody walks through.
  private static let mostCells = 600
  private static let longest = 20_000

  /// A shadow in a text, behind another widget of it.
  init(of blocks: [Block], in owner: AnyWidget, behind sibling: AnyWidget?) {
    self.blocks = blocks
    role = Self.role(of: blocks)
    node = role == .table ? Self.makeBox(.table) : Self.makeLabel(Self.text(of: blocks), role)
    gtk_widget_insert_after(node.widget, owner.widget, sibling?.widget)
    describe()
    if let table { show(table) }
    makeLinks(in: owner)
  }

  /// The last of its widgets.
  var last: AnyWidget { buttonLabels.last ?? links.last ?? node }

  func shows(_ part: ArraySlice<PlacedBlock>) -> Bool {
    part.count == blocks.count && zip(part, blocks).allSatisfy { $0.block == $1 }
  }

  /// Shows others; false if for those another shadow is needed.
  func take(_ new: [Block]) -> Bool {
    guard Self.role(of: new) == role, let owner = node.parent else { return false }
    blocks = new
    describe()
    if let table { show(table) } else { gtk_label_set_text(^node, Self.text(of: new)) }
    if !links.isEmpty || new.count == 1 && !Self.linkTexts(of: new[0]).isEmpty { makeLinks(in: owner) }
    return true
  }

  /// Shows the block's buttons behind all else of it.
  func show(_ new: [Button], in owner: AnyWidget) {
    guard new != buttons else { return }
    for label in buttonLabels { gtk_widget_unparent(label.widget) }
    (buttons, buttonLabels) = (new, [])
    for button in new {
      let label = Self.makeLabel(button.title, .button)
      gtk_widget_insert_after(label.widget, owner.widget, last.widget)
      buttonLabels.append(label)
    }
  }

  func remove() { for widget in [node] + links + buttonLabels { gtk_widget_unparent(widget.widget) } }

  /// Takes the places of its blocks.
  func place(_ part: ArraySlice<PlacedBlock>, frame: (BlockButton.Kind) -> Rectangle?) {
    for (button, label) in zip(buttons, buttonLabels) { frame(button.kind).map { Self.place(label, at: $0) } }
    guard let first = part.first, let last = part.last else { return }
    var area = first.frame
    area.height = last.frame.bottom - first.frame.y
    for widget in [node] + links { Self.place(widget, at: area) }
    for (number, row) in rows.enumerated() {
      let cells = row.widget.children
      let frames = cells.indices.map { column -> Rectangle in
        let leaf = number * cells.count + column
        return leaf < first.shape.leafCount ? first.shape.frame(of: leaf) : Rectangle(x: 0, y: 0, width: 1, height: 1)
      }
      let top = frames.map(\.y).min() ?? 0
      let bottom = frames.map(\.bottom).max() ?? 1
      Self.place(row.widget, at: Rectangle(x: 0, y: top, width: area.width, height: bottom - top))
      for (cell, frame) in zip(cells, frames) {
        Self.place(cell, at: Rectangle(x: frame.x, y: frame.y - top, width: frame.width, height: frame.height))
      }
    }
  }

  private static func place(_ widget: AnyWidget, at frame: Rectangle) {
    var room = GtkAllocation(
      x: gint(frame.x), y: gint(frame.y), width: gint(max(frame.width, 1)), height: gint(max(frame.height, 1)))
    gtk_widget_size_allocate(widget.widget, &room, -1)
  }

  // MARK: What they are and say

  /// In the order in which they are found; for tests.
  var spoken: [(role: Role, text: String)] {
    let cells = rows.flatMap { $0.widget.children.map { (role: Role.cell, text: Label(handle: $0.handle).text) } }
    let own = table == nil ? [(role: role, text: Label(handle: node.handle).text)] : []
    return own + cells + links.map { (role: Role.link, text: Label(handle: $0.handle).text) }
      + buttons.map { (role: Role.button, text: $0.title) }
  }

  private var table: Table? {
    guard role == .table, case .table(let table) = blocks[0].content else { return nil }
    return table
  }

  private static func role(of blocks: [Block]) -> Role {
    guard blocks.count == 1, let block = blocks.first else { return .label }
    switch block.content {
    case .heading: return .heading
    case .rule: return .separator
    case .table(let table) where (table.rows.count + 1) * table.head.count <= mostCells: return .table
    default: return block.item == nil ? .label : .listItem
    }
  }

  /// What its role does not tell.
  private func describe() {
    guard let block = blocks.first, blocks.count == 1 else { return }
    var words: [String] = []
    switch block.content {
    case .heading(let level, _): words.append(localized("Level \(level)"))
    case .code(let code):
      words.append(code.language.isEmpty ? localized("Code") : localized("Code: \(code.language)"))
    case .table(let table):
      if role == .table {
        let (rows, columns) = (table.rows.count + 1, table.head.count)
        node.named(
          localized(rows, one: "\(rows) row", other: "\(rows) rows") + ", "
            + localized(columns, one: "\(columns) column", other: "\(columns) columns"))
      }
    case .paragraph, .rule, .typed: break
    }
    if let item = block.item {
      if case .task(let isDone) = item { words.append(isDone ? localized("Done") : localized("To do")) }
      let depth = block.containers.count { $0.isItem }
      if depth > 1 { words.append(localized("Level \(depth)")) }
    }
    for container in block.containers {
      if case .footnote(let number) = container.kind { words.append(localized("Footnote \(number)")) }
    }
    if block.containers.contains(where: { $0.kind == .quotation }) { words.append(localized("Quotation")) }
    let new = words.joined(separator: ", ")
    guard new != hint else { return }
    hint = new
    if new.isEmpty { node.undescribed() } else { node.described(new) }
  }

  private static func text(of blocks: [Block]) -> String {
    guard blocks.count == 1, let block = blocks.first else { return Block.plainText(of: blocks) }
    var text: String
    switch block.content {
    case .paragraph(let inline), .heading(_, let inline), .typed(let inline, _): text = inline.oneLine
    case .code(let code): text = code.text
    case .table(let table):
      text = ([table.head] + table.rows).map { $0.map(\.oneLine).joined(separator: "\t") }.joined(separator: "\n")
    case .rule: text = ""
    }
    if let item = block.item, case .number = item { text = item.text + " " + text }
    return text.utf8.count > longest ? String(text.prefix(longest)) : text
  }

  // MARK: Cells and links

  /// Rows that are the same stay.
  private func show(_ table: Table) {
    let wanted = [table.head] + table.rows
    let same = zip(rows, wanted).prefix { $0.cells == $1 }.count
    for row in rows[same...] { gtk_widget_unparent(row.widget.widget) }
    rows.removeSubrange(same...)
    for (number, cells) in wanted.enumerated().dropFirst(same) {
      let row = Self.makeBox(.row)
      for text in cells {
        let cell = Self.makeLabel(text.oneLine, .cell)
        if number == 0 { cell.described(localized("Column heading")) }
        gtk_widget_set_parent(cell.widget, row.widget)
      }
      gtk_widget_insert_after(row.widget, node.widget, rows.last?.widget.widget)
      rows.append(Row(cells: cells, widget: row))
    }
  }

  private func makeLinks(in owner: AnyWidget) {
    for link in links { gtk_widget_unparent(link.widget) }
    links = []
    guard blocks.count == 1 else { return }
    for text in Self.linkTexts(of: blocks[0]) {
      let link = Self.makeLabel(text, .link)
      gtk_widget_insert_after(link.widget, owner.widget, (links.last ?? node).widget)
      links.append(link)
    }
  }

  private static func linkTexts(of block: Block) -> [String] {
    let texts: [Inline] =
      switch block.content {
      case .paragraph(let text), .heading(_, let text), .typed(let text, _): [text]
      case .table(let table): ([table.head] + table.rows).flatMap(\.self)
      case .code, .rule: []
      }
    return texts.flatMap { text in
      text.spans.compactMap { span -> String? in
        guard case .link = span.style else { return nil }
        return text.part(span.range)
      }
    }
  }

  private static func makeLabel(_ text: String, _ role: Role) -> AnyWidget {
    let label = Label(text).role(role)
    label.isTarget = false
    return AnyWidget(label)
  }

  private static func makeBox(_ role: Role) -> AnyWidget {
    let box = AnyWidget(Handle(raw: UnsafeMutableRawPointer(g_object_new_with_properties(shadowBoxType, 0, nil, nil)!)))
    box.role(role)
    box.isTarget = false
    return box
  }
}

/// What rows and cells are in: it has a place, and asks for no room.
private let shadowBoxType: GType = makeSubclass(of: gtk_widget_get_type(), named: "AdwShadowBox") { raw, _ in
  leaveChildrenOnDispose(raw)
}

extension Block {
  /// The mark of the list's item of which it is the beginning.
  fileprivate var item: Marker? {
    guard let inner = containers.last, inner.isFirst, case .item(let marker) = inner.kind else { return nil }
    return marker
  }
}

extension Inline {
  /// The letters in a range of bytes.
  func part(_ range: Range<Int>) -> String {
    let bytes = text.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return String(text[from..<bytes.index(from, offsetBy: range.count)])
  }
}
