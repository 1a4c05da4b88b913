import CAdw

/// A place in a window that nobody sees, in which a widget is laid out and drawn: for pictures of what is not, or not wholly,
/// on the screen. What is drawn needs no graphics card. One place is there at a time.
@MainActor package final class OffscreenWindow {
  /// It has a surface and is never shown. It stays: GTK expects a window that it let go of to have been shown once, and
  /// would ask it for its size in the next frame.
  private static let window = {
    let window = Window(handle: Handle(gtk_window_new()))
    // No frame is to be made for it.
    gtk_window_set_decorated(^window, 0)
    gtk_widget_realize(window.widget)
    return window
  }()

  private let kept: Strong<AnyWidget>
  private let width: Int
  private var content: AnyWidget { kept.object }

  /// Takes a widget that stands nowhere else, to be laid out in a width of so many pixels.
  package init(_ content: some Widget, width: Int) {
    kept = Strong(AnyWidget(content))
    self.width = width
    gtk_window_set_child(^Self.window, content.widget)
    // What is not mapped is not drawn.
    gtk_widget_map(content.widget)
  }

  isolated deinit {
    // Another one may have taken the place.
    if kept.object.parent?.handle == Self.window.handle { gtk_window_set_child(^Self.window, nil) }
  }

  /// How high the content is in its width.
  package var contentHeight: Int {
    var height: gint = 0
    gtk_widget_measure(content.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    gtk_widget_measure(content.widget, GTK_ORIENTATION_VERTICAL, gint(width), nil, &height, nil, nil)
    return Int(height)
  }

  /// A picture of some widgets within the content, and of so many pixels around them; nil where there is nothing to be
  /// seen.
  ///
  /// - Parameters:
  ///   - maximumHeight: what is lower is cut off; in pixels as they are laid out.
  ///   - scale: how many pixels the picture has for each of these.
  package func picture(
    of parts: [any Widget], margin: Int, maximumHeight: Int, scale: Int
  ) -> Texture? {
    gtk_widget_allocate(content.widget, gint(width), gint(contentHeight), -1, nil)
    let frames = parts.filter(\.isMapped).compactMap { $0.frame(in: Self.window) }
    guard let left = frames.map(\.x).min(), let top = frames.map(\.y).min(), let right = frames.map(\.right).max(),
      let bottom = frames.map(\.bottom).max()
    else { return nil }
    let edge = Double(margin)
    let area = Rectangle(
      x: (left - edge).rounded(.down), y: (top - edge).rounded(.down),
      width: (right - left + 2 * edge).rounded(.up),
      height: min((bottom - top + 2 * edge).rounded(.up), Double(maximumHeight)))
    let snapshot = gtk_snapshot_new()!
    gtk_widget_snapshot_child(Self.window.widget, content.widget, snapshot)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(node) }
    return Self.texture(of: node, area, scale: scale)
  }

  private static func texture(of node: OpaquePointer, _ area: Rectangle, scale: Int) -> Texture? {
    let (width, height) = (Int(area.width) * scale, Int(area.height) * scale)
    guard width > 0, height > 0 else { return nil }
    let pixels = SharedBytes(count: width * height * 4) { room in
      let surface = cairo_image_surface_create_for_data(
        room.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, gint(width), gint(height), gint(width * 4))
      let context = cairo_create(surface)
      cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
      cairo_paint(context)
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
      cairo_scale(context, Double(scale), Double(scale))
      cairo_translate(context, -area.x, -area.y)
      gsk_render_node_draw(node, context)
      cairo_destroy(context)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    return Texture(PixelBuffer(width: width, height: height, pixels: pixels))
  }
}
