import CAdw

/// Children in a row or a column.
package struct Box: Widget {
  package let handle: Handle

  /// A row or a column of children, `spacing` pixels apart.
  package init(_ orientation: Orientation, spacing: Int = 0, @Children _ children: () -> [any Widget] = { [] }) {
    handle = Handle(gtk_box_new(orientation.c, gint(spacing)))
    for child in children() { append(child) }
  }

  /// Puts a child at the end.
  package func append(_ child: some Widget) { gtk_box_append(^self, child.widget) }

  /// Puts a child at the start.
  package func prepend(_ child: some Widget) { gtk_box_prepend(^self, child.widget) }

  /// Puts a child, or moves it, behind another; at the start for nil.
  package func insert(_ child: some Widget, after sibling: (any Widget)?) {
    if child.parent?.handle == handle {
      gtk_box_reorder_child_after(^self, child.widget, sibling?.widget)
    } else {
      gtk_box_insert_child_after(^self, child.widget, sibling?.widget)
    }
  }

  /// Takes a child out.
  package func remove(_ child: some Widget) { gtk_box_remove(^self, child.widget) }

  /// Takes all children out.
  package func removeAll() { for child in children { remove(child) } }

  /// Puts these children in the place of all others.
  package func replaceAll(@Children with children: () -> [any Widget]) {
    removeAll()
    for child in children() { append(child) }
  }
}

/// A child with others floating above it.
package struct Overlay: Widget {
  package let handle: Handle

  /// Shows `child`, and above it the overlays, each placed by its own alignment.
  package init(_ child: some Widget, @Children above overlays: () -> [any Widget] = { [] }) {
    handle = Handle(gtk_overlay_new())
    gtk_overlay_set_child(^self, child.widget)
    for overlay in overlays() { gtk_overlay_add_overlay(^self, overlay.widget) }
  }

  /// Puts one more widget above the child.
  package func add(_ overlay: some Widget) { gtk_overlay_add_overlay(^self, overlay.widget) }

  /// Takes a floating widget away.
  package func remove(_ overlay: some Widget) { gtk_overlay_remove_overlay(^self, overlay.widget) }
}

/// A single child that can be exchanged.
package struct Bin: Widget {
  package let handle: Handle

  /// Holds `child`, or nothing yet.
  package init(_ child: (any Widget)? = nil) {
    handle = Handle(adw_bin_new())
    self.child = child.map { AnyWidget($0) }
  }

  /// What it shows.
  package var child: AnyWidget? {
    get { AnyWidget(existing: adw_bin_get_child(^self)) }
    nonmutating set { adw_bin_set_child(^self, newValue?.widget) }
  }

  /// Shows another child.
  package func show(_ child: some Widget) { self.child = AnyWidget(child) }
}

/// A child that grows no wider than is good to read.
package struct Clamp: Widget {
  package let handle: Handle

  /// Keeps `child` within `maximum` pixels, in the middle; from `tightening` pixels on it grows slower than the room.
  package init(maximum: Int, tightening: Int? = nil, _ child: some Widget) {
    handle = Handle(adw_clamp_new())
    limit(to: maximum, tightening: tightening)
    adw_clamp_set_child(^self, child.widget)
  }

  /// Keeps it within so many pixels from now on.
  package func limit(to maximum: Int, tightening: Int? = nil) {
    adw_clamp_set_maximum_size(^self, gint(maximum))
    adw_clamp_set_tightening_threshold(^self, gint(tightening ?? maximum))
  }
}

/// A thin line between two parts.
package struct Separator: Widget {
  package let handle: Handle

  /// A line that runs in the given direction.
  package init(_ orientation: Orientation) { handle = Handle(gtk_separator_new(orientation.c)) }
}
