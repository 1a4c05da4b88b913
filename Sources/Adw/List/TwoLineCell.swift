import CAdw

/// What a row of a list of people or things shows: something in front, and two lines of text, of which each may have
/// more at its end. One widget lays all of it out, where boxes in boxes would take five.
package struct TwoLineCell: Widget {
  package let handle: Handle

  /// Where a part stands in its line.
  package enum Place: Int {
    /// Before both lines.
    case front
    /// The text of a line, which takes the room that is left.
    case upper, lower
    /// Behind the text of a line, in the order in which they were added.
    case upperEnd, lowerEnd
  }

  /// A cell that is still empty.
  package init() {
    handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    attach(CellRule(), as: CellRule.key)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(cellRequestMode, cellMeasure, cellAllocate))
  }

  /// Adds a part; in `after` it is known which it stands behind for screen readers, nil for the last.
  @discardableResult
  package func add(_ part: some Widget, _ place: Place, after sibling: (any Widget)? = nil) -> Self {
    attached(CellRule.self, as: CellRule.key)?.places[part.handle] = place
    if let sibling {
      gtk_box_insert_child_after(^self, part.widget, sibling.widget)
    } else {
      gtk_box_append(^self, part.widget)
    }
    return self
  }
}

/// How a cell lays its parts out.
private final class CellRule {
  static let key = "adw-cell-rule"

  /// Between what stands in front and the lines, between the parts of a line, and between the lines, in pixels.
  private static let gap = (front: 12, parts: 6, lines: 3)

  var places: [Handle: TwoLineCell.Place] = [:]

  static func of(_ raw: UnsafeMutableRawPointer) -> (AnyWidget, CellRule?) {
    let cell = AnyWidget(raw.assumingMemoryBound(to: GtkWidget.self))
    return (cell, cell.attached(CellRule.self, as: key))
  }

  /// The parts that are shown, of one place.
  private func parts(of cell: AnyWidget, _ place: TwoLineCell.Place) -> [AnyWidget] {
    cell.children.filter { places[$0.handle] == place && Bool(gtk_widget_should_layout($0.widget)) }
  }

  private func size(_ part: AnyWidget, _ orientation: GtkOrientation) -> (least: Int, natural: Int) {
    var least: gint = 0
    var natural: gint = 0
    gtk_widget_measure(part.widget, orientation, -1, &least, &natural, nil, nil)
    return (Int(least), Int(natural))
  }

  private func height(_ parts: [AnyWidget]) -> Int {
    parts.map { size($0, GTK_ORIENTATION_VERTICAL).natural }.max() ?? 0
  }

  func height(of cell: AnyWidget) -> Int {
    let upper = height(parts(of: cell, .upper) + parts(of: cell, .upperEnd))
    let lower = height(parts(of: cell, .lower) + parts(of: cell, .lowerEnd))
    return max(upper + Self.gap.lines + lower, height(parts(of: cell, .front)))
  }

  /// The least width. What it wishes for is the same: a list gives a row all of its width, and to ask would shape all
  /// texts once more.
  func width(of cell: AnyWidget) -> Int {
    let front = parts(of: cell, .front).map { size($0, GTK_ORIENTATION_HORIZONTAL).least + Self.gap.front }
    let lines = [TwoLineCell.Place.upperEnd, .lowerEnd].map { place in
      parts(of: cell, place).map { size($0, GTK_ORIENTATION_HORIZONTAL).least + Self.gap.parts }.reduce(0, +)
    }
    return front.reduce(0, +) + (lines.max() ?? 0) + Self.leastText
  }

  /// What the beginning of a text needs.
  private static let leastText = 24

  func allocate(_ cell: AnyWidget, width: Int, height: Int) {
    let isMirrored = cell.isRightToLeft
    func place(_ part: AnyWidget, x: Int, y: Int, width partWidth: Int, height partHeight: Int) {
      var room = GtkAllocation(
        x: gint(isMirrored ? width - x - partWidth : x), y: gint(y), width: gint(partWidth), height: gint(partHeight))
      gtk_widget_size_allocate(part.widget, &room, -1)
    }
    var start = 0
    for part in parts(of: cell, .front) {
      let partWidth = size(part, GTK_ORIENTATION_HORIZONTAL).natural
      place(part, x: start, y: 0, width: partWidth, height: height)
      start += partWidth + Self.gap.front
    }
    let lines = [(TwoLineCell.Place.upper, TwoLineCell.Place.upperEnd), (.lower, .lowerEnd)].map { text, end in
      (texts: parts(of: cell, text), ends: parts(of: cell, end))
    }
    let heights = lines.map { self.height($0.texts + $0.ends) }
    var y = max(0, (height - heights.reduce(0, +) - Self.gap.lines) / 2)
    for (line, lineHeight) in zip(lines, heights) {
      var end = width
      for part in line.ends.reversed() {
        let partWidth = size(part, GTK_ORIENTATION_HORIZONTAL).natural
        place(part, x: end - partWidth, y: y, width: partWidth, height: lineHeight)
        end -= partWidth + Self.gap.parts
      }
      for part in line.texts { place(part, x: start, y: y, width: max(0, end - start), height: lineHeight) }
      y += lineHeight + Self.gap.lines
    }
  }
}

private let cellRequestMode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE }

private let cellMeasure: GtkCustomMeasureFunc = { widget, orientation, _, minimum, natural, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  let size = MainActor.assumeIsolated { () -> Int in
    let (cell, rule) = CellRule.of(raw)
    return (orientation == GTK_ORIENTATION_VERTICAL ? rule?.height(of: cell) : rule?.width(of: cell)) ?? 0
  }
  minimum?.pointee = gint(size)
  natural?.pointee = gint(size)
}

private let cellAllocate: GtkCustomAllocateFunc = { widget, width, height, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  MainActor.assumeIsolated {
    let (cell, rule) = CellRule.of(raw)
    rule?.allocate(cell, width: Int(width), height: Int(height))
  }
}
