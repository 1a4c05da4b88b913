import CAdw

/// One stop for Tab: it enters the list at one row, and leaves it from whichever row the arrows have come to. What is in
/// a row is passed on the way. The arrows enter at a row, too, wherever they come from.
@MainActor final class ListEntrance {
  static let key = "adw-list-entrance"
  let enter: @MainActor (_ byTab: Bool) -> Bool

  init(_ enter: @escaping @MainActor (_ byTab: Bool) -> Bool) { self.enter = enter }

  /// A list box that asks whoever made it where the keyboard enters.
  static func makeListBox() -> AnyWidget {
    let made = g_object_new_with_properties(listBoxType, 0, nil, nil)
    return AnyWidget(Handle(raw: UnsafeMutableRawPointer(made!)))
  }
}

extension PagedList {
  func listenToTab() {
    list.attach(ListEntrance { [unowned self] in enter(byTab: $0) }, as: ListEntrance.key)
    // The scrolled window would take the keyboard itself where no row does, and nobody would see it there.
    focusable(false)
  }

  /// Gives the keyboard to the chosen row, or else to the one in view that is nearest to the resting edge; Tab comes back
  /// to where it was last, if that is in view.
  private func enter(byTab: Bool) -> Bool {
    let seen = visibleIDs
    var frames = edge == .end ? seen.reversed() : seen
    if let chosen { frames.insert(chosen, at: 0) }
    if byTab, let last = lastFocused, chosen == nil, seen.contains(last) { frames.insert(last, at: 0) }
    return frames.contains { rows[$0]?.grabFocus() ?? false }
  }
}

/// A subclass of GtkListBox in which Tab does not walk from row to row.
private let listBoxType: GType = makeSubclass(of: gtk_list_box_get_type(), named: "AdwPagedListBox") { raw, _ in
  raw!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus = { widget, direction in
    nonisolated(unsafe) let widget = widget!
    return MainActor.assumeIsolated { moveFocus(in: widget, direction) }
  }
}

@MainActor private func moveFocus(in list: UnsafeMutablePointer<GtkWidget>, _ direction: GtkDirectionType) -> gboolean {
  let isTab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD
  guard let row = gtk_widget_get_focus_child(list) else {
    // GTK would try the row at one edge alone, whether or not it is in view or can have the keyboard.
    return (AnyWidget(list).attached(ListEntrance.self, as: ListEntrance.key)?.enter(isTab) ?? false).c
  }
  if isTab { return gtk_widget_child_focus(row, direction) }
  let parent = g_type_class_peek(gtk_list_box_get_type())
  return parent?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus(list, direction) ?? 0
}
