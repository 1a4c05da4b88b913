extension Attachment {
  /// What the picture's file is called where it leaves the library: as it was called when it came, else "Picture".
  public func fileName(as format: PictureFormat) -> String {
    if case .drawing(let name) = content { return "\(name).\(format.fileExtension)" }
    let words = alternative.unicodeScalars.map { scalar in
      scalar == "/" || ShownLine.breaks(scalar) || ShownLine.turns(scalar) ? " " : Character(scalar)
    }
    var stem = String(String(words).split(separator: " ").joined(separator: " ").prefix(60))
    // A name in the file system has 255 bytes; some are left for a number.
    while stem.utf8.count > 180 { stem.removeLast() }
    while stem.hasPrefix(".") { stem.removeFirst() }
    return (stem.isEmpty ? "Picture" : stem) + "." + format.fileExtension
  }
}
