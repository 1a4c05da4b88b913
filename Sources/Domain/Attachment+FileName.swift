extension Attachment {
  /// What kind of file it is outside of the library; nil where it was never fetched.
  public var mediaType: String? {
    switch content {
    case .kept(let kept): kept.format.rawValue
    case .drawing: PictureFormat.png.rawValue
    case .remote: nil
    }
  }

  /// What the picture's file is called where it leaves the library: as it was called when it came, else "Picture".
  public func fileName(as format: PictureFormat) -> String {
    if case .drawing(let name) = content { return "\(name).\(format.fileExtension)" }
    let stem = FileName.stem(of: alternative)
    return (stem.isEmpty ? "Picture" : stem) + "." + format.fileExtension
  }
}
