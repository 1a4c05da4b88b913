import CAdw

/// Makes a class of our own from one of GTK's; `initialize` puts its functions into the class's table.
func makeSubclass(of parent: GType, named name: String, _ initialize: GClassInitFunc) -> GType {
  var query = GTypeQuery()
  g_type_query(parent, &query)
  var info = GTypeInfo()
  info.class_size = guint16(query.class_size)
  info.instance_size = guint16(query.instance_size)
  info.class_init = initialize
  return g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
}

/// Has the widgets of a class let go of their children when they go themselves; for a class's initializer.
func leaveChildrenOnDispose(_ table: gpointer?) {
  table!.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
    nonisolated(unsafe) let widget = UnsafeMutableRawPointer(object!).assumingMemoryBound(to: GtkWidget.self)
    MainActor.assumeIsolated { for child in AnyWidget(widget).children { gtk_widget_unparent(child.widget) } }
    let parent = g_type_class_peek(gtk_widget_get_type())
    parent?.assumingMemoryBound(to: GObjectClass.self).pointee.dispose(object)
  }
}
