extension String {
  /// As Pango is to draw it, each letter in as many bytes as here. Pango reads up to a zero; and what turns the order of
  /// letters around without being seen lies about code, addresses and numbers, so it is seen. In code that is all of it;
  /// elsewhere texts of several scripts need what sets them apart from each other, and only overrides are shown.
  func drawable(isCode: Bool) -> String {
    func length(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
      if bytes[place] == 0 { return 1 }
      guard bytes[place] == 0xE2, place + 2 < bytes.count else { return 0 }
      let isHidden =
        switch (bytes[place + 1], bytes[place + 2]) {
        // LEFT-TO-RIGHT OVERRIDE and RIGHT-TO-LEFT OVERRIDE; embeddings; isolates.
        case (0x80, 0xAD...0xAE): true
        case (0x80, 0xAA...0xAC), (0x81, 0xA6...0xA9): isCode
        default: false
        }
      return isHidden ? 3 : 0
    }
    var text = self
    return text.withUTF8 { bytes -> String? in
      guard bytes.indices.contains(where: { length(bytes, $0) > 0 }) else { return nil }
      var drawn = Array(bytes)
      for place in bytes.indices {
        switch length(bytes, place) {
        case 1: drawn[place] = 0x20
        case 3: drawn.replaceSubrange(place..<place + 3, with: "\u{FFFD}".utf8)
        default: break
        }
      }
      return String(decoding: drawn, as: UTF8.self)
    } ?? self
  }
}
