import CAdw
import Glibc
import WindowSupport

/// What is seen: the colours of a part of a window.
extension Face {
  /// The colours of a thing as it is drawn now, the commonest first, as "#RRGGBB".
  func colours(of thing: Thing) async throws -> [String] {
    try await settle()
    try await drawAnew(thing)
    return try thing.colours
  }

  /// Waits until the window of a thing has been drawn once more.
  private func drawAnew(_ thing: Thing) async throws {
    guard let root = gtk_widget_get_root(thing.widget) else { throw failure("\(thing) is in no window") }
    let before = PaintCounter.all
    gtk_widget_queue_draw(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self))
    try await eventually("the window is drawn anew") { PaintCounter.all > before }
  }

  /// How much a colour differs from the commonest at most, as WCAG counts it.
  static func strongest(_ colours: [String]) -> Double {
    guard let ground = colours.first.map(light) else { return 0 }
    return colours.map { (max(light($0), ground) + 0.05) / (min(light($0), ground) + 0.05) }.max() ?? 0
  }

  private static func light(_ colour: String) -> Double {
    let value = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part -> Double in
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}

extension Thing {
  /// Of the last frame of its window, where it lies in that.
  fileprivate var colours: [String] {
    get throws {
      var counts: [UInt32: Int] = [:]
      var (last, run) = (UInt32(0), 0)
      for pixel in try pixels {
        if pixel == last {
          run += 1
          continue
        }
        counts[last, default: 0] += run
        (last, run) = (pixel, 1)
      }
      counts[last, default: 0] += run
      return counts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { pixel, _ in
        let digits = String(pixel & 0xFF_FFFF, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
      }
    }
  }

  /// Alpha, red, green and blue.
  private var pixels: [UInt32] {
    get throws {
      guard isOnScreen, let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native)
      else {
        throw DriverError(description: "\(self) is not on screen")
      }
      let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
      let (width, height) = (gtk_widget_get_width(window), gtk_widget_get_height(window))
      var (place, whole, shown) = (graphene_rect_t(), graphene_rect_t(), graphene_rect_t())
      graphene_rect_init(&whole, 0, 0, Float(width), Float(height))
      guard gtk_widget_compute_bounds(widget, window, &place) != 0, graphene_rect_intersection(&place, &whole, &shown),
        let paintable = gtk_widget_paintable_new(window)
      else { throw DriverError(description: "\(self) lies outside of its window") }
      defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
      let snapshot = gtk_snapshot_new()
      gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
      guard let node = gtk_snapshot_free_to_node(snapshot) else {
        throw DriverError(description: "the window of \(self) was never drawn")
      }
      defer { gsk_render_node_unref(node) }
      guard let texture = gsk_renderer_render_texture(renderer, node, &shown) else {
        throw DriverError(description: "the window of \(self) cannot be drawn")
      }
      defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
      let columns = Int(gdk_texture_get_width(texture))
      var pixels = [UInt32](repeating: 0, count: columns * Int(gdk_texture_get_height(texture)))
      pixels.withUnsafeMutableBytes { bytes in
        gdk_texture_download(texture, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(4 * columns))
      }
      return pixels
    }
  }
}
