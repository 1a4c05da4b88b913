import CAdw

extension BubbleColumn {
  /// The column in a row of a list, if there is one.
  package init?(in row: ListRow) {
    guard let child = row.child, child.attached(ColumnRule.self, as: ColumnRule.key) != nil else { return nil }
    handle = child.handle
  }

  /// Adds something small beside a child, in the room that is free there, at the height at which its reader sees the child.
  /// Beside one that takes the whole width it lies in the line above or below. It takes no room of its own, so nothing moves,
  /// and covers nothing: where there is no room it is not shown, unless it `mustShow`.
  package func note(_ note: some Widget, beside child: some Widget, mustShow: Bool = false) {
    rule?.notes[note.handle] = ColumnNote(anchor: child.handle, mustShow: mustShow, in: AnyWidget(self))
    gtk_box_append(^self, note.widget)
  }
}

/// How something lies beside a child of a column.
final class ColumnNote {
  /// Where a child was placed.
  struct Place {
    let child: Handle
    let side: BubbleColumn.Side
    /// Whether its side is the right one.
    let isRight: Bool
    let area: GtkAllocation

    init(child: Handle, side: BubbleColumn.Side, isRight: Bool, _ area: GtkAllocation) {
      (self.child, self.side, self.isRight, self.area) = (child, side, isRight, area)
    }
  }

  private static let gap: gint = 4
  private let anchor: Handle
  private let mustShow: Bool
  private let viewport: Weak<AnyWidget>?
  private var scrolling: Connection?

  fileprivate init(anchor: Handle, mustShow: Bool, in column: AnyWidget) {
    self.anchor = anchor
    self.mustShow = mustShow
    let viewport = AnyWidget(existing: gtk_widget_get_ancestor(column.widget, gtk_viewport_get_type()))
    self.viewport = viewport.map { Weak($0) }
    guard let viewport else { return }
    // It stays in view while its reader scrolls along what it is beside.
    let weak = Weak(column)
    scrolling = AnyObjectHandle(gtk_scrollable_get_vadjustment(^viewport)).on("value-changed") {
      if let column = weak.value { gtk_widget_queue_allocate(column.widget) }
    }
  }

  isolated deinit { if viewport?.value != nil { scrolling?.end() } }

  func place(_ note: AnyWidget, in column: AnyWidget, width: Int, among places: [Place]) {
    guard Bool(gtk_widget_get_visible(note.widget)) else { return }
    var (wide, high): (gint, gint) = (0, 0)
    gtk_widget_measure(note.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &wide, nil, nil)
    gtk_widget_measure(note.widget, GTK_ORIENTATION_VERTICAL, wide, nil, &high, nil, nil)
    guard let index = places.firstIndex(where: { $0.child == anchor }) else {
      return gtk_widget_set_child_visible(note.widget, 0)
    }
    let place = places[index]
    let seen = seen(in: column)
    var area: GtkAllocation?
    if place.side != .fill {
      area = beside(place, wide, high, width: gint(width), from: seen.lowerBound)
    } else {
      // Rather where it is in view.
      let lines = [index - 1, index + 1].filter { places.indices.contains($0) && places[$0].side != .fill }
        .compactMap { beside(places[$0], wide, high, width: gint(width), from: nil) }
      area = lines.first { seen.contains($0.y + $0.height / 2) } ?? lines.first
    }
    if area == nil, mustShow {
      let x = column.isRightToLeft ? place.area.x : place.area.x + place.area.width - wide
      area = GtkAllocation(x: x, y: place.area.y, width: wide, height: high)
    }
    gtk_widget_set_child_visible(note.widget, (area != nil).c)
    if var area { gtk_widget_size_allocate(note.widget, &area, -1) }
  }

  /// On the far side of a child, in its middle or, of a high one, near the upper end of what is in view of it; nil where
  /// there is no room.
  private func beside(
    _ place: Place, _ wide: gint, _ high: gint, width: gint, from top: gint?
  ) -> GtkAllocation? {
    let area = place.area
    let x = place.isRight ? area.x - Self.gap - wide : area.x + area.width + Self.gap
    guard x >= 0, x + wide <= width else { return nil }
    let margin = max(min((area.height - high) / 2, Self.gap), top == nil ? -high : 0)
    let highest = area.y + (top == nil ? (area.height - high) / 2 : margin)
    let y = top.map { max(highest, min($0 + Self.gap, area.y + area.height - high - margin)) } ?? highest
    return GtkAllocation(x: x, y: y, width: wide, height: high)
  }

  /// What of the column is in view.
  private func seen(in column: AnyWidget) -> Range<gint> {
    guard let frame = viewport?.value?.frame(in: column) else { return 0..<gint.max }
    let top = gint(clamping: Int(frame.y.rounded(.up)))
    return top..<max(top, gint(clamping: Int(frame.y + frame.height)))
  }
}
