import CAdw

extension Pen {
  /// Draws a text that is laid out, with its upper left corner at a point.
  func draw(_ layout: OpaquePointer, at point: Point, _ color: Color) {
    var corner = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var rgba = color.c
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    gtk_snapshot_append_layout(snapshot, layout, &rgba)
    gtk_snapshot_restore(snapshot)
  }

  /// Draws what `body` draws with another origin.
  func moved(to point: Point, _ body: () -> Void) {
    var corner = graphene_point_t(x: Float(point.x), y: Float(point.y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    body()
    gtk_snapshot_restore(snapshot)
  }

  /// Draws what `body` draws inside of a rectangle.
  func clipped(to area: Rectangle, radius: Double = 0, _ body: () -> Void) {
    var bounds = area.c
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    body()
    gtk_snapshot_pop(snapshot)
  }

  /// Draws what `body` draws fainter, 0 for not at all.
  func faded(to opacity: Double, _ body: () -> Void) {
    gtk_snapshot_push_opacity(snapshot, opacity)
    body()
    gtk_snapshot_pop(snapshot)
  }

  /// Draws a line around a rectangle, inside of it.
  func outline(_ area: Rectangle, _ color: Color, radius: Double = 0, thickness: Float = 1) {
    var bounds = area.c
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    let rgba = color.c
    gtk_snapshot_append_border(
      snapshot, &rounded, [thickness, thickness, thickness, thickness], [rgba, rgba, rgba, rgba])
  }

  /// Draws a line through points.
  func line(_ points: [Point], in area: Rectangle, _ color: Color, thickness: Double) {
    var bounds = area.c
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(cairo, thickness)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    for point in points { cairo_line_to(cairo, point.x, point.y) }
    cairo_stroke(cairo)
  }
}
