import CAdw

/// A widget that draws itself.
package struct Canvas: Widget {
  package let handle: Handle

  /// A surface of at least this size; `draw` is called whenever it has to be painted.
  package init(
    width: Int = 0, height: Int = 0, _ draw: @escaping @MainActor (Pen, _ width: Double, _ height: Double) -> Void
  ) {
    let made = g_object_new_with_properties(canvasType, 0, nil, nil)
    handle = Handle(raw: UnsafeMutableRawPointer(made!))
    attach(Drawing(draw), as: Drawing.key)
    minimum(width: width, height: height)
  }

  /// Has it painted again in the next frame.
  package func redraw() { gtk_widget_queue_draw(widget) }
}

/// What a canvas draws with.
@MainActor package struct Pen {
  let snapshot: OpaquePointer
  /// The colour of text where the canvas is.
  package let foreground: Color

  /// Fills a rectangle, with round corners if wanted.
  package func fill(_ area: Rectangle, _ color: Color, radius: Double = 0) {
    var bounds = area.c
    var rgba = color.c
    guard radius > 0 else { return gtk_snapshot_append_color(snapshot, &rgba, &bounds) }
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    gtk_snapshot_append_color(snapshot, &rgba, &bounds)
    gtk_snapshot_pop(snapshot)
  }

  /// Fills what lies between these points, its corners a little rounded.
  package func fill(_ corners: [Point], _ color: Color, rounding: Double) {
    guard let first = corners.first else { return }
    let (across, down) = (corners.map(\.x), corners.map(\.y))
    var bounds = Rectangle(
      x: across.min()! - rounding, y: down.min()! - rounding,
      width: across.max()! - across.min()! + 2 * rounding, height: down.max()! - down.min()! + 2 * rounding
    ).c
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_move_to(cairo, first.x, first.y)
    for corner in corners.dropFirst() { cairo_line_to(cairo, corner.x, corner.y) }
    cairo_close_path(cairo)
    cairo_set_line_width(cairo, 2 * rounding)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_fill_preserve(cairo)
    cairo_stroke(cairo)
  }

  /// Draws a part of a circle, 0 to 1 from the top on and as clocks go.
  package func arc(in area: Rectangle, part: Double, _ color: Color, thickness: Double) {
    var bounds = area.c
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(cairo, thickness)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    let radius = (min(area.width, area.height) - thickness) / 2
    let start = -Double.pi / 2
    cairo_arc(cairo, area.x + area.width / 2, area.y + area.height / 2, radius, start, start + part * 2 * Double.pi)
    cairo_stroke(cairo)
  }

  /// Draws a picture into a rectangle.
  package func draw(_ texture: Texture, in area: Rectangle) {
    var bounds = area.c
    gtk_snapshot_append_texture(snapshot, texture.raw, &bounds)
  }
}

/// A colour, each part from 0 to 1.
nonisolated package struct Color: Equatable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The same colour, as solid as said.
  package func opacity(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  var c: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }
}

extension Rectangle {
  var c: graphene_rect_t {
    var rect = graphene_rect_t()
    graphene_rect_init(&rect, Float(x), Float(y), Float(width), Float(height))
    return rect
  }
}

/// What one canvas draws.
private final class Drawing {
  static let key = "adw-drawing"
  let draw: @MainActor (Pen, Double, Double) -> Void

  init(_ draw: @escaping @MainActor (Pen, Double, Double) -> Void) { self.draw = draw }
}

/// A subclass of GtkWidget that only paints.
private let canvasType: GType = makeSubclass(of: gtk_widget_get_type(), named: "AdwCanvas") { raw, _ in
  raw!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
    MainActor.assumeIsolated {
      let canvas = AnyWidget(widget)
      guard let drawing = canvas.attached(Drawing.self, as: Drawing.key) else { return }
      var color = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
      let foreground = Color(
        red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
      drawing.draw(
        Pen(snapshot: snapshot, foreground: foreground), Double(canvas.width), Double(canvas.height))
    }
  }
}
