import CAdw

/// Rows of blue, green, red and alpha, a byte each, the colours multiplied by alpha. They never change, so any thread
/// may read them.
nonisolated final class PixelBuffer: @unchecked Sendable {  // GBytes is immutable and counted atomically
  let width: Int
  let height: Int
  private let bytes: OpaquePointer

  /// `pixels` must hold width × height × 4 bytes.
  init(width: Int, height: Int, pixels: borrowing SharedBytes) {
    self.width = width
    self.height = height
    bytes = pixels.taken()
  }

  deinit { g_bytes_unref(bytes) }

  private var stride: Int { width * 4 }

  /// A part of it that GTK can draw; nothing is copied.
  func texture(x: Int, y: Int, width: Int, height: Int) -> Texture {
    Texture(taking: makeTexture(x: x, y: y, width: width, height: height))
  }

  /// A part of it as a new texture, which is the caller's to free.
  func makeTexture(x: Int, y: Int, width: Int, height: Int) -> OpaquePointer {
    // The last row ends where the part ends, not where the next row begins.
    let part = g_bytes_new_from_bytes(bytes, gsize(y * stride + x * 4), gsize((height - 1) * stride + width * 4))
    defer { g_bytes_unref(part) }
    return gdk_memory_texture_new(
      gint(width), gint(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, part, gsize(stride))
  }

  /// A part of it in another size, finely resampled, made on another thread.
  @concurrent func scaled(_ part: Rectangle? = nil, width: Int, height: Int) async -> PixelBuffer {
    let part = part ?? Rectangle(x: 0, y: 0, width: Double(self.width), height: Double(self.height))
    let pixels = SharedBytes(count: width * height * 4) { room in
      draw(part, into: room.assumingMemoryBound(to: UInt8.self), width: width, height: height)
    }
    return PixelBuffer(width: width, height: height, pixels: pixels)
  }

  private func draw(_ part: Rectangle, into room: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    // Cairo only reads what it draws from.
    let start = UnsafeMutableRawPointer(mutating: g_bytes_get_data(bytes, nil)!)
    let source = cairo_image_surface_create_for_data(
      start.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, gint(self.width), gint(self.height),
      gint(stride))
    let target = cairo_image_surface_create_for_data(
      room, CAIRO_FORMAT_ARGB32, gint(width), gint(height), gint(width * 4))
    let context = cairo_create(target)
    cairo_scale(context, Double(width) / part.width, Double(height) / part.height)
    cairo_translate(context, -part.x, -part.y)
    cairo_set_source_surface(context, source, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    // At the picture's edge its last pixels go on, or the edge would fade.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    cairo_destroy(context)
    cairo_surface_finish(target)
    cairo_surface_destroy(target)
    cairo_surface_destroy(source)
  }
}

nonisolated extension Texture {
  /// Its pixels, made on another thread unless they are there already.
  @concurrent func buffer() async -> PixelBuffer {
    pixels
      ?? PixelBuffer(
        width: width, height: height,
        pixels: SharedBytes(count: width * height * 4) { room in
          gdk_texture_download(raw, room.assumingMemoryBound(to: UInt8.self), gsize(width * 4))
        })
  }
}
