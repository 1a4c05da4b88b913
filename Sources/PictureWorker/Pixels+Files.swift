import CPixbuf
import PictureWire

extension Pixels {
  /// A JPEG file of nothing but pixels; what has no profile is in sRGB.
  func jpeg(quality: Int) throws(Refusal) -> PictureAnswer.Part {
    try file("jpeg", .jpeg, options: ["quality": String(quality)])
  }

  /// A PNG file of nothing but pixels.
  func png() throws(Refusal) -> PictureAnswer.Part { try file("png", .png, options: [:]) }

  private func file(
    _ type: String, _ kind: PictureAnswer.Part.Kind, options: [String: String]
  ) throws(Refusal) -> PictureAnswer.Part {
    var keys = options.keys.map { g_strdup($0) } + [nil]
    var values = options.values.map { g_strdup($0) } + [nil]
    defer { for text in keys + values { g_free(text) } }
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    let isWritten = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, type, &keys, &values, nil) != 0
    guard isWritten, let buffer else { throw .tooHard }  // memory is all that can be missing
    defer { g_free(buffer) }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    return PictureAnswer.Part(kind: kind, width: width, height: height, bytes: bytes)
  }
}
