import CAdw

/// A child that can be larger than its room.
package struct Scroller: Widget {
  package let handle: Handle

  /// Scrolls `child` up and down, and sideways only if asked to.
  package init(sideways: Bool = false, upAndDown: Bool = true, _ child: some Widget) {
    handle = Handle(gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(^self, child.widget)
    gtk_scrolled_window_set_policy(
      ^self, sideways ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, upAndDown ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
  }

  /// Grows with its child up to so many pixels, and scrolls from there on.
  @discardableResult
  package func growing(maximumHeight: Int, minimumHeight: Int = -1) -> Self {
    gtk_scrolled_window_set_propagate_natural_height(^self, 1)
    gtk_scrolled_window_set_max_content_height(^self, gint(maximumHeight))
    gtk_scrolled_window_set_min_content_height(^self, gint(minimumHeight))
    return self
  }

  /// Takes its child's natural width where there is room.
  @discardableResult
  package func naturalWidth() -> Self {
    gtk_scrolled_window_set_propagate_natural_width(^self, 1)
    return self
  }

  /// Whether there is a scroll bar where one is needed. It scrolls without one, too, and may be lower than a bar is.
  package func showBar(_ isShown: Bool) {
    var (across, down) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_get_policy(^self, &across, &down)
    gtk_scrolled_window_set_policy(^self, across, isShown ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL)
  }

  /// How far it is scrolled down, in pixels.
  package var offset: Double {
    get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(^self)) }
    nonmutating set { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(^self), newValue) }
  }
}
