import CAdw

/// Children below one another, each only as wide as it needs to be, at its side of the column: the layout of a row with
/// bubbles. It never asks a child how wide it would be for a height, which is what makes wrapped text slow.
package struct BubbleColumn: Widget {
  package let handle: Handle

  /// Where a child lies across the column.
  package enum Side {
    /// At the side where lines begin.
    case start
    /// At the side where lines end.
    case end
    /// Over the whole width.
    case fill
  }

  /// A child and its place.
  package struct Part {
    let child: any Widget
    let side: Side
    let maximum: Int?

    /// A child at one side, at most `maximum` pixels wide.
    package init(_ child: any Widget, _ side: Side = .fill, maximum: Int? = nil) {
      self.child = child
      self.side = side
      self.maximum = maximum
    }
  }

  /// Collects the parts of a column; understands `if` and `for`.
  @resultBuilder package enum Parts {
    package static func buildExpression(_ part: Part) -> [Part] { [part] }
    package static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
    package static func buildOptional(_ part: [Part]?) -> [Part] { part ?? [] }
    package static func buildEither(first part: [Part]) -> [Part] { part }
    package static func buildEither(second part: [Part]) -> [Part] { part }
    package static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
  }

  /// A column that keeps `free` pixels on the far side of children at one side, and `spacing` between children.
  package init(free: Int = 60, spacing: Int = 0, @Parts _ parts: () -> [Part] = { [] }) {
    handle = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    attach(ColumnRule(free: free, spacing: spacing), as: ColumnRule.key)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(columnRequestMode, columnMeasure, columnAllocate))
    for part in parts() { add(part.child, part.side, maximum: part.maximum) }
  }

  /// Adds a child at the bottom, at most `maximum` pixels wide.
  @discardableResult
  package func add(_ child: some Widget, _ side: Side = .fill, maximum: Int? = nil) -> Self {
    gtk_box_append(^self, child.widget)
    place(child, side, maximum: maximum)
    return self
  }

  /// Adds a child behind another, at the top for nil.
  package func insert(_ child: some Widget, after sibling: (any Widget)?, _ side: Side = .fill, maximum: Int? = nil) {
    gtk_box_insert_child_after(^self, child.widget, sibling?.widget)
    place(child, side, maximum: maximum)
  }

  /// Moves a child to another side. It becomes at most `maximum` pixels wide, and has room for so many letters of middling
  /// width in a line at most.
  package func place(_ child: some Widget, _ side: Side, maximum: Int? = nil, letters: Int? = nil) {
    rule?.slots[child.handle] = ColumnRule.Slot(side: side, maximum: maximum, letters: letters)
    gtk_widget_queue_resize(widget)
  }

  /// Takes a child out.
  package func remove(_ child: some Widget) {
    rule?.slots[child.handle] = nil
    rule?.notes[child.handle] = nil
    gtk_box_remove(^self, child.widget)
  }

  var rule: ColumnRule? { attached(ColumnRule.self, as: ColumnRule.key) }
}

/// How one column lays its children out.
final class ColumnRule {
  static let key = "adw-column-rule"

  struct Slot {
    let side: BubbleColumn.Side
    var maximum: Int?
    var letters: Int?
  }

  let free: Int
  let spacing: Int
  var slots: [Handle: Slot] = [:]
  /// What lies beside one of the others, and takes no room of its own.
  var notes: [Handle: ColumnNote] = [:]
  /// The last height that was asked for or given.
  private(set) var lastHeight = 40

  init(free: Int, spacing: Int) {
    self.free = free
    self.spacing = spacing
  }

  static func of(_ raw: UnsafeMutableRawPointer) -> (AnyWidget, ColumnRule?) {
    let column = AnyWidget(raw.assumingMemoryBound(to: GtkWidget.self))
    return (column, column.attached(ColumnRule.self, as: key))
  }

  /// The children that take room; a popover is a child, too.
  func shown(in column: AnyWidget) -> [AnyWidget] {
    column.children.filter { notes[$0.handle] == nil && Bool(gtk_widget_should_layout($0.widget)) }
  }

  /// How wide a child becomes in a column of `width` pixels.
  func width(of child: AnyWidget, in width: Int) -> Int {
    let slot = slots[child.handle] ?? Slot(side: .fill)
    var most = min(width, slot.maximum ?? .max)
    if let letters = slot.letters {
      most = min(most, Int(Double(letters) * LetterWidth.of(child)) + ColumnText.edges(of: child))
    }
    if slot.side == .fill { return most }
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(child.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
    let room = min(most, width - free)
    let wished = max(Int(natural), ColumnText.width(of: child, upTo: room))
    return min(max(min(wished, room), Int(minimum)), width)
  }

  func height(of child: AnyWidget, width: Int) -> Int {
    var natural: gint = 0
    gtk_widget_measure(child.widget, GTK_ORIENTATION_VERTICAL, gint(width), nil, &natural, nil, nil)
    return Int(natural)
  }

  /// What a column says that it would like to be: asked for its height at this width, it is hardly ever meant.
  static let wishedWidth = 300

  /// The height for a width; for one that it will never have, or none, a guess: to measure text costs.
  func total(of column: AnyWidget, width: Int) -> Int {
    guard width > 0 else { return lastHeight }
    // GTK takes two widths of one height for the ends of a range that all has that height, so the guess must be higher than
    // it is in any width above.
    guard width != Self.wishedWidth || column.width == width else { return 3 * lastHeight + 1 }
    let children = shown(in: column)
    let heights = children.map { height(of: $0, width: self.width(of: $0, in: width)) }
    lastHeight = heights.reduce(0, +) + spacing * max(children.count - 1, 0)
    return lastHeight
  }

  func allocate(_ column: AnyWidget, width: Int) {
    let isMirrored = column.isRightToLeft
    var y = 0
    var places: [ColumnNote.Place] = []
    for child in shown(in: column) {
      let side = slots[child.handle]?.side ?? .fill
      let childWidth = self.width(of: child, in: width)
      let childHeight = height(of: child, width: childWidth)
      let isRight = side == .end ? !isMirrored : isMirrored
      var room = GtkAllocation(
        x: isRight ? gint(width - childWidth) : 0, y: gint(y), width: gint(childWidth), height: gint(childHeight))
      gtk_widget_size_allocate(child.widget, &room, -1)
      if !notes.isEmpty { places.append(ColumnNote.Place(child: child.handle, side: side, isRight: isRight, room)) }
      y += childHeight + spacing
    }
    for (note, rule) in notes { rule.place(AnyWidget(note), in: column, width: width, among: places) }
  }
}

private let columnRequestMode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

private let columnMeasure: GtkCustomMeasureFunc = { widget, orientation, size, minimum, natural, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  let (least, wished) = MainActor.assumeIsolated { () -> (Int, Int) in
    // Across, it takes what it gets: to ask all children would shape all text of all rows once more.
    guard orientation == GTK_ORIENTATION_VERTICAL else { return (0, ColumnRule.wishedWidth) }
    let (column, rule) = ColumnRule.of(raw)
    let height = rule?.total(of: column, width: Int(size)) ?? 0
    return (height, height)
  }
  minimum?.pointee = gint(least)
  natural?.pointee = gint(wished)
}

private let columnAllocate: GtkCustomAllocateFunc = { widget, width, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  MainActor.assumeIsolated {
    let (column, rule) = ColumnRule.of(raw)
    rule?.allocate(column, width: Int(width))
  }
}
