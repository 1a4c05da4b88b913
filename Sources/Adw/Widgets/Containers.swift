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

  /// Gives all children the same size along the box.
  @discardableResult
  package func homogeneous(_ isHomogeneous: Bool = true) -> Self {
    gtk_box_set_homogeneous(^self, isHomogeneous.c)
    return self
  }
}

/// One child in the middle, others at both ends.
package struct CenterBox: Widget {
  package let handle: Handle

  /// Lays children out at the start, in the middle and at the end of a row or column.
  package init(
    _ orientation: Orientation = .horizontal, start: (any Widget)? = nil, center: (any Widget)? = nil,
    end: (any Widget)? = nil
  ) {
    handle = Handle(gtk_center_box_new())
    gtk_orientable_set_orientation(^self, orientation.c)
    gtk_center_box_set_start_widget(^self, start?.widget)
    gtk_center_box_set_center_widget(^self, center?.widget)
    gtk_center_box_set_end_widget(^self, end?.widget)
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
    adw_clamp_set_maximum_size(^self, gint(maximum))
    adw_clamp_set_tightening_threshold(^self, gint(tightening ?? maximum))
    adw_clamp_set_child(^self, child.widget)
  }
}

/// A child that slides into view and out of it.
package struct Revealer: Widget {
  package let handle: Handle

  /// How the child comes.
  package enum Transition {
    case none, crossfade, slideUp, slideDown, slideStart, slideEnd

    var c: GtkRevealerTransitionType {
      switch self {
      case .none: GTK_REVEALER_TRANSITION_TYPE_NONE
      case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
      case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
      case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
      case .slideStart: GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT
      case .slideEnd: GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT
      }
    }
  }

  /// Holds `child`, hidden until `isRevealed` is set.
  package init(_ transition: Transition = .slideDown, _ child: some Widget) {
    handle = Handle(gtk_revealer_new())
    gtk_revealer_set_transition_type(^self, transition.c)
    gtk_revealer_set_child(^self, child.widget)
  }

  /// Whether the child is to be seen.
  package var isRevealed: Bool {
    get { Bool(gtk_revealer_get_reveal_child(^self)) }
    nonmutating set { gtk_revealer_set_reveal_child(^self, newValue.c) }
  }
}

/// A thin line between two parts.
package struct Separator: Widget {
  package let handle: Handle

  /// A line that runs in the given direction.
  package init(_ orientation: Orientation) { handle = Handle(gtk_separator_new(orientation.c)) }
}
