import CAdw

extension Widget {
  /// Takes files and pictures that are dropped on the widget or anything in it. `onHover` tells true when something
  /// that would be taken comes over it, and false when that leaves or is dropped.
  @discardableResult
  package func onDrop(
    onHover: @escaping @MainActor (Bool) -> Void = { _ in }, _ body: @escaping @MainActor (Incoming) -> Void
  ) -> Self {
    let formats = gdk_content_formats_builder_new()!
    gdk_content_formats_builder_add_gtype(formats, gdk_file_list_get_type())
    gdk_content_formats_builder_add_gtype(formats, gdk_texture_get_type())
    for type in PictureOffer.mimeTypes { gdk_content_formats_builder_add_mime_type(formats, type) }
    let target = AnyObjectHandle(
      gtk_drop_target_async_new(gdk_content_formats_builder_free_to_formats(formats), GDK_ACTION_COPY))
    // On the way down: a text field inside would take a file's path as text.
    gtk_event_controller_set_propagation_phase(^target, GTK_PHASE_CAPTURE)
    target.on("drag-enter") { () -> Int in
      onHover(true)
      return Int(GDK_ACTION_COPY.rawValue)
    }
    target.on("drag-leave") { onHover(false) }
    let widget = AnyWidget(self)
    target.on("drop") { (drop: Pointed) -> Bool in
      onHover(false)
      // GTK 4.8 takes this back only when the pointer next leaves with something to drop.
      gtk_widget_unset_state_flags(widget.widget, GTK_STATE_FLAG_DROP_ACTIVE)
      guard let raw = drop.raw else { return false }
      let kept = Strong(AnyObjectHandle(Handle(raw: raw)))
      Task { await receive(kept, body) }
      return true
    }
    add(target)
    return self
  }
}

/// Tells what was dropped: files if there are any, else the picture, else the text that came instead of files.
private func receive(_ drop: Strong<AnyObjectHandle>, _ body: @MainActor (Incoming) -> Void) async {
  let formats = gdk_drop_get_formats(^drop.object)
  func offers(_ type: GType) -> Bool { Bool(gdk_content_formats_contain_gtype(formats, type)) }

  if offers(gdk_file_list_get_type()) {
    let paths = await read(drop, gdk_file_list_get_type()) { filePaths(in: $0) } ?? []
    if !paths.isEmpty {
      gdk_drop_finish(^drop.object, GDK_ACTION_COPY)
      return body(.files(paths))
    }
  }
  if let offer = PictureOffer(.drop(drop)) { return body(.picture(offer)) }
  let text = offers(String.type) ? await read(drop, String.type) { String.read($0) } : nil
  gdk_drop_finish(^drop.object, text == nil ? GdkDragAction(rawValue: 0) : GDK_ACTION_COPY)
  if let text { body(.text(text)) }
}

/// Reads a dropped value that is small.
private func read<Answer: Sendable>(
  _ drop: Strong<AnyObjectHandle>, _ type: GType, _ take: @escaping @MainActor (UnsafePointer<GValue>) -> Answer
) async -> Answer? {
  await withCheckedContinuation { (waiting: CheckedContinuation<Answer?, Never>) in
    gdk_drop_read_value_async(
      ^drop.object, type, gint(G_PRIORITY_DEFAULT), nil,
      { source, result, box in
        ValueClosure.call(box, gdk_drop_read_value_finish(OpaquePointer(source), result, nil))
      }, ValueClosure { waiting.resume(returning: $0.map(take)) }.box())
  }
}
