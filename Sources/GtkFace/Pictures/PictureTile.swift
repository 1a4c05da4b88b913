import Adw
import Domain
import Localization
import ViewModels

/// One picture of a message: its pixels, a placeholder of the same size until they are there, or why they are not.
enum PictureTile {
  /// The longest side of a picture in a bubble.
  static let side = 240

  /// The size at which a picture alone in its bubble is shown, its shape kept; known before it is decoded.
  static func size(of attachment: Attachment) -> (width: Int, height: Int) {
    guard attachment.width > 0, attachment.height > 0 else { return (side, side * 2 / 3) }
    let scale = min(1, Double(side) / Double(max(attachment.width, attachment.height)))
    let width = max(Int(Double(attachment.width) * scale), 48)
    let height = max(Int(Double(attachment.height) * scale), 48)
    // Words and a button need more room than a narrow picture.
    return attachment.remoteHost == nil ? (width, height) : (max(width, 200), max(height, 140))
  }

  /// - Parameter isAlone: the whole picture is seen, not a square part of it.
  static func make(
    _ picture: PictureModel, isAlone: Bool, actions: PictureActions, load: @escaping @MainActor () -> Void
  ) -> Bin {
    let tile = Bin().styled("picture-tile").clipped()
    if let type = picture.attachment.mediaType {
      let (attachment, pictures) = (picture.attachment, actions.library.pictures)
      tile.draggedOut(as: type) {
        await pictures.file(of: attachment)?.bytes
      } path: {
        await pictures.copyForOthers(attachment)
      }
    }
    var seen: Face?
    tile.observe { tile in
      // Decoded or not, it is the same button: it keeps the keyboard while it scrolls out of sight and back.
      let face = Face(picture.phase)
      guard face != seen else { return }
      seen = face
      switch face {
      case .picture: tile.show(shown(picture, isAlone: isAlone, actions: actions))
      case .remote(let host): tile.show(remote(picture.attachment, at: host, isAlone: isAlone, load))
      case .fetching(let host): tile.show(fetching(host, isAlone: isAlone))
      case .unavailable: tile.show(unavailable())
      case .failed(let sentence): tile.show(failed(sentence, picture))
      }
    }
    return tile
  }

  /// What stands in a tile.
  private enum Face: Equatable {
    case picture
    case remote(String)
    case fetching(String)
    case unavailable
    case failed(String)

    init(_ phase: PictureModel.Phase) {
      self =
        switch phase {
        case .waiting, .shown: .picture
        case .remote(let host): .remote(host)
        case .fetching(let host): .fetching(host)
        case .unavailable: .unavailable
        case .failed(let sentence): .failed(sentence)
        }
    }
  }

  private static func shown(_ picture: PictureModel, isAlone: Bool, actions: PictureActions) -> Button {
    let view = Picture(alternative: picture.attachment.alternative, fit: isAlone ? .contain : .cover).shrinking()
    let waiting = Image(icon: "image-x-generic-symbolic", size: 32).decorative().styled("dim-label")
    waiting.aligned(horizontally: .center, vertically: .center).isTarget = false
    view.observe { view in
      view.show(picture.image.flatMap(Texture.init(of:)))
      waiting.isVisible = picture.image == nil
    }
    let button = Button(Overlay(view) { waiting }).flat().styled("picture-button")
    button.observe { $0.named(picture.attachment.spoken) }
    button.onClick { actions.view(picture) }
    return button
  }

  /// In a grid there is room for the host and the button only.
  private static func remote(
    _ picture: Attachment, at host: String, isAlone: Bool, _ load: @escaping @MainActor () -> Void
  ) -> Box {
    let button = Button(Label(localized("Load")).decorative()).named(localized("Load the picture from \(host)"))
      .onClick(load)
    button.aligned(horizontally: .center)
    let words = isAlone ? Label(picture.spoken).wrapping() : Label(host).ellipsized(.middle)
    return Box(.vertical, spacing: isAlone ? 8 : 2) {
      if isAlone { Image(icon: "network-server-symbolic", size: 24).decorative().styled("dim-label") }
      words.aligned(0.5).styled("caption").tooltip(picture.spoken)
      button
    }.aligned(vertically: .center).margins(isAlone ? 8 : 2)
  }

  private static func fetching(_ host: String, isAlone: Bool) -> Box {
    Box(.vertical, spacing: 8) {
      Spinner().minimum(width: 24, height: 24).aligned(horizontally: .center)
      if isAlone { Label(localized("Loading from \(host)")).wrapping().aligned(0.5).styled("caption") }
    }.aligned(vertically: .center).margins(4)
  }

  /// Not shown for a reason that may pass.
  private static func failed(_ sentence: String, _ picture: PictureModel) -> Box {
    let button = Button(Label(localized("Try Again")).decorative()).named(localized("Try to show the picture again"))
    button.aligned(horizontally: .center)
    button.onClick { picture.tryAgain() }
    return Box(.vertical, spacing: 6) {
      Label(localized("Not shown")).wrapping().aligned(0.5).styled("caption").tooltip(sentence)
      button
    }.aligned(vertically: .center).margins(4)
  }

  private static func unavailable() -> Box {
    Box(.vertical, spacing: 6) {
      Image(icon: "image-missing-symbolic", size: 24).decorative().styled("dim-label")
      Label(localized("Image unavailable")).wrapping().aligned(0.5).styled("caption")
    }.aligned(vertically: .center).margins(4)
  }
}

extension Texture {
  /// A decoded picture as GTK draws it.
  convenience init?(of image: PictureImage) {
    self.init(width: image.width, height: image.height, bgra: image.pixels.memory, of: image.pixels)
  }
}
