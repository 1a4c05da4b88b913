extension Header {
  /// HEIC and AVIF: boxes in boxes, as in films. The sizes of all pictures in the file are read, and the largest taken.
  static func boxes(_ file: Bytes) throws(Refusal) -> Header {
    guard let length = file.big32(0), length >= 16, let brands = file.part(0, length) else { throw .damaged }
    let names = stride(from: 8, to: brands.count - 3, by: 4).filter { $0 != 12 }
    let isAVIF = names.contains { brands.has("avif", at: $0) || brands.has("avis", at: $0) }
    let heic: [StaticString] = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
    guard isAVIF || names.contains(where: { offset in heic.contains { brands.has($0, at: offset) } }) else {
      throw .notAPicture
    }
    var header = Header(kind: isAVIF ? .avif : .heic, width: 0, height: 0, parts: [file])
    try header.takeBoxes(of: file, depth: 0)
    return header
  }

  /// Whether a box begins there that belongs to such a file, and would be missed.
  private static func isOuter(_ data: Bytes, _ offset: Int) -> Bool {
    let kinds: [StaticString] = ["mdat", "meta", "idat", "moov"]
    return kinds.contains { data.has($0, at: offset + 4) }
  }

  private mutating func takeBoxes(of data: Bytes, depth: Int) throws(Refusal) {
    var offset = 0
    while offset < data.count {
      var length = data.big32(offset) ?? -1
      var head = 8
      if length == 1 {
        guard data.big32(offset + 8) == 0, let low = data.big32(offset + 12) else { throw .damaged }
        (length, head) = (low, 16)
      } else if length == 0 {
        length = data.count - offset
      }
      guard length >= head, let box = data.part(offset, length), let inside = box.from(head) else {
        // What is no box and stands behind the picture is no part of it.
        if depth == 0, width > 0, !Self.isOuter(data, offset), let before = data.part(0, offset) {
          parts = [before]
          return
        }
        throw .damaged
      }
      if box.has("meta", at: 4), depth == 0 {
        guard let inside = inside.from(4) else { throw .damaged }
        try takeBoxes(of: inside, depth: 1)
      } else if box.has("iprp", at: 4) && depth == 1 || box.has("ipco", at: 4) && depth == 2 {
        try takeBoxes(of: inside, depth: depth + 1)
      } else if box.has("ispe", at: 4), depth == 3 {
        guard let wide = inside.big32(4), let high = inside.big32(8) else { throw .damaged }
        (width, height) = (max(width, wide), max(height, high))
      } else if box.has("colr", at: 4), depth == 3, profile.isEmpty,
        inside.has("prof", at: 0) || inside.has("rICC", at: 0),
        let data = inside.from(4)
      {
        profile = Array(data.pointer)
      }
      offset += length
    }
  }
}
