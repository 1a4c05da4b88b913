import CAdw

/// A disc with initials that stands for somebody or something. It has libadwaita's colours, and is one widget where an
/// AdwAvatar is four: lists are full of them.
package struct Avatar: Widget {
  package let handle: Handle

  /// A disc of `size` pixels; its colour and initials come from `text`.
  package init(size: Int, text: String) {
    let made = g_object_new_with_properties(discType, 0, nil, nil)
    handle = Handle(raw: UnsafeMutableRawPointer(made!))
    attach(Disc(text, size: size), as: Disc.key)
    aligned(horizontally: .center, vertically: .center)
    styled(Disc.colour(of: text))
    minimum(width: size, height: size)
  }

  private var disc: Disc? { attached(Disc.self, as: Disc.key) }

  /// Its width and height in pixels.
  package var size: Int {
    get { disc?.size ?? 0 }
    nonmutating set {
      guard let disc, disc.size != newValue else { return }
      disc.size = newValue
      minimum(width: newValue, height: newValue)
      gtk_widget_queue_draw(widget)
    }
  }

  /// What colour and initials are drawn from.
  package var text: String {
    get { disc?.text ?? "" }
    nonmutating set {
      guard let disc, disc.text != newValue else { return }
      style(Disc.colour(of: disc.text), false)
      style(Disc.colour(of: newValue), true)
      disc.text = newValue
      gtk_widget_queue_draw(widget)
    }
  }
}

/// What one disc shows.
private final class Disc {
  static let key = "adw-disc"

  var text: String { didSet { layout = nil } }
  var size: Int { didSet { layout = nil } }
  /// The initials as they were drawn last; whatever is drawn around them draws them again.
  private var layout: Strong<AnyObjectHandle>?

  init(_ text: String, size: Int) {
    self.text = text
    self.size = size
  }

  /// One of the classes for which libadwaita has a colour; always the same for a text.
  static func colour(of text: String) -> String { "color\(g_str_hash(text) % 14 + 1)" }

  /// The first letters of the first and the last word.
  private var initials: String {
    let words = text.uppercased().split(whereSeparator: \.isWhitespace)
    let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
    return String(letters)
  }

  /// Draws the initials in the middle, as large as the disc has room for them. They are enlarged as a drawing: to lay them
  /// out in another size loads a font for each, for a list of discs that of half a window.
  func draw(_ disc: AnyWidget, on snapshot: OpaquePointer) {
    let layout =
      layout ?? gtk_widget_create_pango_layout(disc.widget, initials).map { Strong(taking: AnyObjectHandle($0)) }
    self.layout = layout
    guard let drawn: OpaquePointer = layout.map({ ^$0.object }) else { return }
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_pixel_size(drawn, &width, &height)
    let written = fontSize(of: drawn)
    guard width > 0, written > 0 else { return }
    let scale = letters(width: Double(width), height: Double(height)) / written
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(disc.widget), &colour)
    var corner = graphene_point_t(
      x: Float((disc.width - Int((Double(width) * scale).rounded())) / 2),
      y: Float((disc.height - Int((Double(height) * scale).rounded())) / 2))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    gtk_snapshot_append_layout(snapshot, drawn, &colour)
    gtk_snapshot_restore(snapshot)
  }

  /// The size in pixels in which initials of this width and height, in any size, fill the square within the circle, less a
  /// rim that grows with it.
  private func letters(width: Double, height: Double) -> Double {
    let side = Double(size)
    let room = side / 2.0.squareRoot() - max(0.4 * side - 5, 0)
    return min(height * room / width, room)
  }

  /// The size of a layout's font in pixels: GTK takes it from the style sheet, in pixels.
  private func fontSize(of layout: OpaquePointer) -> Double {
    guard let font = pango_context_get_font_description(pango_layout_get_context(layout)) else { return 0 }
    return Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
  }
}

/// A widget that style sheets know as "avatar", as they do libadwaita's.
private let discType: GType = makeSubclass(of: gtk_widget_get_type(), named: "AdwAvatarDisc") { raw, _ in
  gtk_widget_class_set_css_name(raw!.assumingMemoryBound(to: GtkWidgetClass.self), "avatar")
  raw!.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = { widget, snapshot in
    nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
    MainActor.assumeIsolated {
      let disc = AnyWidget(widget)
      disc.attached(Disc.self, as: Disc.key)?.draw(disc, on: snapshot)
    }
  }
}
