import CPixbuf
import PictureWire

extension Pixels {
  /// A smaller one when this is larger than that, else this again.
  func atMost(_ longSide: Int) throws(Refusal) -> Pixels {
    let fit = Self.fit(width, height, in: longSide)
    guard fit != (width, height) else {
      g_object_ref(UnsafeMutableRawPointer(pixbuf))
      return try Pixels(pixbuf)
    }
    return try scaled(fit.width, fit.height)
  }

  /// Whether at least one pixel lets something through.
  var isTranslucent: Bool {
    guard hasAlpha else { return false }
    let (rows, stride, width) = (rows, stride, width)
    for row in 0..<height {
      var alpha = rows + row &* stride + 3
      for _ in 0..<width {
        if alpha.pointee != 255 { return true }
        alpha += 4
      }
    }
    return false
  }

  /// Whether there are no more than so many colours.
  func hasAtMost(colours most: Int) -> Bool {
    let (rows, stride, width, channels) = (rows, stride, width, channels)
    let seen = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 << 18)
    seen.initialize(repeating: 0, count: 1 << 18)
    defer { seen.deallocate() }
    var count = 0
    for row in 0..<height {
      var pixel = rows + row &* stride
      for _ in 0..<width {
        let colour = Int(pixel[0]) << 16 | Int(pixel[1]) << 8 | Int(pixel[2])
        let bit = 1 as UInt64 &<< UInt64(colour & 63)
        if seen[colour &>> 6] & bit == 0 {
          seen[colour &>> 6] |= bit
          count &+= 1
          if count > most { return false }
        }
        pixel += channels
      }
    }
    return true
  }

  /// Premultiplied blue, green, red and alpha, row after row without padding.
  func part(milliseconds: Int = 0) -> PictureAnswer.Part {
    let (rows, stride, width, height, channels) = (rows, stride, width, height, channels)
    let count = width * height * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var target = UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: UInt32.self)
      for row in 0..<height {
        var pixel = rows + row &* stride
        for _ in 0..<width {
          let alpha: UInt32 = channels == 4 ? UInt32(pixel[3]) : 255
          var (red, green, blue) = (UInt32(pixel[0]), UInt32(pixel[1]), UInt32(pixel[2]))
          if alpha != 255 {
            (red, green, blue) = (Self.times(red, alpha), Self.times(green, alpha), Self.times(blue, alpha))
          }
          target.pointee = (alpha &<< 24 | red &<< 16 | green &<< 8 | blue).littleEndian
          target += 1
          pixel += channels
        }
      }
      filled = count
    }
    return PictureAnswer.Part(kind: .pixels, width: width, height: height, milliseconds: milliseconds, bytes: bytes)
  }

  /// `value * alpha / 255`, rounded.
  private static func times(_ value: UInt32, _ alpha: UInt32) -> UInt32 {
    let product = value &* alpha &+ 128
    return (product &+ product &>> 8) &>> 8
  }
}
