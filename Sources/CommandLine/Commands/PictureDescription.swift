import Domain
import Localization
import Wording

/// What is said of a picture where it cannot be seen.
enum PictureDescription {
  /// What it shows or how its file was called, on one line.
  static func name(_ picture: Attachment) -> String {
    let name = Terminal.oneLine(picture.alternative)
    return name.isEmpty ? localized("without a name", context: "a picture") : name
  }

  /// `1024 × 768`; nil where it is not known.
  static func pixels(_ picture: Attachment) -> String? {
    picture.width > 0 && picture.height > 0 ? "\(picture.width) × \(picture.height)" : nil
  }

  /// Where a picture that was never fetched would come from; nil for all others.
  static func notLoaded(_ picture: Attachment) -> String? {
    picture.remoteHost.map { localized("not loaded from \(Terminal.oneLine($0))", context: "a picture") }
  }

  /// `[picture: holiday, JPEG, 1024 × 768, 234.5 kB]`
  static func line(_ picture: Attachment) -> String {
    var words = [name(picture)]
    if case .kept(let kept) = picture.content { words.append(name(kept.format)) }
    words += [pixels(picture), picture.bytes.map(ByteCount.text), notLoaded(picture)].compactMap { $0 }
    let details = words.joined(separator: ", ")
    if case .drawing = picture.content { return localized("[drawing: \(details)]") }
    return localized("[picture: \(details)]")
  }

  private static func name(_ format: PictureFormat) -> String {
    switch format {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .gif: "GIF"
    case .webp: "WebP"
    }
  }
}
