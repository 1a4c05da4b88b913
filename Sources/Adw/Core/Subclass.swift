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
