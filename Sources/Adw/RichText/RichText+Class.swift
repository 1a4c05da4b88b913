import CAdw

/// A subclass of GtkWidget that lays out, draws and answers for its text by itself. It may have children, which are for
/// screen readers alone: they have places, and are neither measured nor drawn.
let richTextType: GType = makeSubclass(of: gtk_widget_get_type(), named: "AdwRichText") { raw, _ in
  let table = raw!.assumingMemoryBound(to: GtkWidgetClass.self)
  gtk_widget_class_set_css_name(table, "richtext")
  gtk_widget_class_set_accessible_role(table, GTK_ACCESSIBLE_ROLE_GROUP)
  table.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
  table.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
    nonisolated(unsafe) let widget = widget!
    let wished = MainActor.assumeIsolated { () -> Int in
      guard let body = RichTextBody.of(AnyWidget(widget)) else { return 0 }
      // Across, it takes what it gets: a column asks how wide it wants to be in some room.
      return orientation == GTK_ORIENTATION_VERTICAL ? body.height(for: Int(size)) : 0
    }
    minimum?.pointee = gint(clamping: wished)
    natural?.pointee = gint(clamping: wished)
  }
  table.pointee.size_allocate = { widget, _, _, _ in
    nonisolated(unsafe) let widget = widget!
    MainActor.assumeIsolated { RichTextBody.of(AnyWidget(widget))?.allocate() }
  }
  table.pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
    MainActor.assumeIsolated { RichTextBody.of(AnyWidget(widget))?.draw(on: snapshot) }
  }
  table.pointee.focus = { widget, direction in
    nonisolated(unsafe) let widget = widget!
    // What hangs on it, as a menu, moves the keyboard by itself.
    if let child = gtk_widget_get_focus_child(widget) { return gtk_widget_child_focus(child, direction) }
    return MainActor.assumeIsolated { (RichTextBody.of(AnyWidget(widget))?.moveFocus(direction) ?? false).c }
  }
  leaveChildrenOnDispose(raw)
}
