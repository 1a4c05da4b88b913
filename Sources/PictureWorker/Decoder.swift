import CPixbuf
import PictureWire

/// gdk-pixbuf's loader of one kind, which never gets to choose what it reads.
struct Decoder: ~Copyable {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let gate: SizeGate

  /// `longSide` is what is needed: a JPEG may be decoded smaller, but not below that. `isDrawing` has the loader draw
  /// at exactly that size.
  init(_ kind: String, longSide: Int, isDrawing: Bool, limits: PictureOrder.Limits) throws(Refusal) {
    var error: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(kind, &error) else {
      g_clear_error(&error)
      throw .notAPicture  // this machine has no loader for the kind
    }
    self.loader = loader
    gate = SizeGate(longSide: longSide, mayScale: isDrawing || kind == "jpeg", isDrawing: isDrawing, limits: limits)
    sotto_loader_on_size(
      loader, { SizeGate.tell($0, $1, $2, $3) }, Unmanaged.passUnretained(gate).toOpaque())
  }

  deinit { g_object_unref(loader) }

  /// Feeds all chunks; returns when the picture is complete.
  func decode(_ parts: [Bytes]) throws(Refusal) {
    var error: UnsafeMutablePointer<GError>?
    var isWell = true
    for part in parts where isWell {
      let bytes = part.pointer
      isWell =
        gdk_pixbuf_loader_write(loader, bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &error) != 0
    }
    // A loader has to be closed also after an error, of which the first is the one that counts.
    if isWell { isWell = gdk_pixbuf_loader_close(loader, &error) != 0 } else { gdk_pixbuf_loader_close(loader, nil) }
    defer { g_clear_error(&error) }
    if let (width, height) = gate.refused { throw .tooManyPixels(width: width, height: height) }
    guard !isWell else { return }
    guard let error, error.pointee.domain == gdk_pixbuf_error_quark(),
      error.pointee.code == Int32(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    else { throw .damaged }
    throw .tooHard
  }

  /// The picture, or the first step of one that moves.
  func pixels() throws(Refusal) -> Pixels {
    guard let animation = gdk_pixbuf_loader_get_animation(loader),
      let image = gdk_pixbuf_animation_get_static_image(animation)
    else { throw .damaged }
    g_object_ref(UnsafeMutableRawPointer(image))
    return try Pixels(image)
  }

  /// The steps of a picture that moves, which lives as long as this decoder; nil for one that stands still.
  func animation() -> OpaquePointer? {
    guard let animation = gdk_pixbuf_loader_get_animation(loader),
      gdk_pixbuf_animation_is_static_image(animation) == 0
    else { return nil }
    return animation
  }
}

/// Hears the size from the loader before it decodes: the last word on what is too large, whatever the header said.
private final class SizeGate {
  let longSide: Int
  let mayScale: Bool
  let isDrawing: Bool
  let limits: PictureOrder.Limits
  var refused: (width: Int, height: Int)?

  init(longSide: Int, mayScale: Bool, isDrawing: Bool, limits: PictureOrder.Limits) {
    self.longSide = longSide
    self.mayScale = mayScale
    self.isDrawing = isDrawing
    self.limits = limits
  }

  static func tell(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ width: Int32, _ height: Int32,
    _ context: UnsafeMutableRawPointer?
  ) {
    guard let loader, let context else { return }
    Unmanaged<SizeGate>.fromOpaque(context).takeUnretainedValue().hear(loader, Int(width), Int(height))
  }

  private func hear(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
    do throws(Refusal) {
      guard width > 0, height > 0 else { throw .damaged }
      if isDrawing {
        let long = max(width, height)
        gdk_pixbuf_loader_set_size(
          loader, Int32(max(1, width * longSide / long)), Int32(max(1, height * longSide / long)))
      } else {
        try limits.check(width, height)
        // A JPEG comes out at a half, a quarter or an eighth for less work. Only these: the loader would make any other
        // size by a scaling of its own.
        let part = [8, 4, 2].first { max(width, height) / $0 >= longSide }
        guard mayScale, let part else { return }
        gdk_pixbuf_loader_set_size(loader, Int32((width + part - 1) / part), Int32((height + part - 1) / part))
      }
    } catch {
      refused = (width, height)
      gdk_pixbuf_loader_set_size(loader, 0, 0)  // which loaders take for: do not
    }
  }
}
