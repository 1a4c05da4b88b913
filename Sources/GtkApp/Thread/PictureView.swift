import Adw
import Domain
import Sotto

/// A picture in a bubble: at most 240 pixels, its shape kept.
enum PictureView {
  static let side = 240
  /// Drawings that come with the app, made once; there are five.
  private static var drawings: [String: Texture] = [:]

  static func make(_ attachment: Attachment) -> AnyWidget {
    let scale = min(1, Double(side) / Double(max(attachment.width, attachment.height, 1)))
    let width = max(Int(Double(attachment.width) * scale), 1)
    let height = max(Int(Double(attachment.height) * scale), 1)
    guard case .drawing(let name) = attachment.content, let texture = texture(name) else {
      return AnyWidget(
        Box(.vertical, spacing: 6) {
          Image(icon: "image-missing-symbolic", size: 32).decorative()
          Label("Image unavailable").wrapping()
        }.aligned(horizontally: .center).margins(24))
    }
    return AnyWidget(
      Picture(texture, alternative: attachment.alternative, fit: .contain).sized(width: width, height: height)
        .clipped().styled("drawing"))
  }

  private static func texture(_ name: String) -> Texture? {
    if let known = drawings[name] { return known }
    guard let svg = Composition.drawing(name), let texture = Texture(encoded: svg, longSide: side * 2) else {
      return nil
    }
    drawings[name] = texture
    return texture
  }
}
