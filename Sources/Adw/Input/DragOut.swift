import CAdw

extension Widget {
  /// Lets the pointer drag a picture out of the widget, to another program or to a place in this one. Whoever takes it chooses
  /// between its bytes and a file; both are asked for when they are taken, and not before. A finger scrolls instead.
  @discardableResult
  package func draggedOut(
    as mimeType: String, bytes: @escaping @MainActor () async -> [UInt8]?,
    path: @escaping @MainActor () async -> String?
  ) -> Self {
    let source = AnyObjectHandle(gtk_drag_source_new())
    // On the way down: a button inside would keep the press for itself.
    gtk_event_controller_set_propagation_phase(^source, GTK_PHASE_CAPTURE)
    gtk_drag_source_set_actions(^source, GDK_ACTION_COPY)
    let (raw, widget) = (source.handle, AnyWidget(self))
    source.on("begin") {
      let source = AnyObjectHandle(raw)
      guard !RichTextBody.isTouch(source) else { return gtk_drag_source_set_content(^source, nil) }
      let offer = makeOffer(as: mimeType, bytes: bytes, path: path)
      gtk_drag_source_set_content(^source, ^offer.object)
    }
    source.on("drag-begin") {
      let look = gtk_widget_paintable_new(widget.widget)
      gtk_drag_source_set_icon(^AnyObjectHandle(raw), look, gint(widget.width / 2), gint(widget.height / 2))
      g_object_unref(UnsafeMutableRawPointer(look))
    }
    add(source)
    return self
  }
}

@MainActor private func makeOffer(
  as mimeType: String, bytes: @escaping @MainActor () async -> [UInt8]?, path: @escaping @MainActor () async -> String?
) -> Strong<AnyObjectHandle> {
  let file = makeContentOffer(
    whenAsked: {
      guard let path = await path(), let uri = g_filename_to_uri(path, nil, nil) else { return nil }
      return String(taking: uri) + "\r\n"
    }, as: "text/uri-list")
  var offers: [UnsafeMutablePointer<GdkContentProvider>?] = [
    ^file, ^makeContentOffer(whenAskedBytes: bytes, as: mimeType),
  ]
  return Strong(taking: AnyObjectHandle(gdk_content_provider_new_union(&offers, gsize(offers.count))))
}
