import CAdw

nonisolated extension Texture {
  /// Makes a picture of rows of blue, green, red and alpha, a byte each, the colours already multiplied by alpha: what
  /// the screen itself uses. Nil if the sizes do not fit.
  package convenience init?(width: Int, height: Int, bgra pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    self.init(PixelBuffer(width: width, height: height, pixels: SharedBytes(pixels)))
  }

  /// The same of memory that `owner` keeps in its place, and unchanged, for as long as it lives; nothing is copied.
  package convenience init?(width: Int, height: Int, bgra memory: UnsafeRawBufferPointer, of owner: AnyObject) {
    guard width > 0, height > 0, memory.count == width * height * 4 else { return nil }
    self.init(PixelBuffer(width: width, height: height, pixels: SharedBytes(memory, of: owner)))
  }

  /// Its rows of blue, green, red and alpha, a byte each, the colours multiplied by alpha.
  package var bgra: [UInt8] {
    let stride = width * 4
    return Array(unsafeUninitializedCapacity: stride * height) { room, count in
      gdk_texture_download(raw, room.baseAddress, gsize(stride))
      count = room.count
    }
  }
}
