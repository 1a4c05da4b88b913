import CAdw

/// A bar that fills as something gets on.
package struct ProgressBar: Widget {
  package let handle: Handle

  /// An empty bar.
  package init() { handle = Handle(gtk_progress_bar_new()) }

  /// How much of it is filled, 0 to 1.
  package var part: Double {
    get { gtk_progress_bar_get_fraction(^self) }
    nonmutating set { if newValue != part { gtk_progress_bar_set_fraction(^self, min(max(0, newValue), 1)) } }
  }
}
