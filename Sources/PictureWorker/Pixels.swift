import CPixbuf

/// A decoded picture in C's hands, freed with its owner.
struct Pixels: ~Copyable {
  let pixbuf: OpaquePointer

  /// Takes over one reference; nil when there is none, which means that memory did not suffice.
  init(_ pixbuf: OpaquePointer?) throws(Refusal) {
    guard let pixbuf else { throw .tooHard }
    self.pixbuf = pixbuf
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
  var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }
  var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pixbuf) != 0 }
  var channels: Int { Int(gdk_pixbuf_get_n_channels(pixbuf)) }
  var stride: Int { Int(gdk_pixbuf_get_rowstride(pixbuf)) }

  /// Where the rows begin; holds while this is alive.
  var rows: UnsafeMutablePointer<UInt8> { gdk_pixbuf_get_pixels(pixbuf) }

  /// What the loader read beside the pixels, by its name in gdk-pixbuf.
  func option(_ name: String) -> String? {
    gdk_pixbuf_get_option(pixbuf, name).map { String(cString: $0) }
  }

  /// A smaller one of this size. Each new pixel is a mean of those it covers; a weighted one where that is cheap.
  func scaled(_ width: Int, _ height: Int) throws(Refusal) -> Pixels {
    let filter = max(width, height) > 512 ? GDK_INTERP_BILINEAR : GDK_INTERP_HYPER
    return try Pixels(gdk_pixbuf_scale_simple(pixbuf, Int32(width), Int32(height), filter))
  }

  /// Turned and mirrored as Exif counts, from 1, which is as it is, to 8.
  func upright(_ orientation: Int) throws(Refusal) -> Pixels {
    gdk_pixbuf_remove_option(pixbuf, "orientation")
    gdk_pixbuf_set_option(pixbuf, "orientation", String(orientation))
    return try Pixels(gdk_pixbuf_apply_embedded_orientation(pixbuf))
  }

  /// The size of a picture whose longest side is at most `longSide`; the same when it is small already.
  static func fit(_ width: Int, _ height: Int, in longSide: Int) -> (width: Int, height: Int) {
    let long = max(width, height)
    guard long > longSide, longSide > 0 else { return (width, height) }
    func scaled(_ side: Int) -> Int { max(1, (side * longSide + long / 2) / long) }
    return (scaled(width), scaled(height))
  }
}
