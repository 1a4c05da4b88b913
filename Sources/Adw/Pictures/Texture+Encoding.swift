import CAdw

/// How a picture is written into a file.
nonisolated package enum PictureFormat: Equatable, Sendable {
  case png
  /// Smaller and a little less exact, the quality from 1 to 100; what is transparent is lost.
  case jpeg(quality: Int)

  /// What the format is called between programs.
  package var mimeType: String { self == .png ? "image/png" : "image/jpeg" }
}

/// A picture as the bytes of a file, not decoded.
nonisolated package struct EncodedPicture: Equatable, Sendable {
  /// The whole file.
  package let bytes: [UInt8]
  /// What the format is called, such as "image/png", as far as whoever offered it knows.
  package let mimeType: String

  package init(bytes: [UInt8], mimeType: String) {
    self.bytes = bytes
    self.mimeType = mimeType
  }
}

nonisolated extension Texture {
  /// The picture as a file, made on another thread; nil where the format cannot be written.
  @concurrent package func encoded(as format: PictureFormat) async -> EncodedPicture? {
    switch format {
    case .png: EncodedPicture(bytes: png, mimeType: format.mimeType)
    case .jpeg(let quality):
      jpeg(quality: quality).map { EncodedPicture(bytes: $0, mimeType: format.mimeType) }
    }
  }

  private func jpeg(quality: Int) -> [UInt8]? {
    guard let pixels = gdk_pixbuf_get_from_texture(raw) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var size: gsize = 0
    let isWritten = "quality".withCString { key in
      String(min(max(quality, 1), 100)).withCString { value in
        var keys: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: key), nil]
        var values: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: value), nil]
        return gdk_pixbuf_save_to_bufferv(pixels, &buffer, &size, "jpeg", &keys, &values, nil)
      }
    }
    guard isWritten != 0, let buffer else { return nil }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
  }
}
