import CAdw

/// A picture in memory that GTK can draw. It never changes, so any thread may make or drop it.
nonisolated package final class Texture: @unchecked Sendable {  // GdkTexture is immutable and counted atomically
  let raw: OpaquePointer
  /// What it was made of, where that is known.
  let pixels: PixelBuffer?

  /// Takes over a reference.
  init(taking raw: OpaquePointer) {
    self.raw = raw
    pixels = nil
  }

  /// Draws pixels that it shares.
  init(_ pixels: PixelBuffer) {
    raw = pixels.makeTexture(x: 0, y: 0, width: pixels.width, height: pixels.height)
    self.pixels = pixels
  }

  /// Reads an encoded picture (PNG, JPEG, SVG, whatever gdk-pixbuf knows); nil if it cannot be read.
  package convenience init?(encoded bytes: [UInt8]) {
    let data = SharedBytes(bytes)
    guard let texture = gdk_texture_new_from_bytes(data.raw, nil) else { return nil }
    self.init(taking: texture)
  }

  /// Reads a vector drawing or a picture so that it is no larger than `side` pixels; nil if it cannot be read.
  package convenience init?(encoded bytes: [UInt8], longSide side: Int) {
    let data = SharedBytes(bytes)
    let stream = g_memory_input_stream_new_from_bytes(data.raw)
    defer { g_object_unref(stream) }
    guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, gint(side), gint(side), 1, nil, nil) else {
      return nil
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    self.init(taking: gdk_texture_new_for_pixbuf(pixels))
  }

  /// Makes a picture of plain pixels: red, green, blue and alpha, a byte each, row after row.
  package convenience init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    let data = SharedBytes(pixels)
    self.init(
      taking: gdk_memory_texture_new(gint(width), gint(height), GDK_MEMORY_R8G8B8A8, data.raw, gsize(width * 4)))
  }

  /// Reads an encoded picture on another thread.
  @concurrent package static func decode(_ bytes: [UInt8], longSide: Int? = nil) async -> Texture? {
    if let longSide { Texture(encoded: bytes, longSide: longSide) } else { Texture(encoded: bytes) }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Width in pixels.
  package var width: Int { Int(gdk_texture_get_width(raw)) }

  /// Height in pixels.
  package var height: Int { Int(gdk_texture_get_height(raw)) }

  /// The picture as a PNG file.
  package var png: [UInt8] { Array(taking: gdk_texture_save_to_png_bytes(raw)) }
}

/// An icon of the theme.
package struct Image: Widget {
  package let handle: Handle

  /// An icon by name; `size` in pixels, or as large as text.
  package init(icon: String, size: Int? = nil) {
    handle = Handle(gtk_image_new_from_icon_name(icon))
    if let size { gtk_image_set_pixel_size(^self, gint(size)) }
  }

  /// The icon's name.
  package var icon: String {
    get { String(borrowing: gtk_image_get_icon_name(^self)) }
    nonmutating set { if icon != newValue { gtk_image_set_from_icon_name(^self, newValue) } }
  }
}

/// A picture that keeps its proportions.
package struct Picture: Widget {
  package let handle: Handle

  /// How the picture fills its room.
  package enum Fit {
    case contain, cover, fill, scaleDown

    var c: GtkContentFit {
      switch self {
      case .contain: GTK_CONTENT_FIT_CONTAIN
      case .cover: GTK_CONTENT_FIT_COVER
      case .fill: GTK_CONTENT_FIT_FILL
      case .scaleDown: GTK_CONTENT_FIT_SCALE_DOWN
      }
    }
  }

  /// A picture with the words that stand for it where it cannot be seen.
  package init(_ texture: Texture? = nil, alternative: String, fit: Fit = .contain) {
    handle = Handle(gtk_picture_new_for_paintable(texture?.raw))
    gtk_picture_set_content_fit(^self, fit.c)
    gtk_picture_set_alternative_text(^self, alternative)
    named(alternative)
  }

  /// Shows another picture.
  package func show(_ texture: Texture?) { gtk_picture_set_paintable(^self, texture?.raw) }

  /// The words that stand for it.
  package var alternative: String {
    get { String(borrowing: gtk_picture_get_alternative_text(^self)) }
    nonmutating set {
      gtk_picture_set_alternative_text(^self, newValue)
      named(newValue)
    }
  }

  /// Whether it may be drawn smaller than it is.
  @discardableResult
  package func shrinking(_ canShrink: Bool = true) -> Self {
    gtk_picture_set_can_shrink(^self, canShrink.c)
    return self
  }
}
