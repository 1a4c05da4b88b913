import Adw
import ViewModels

/// The pictures that go with the next message, above the composer: each can be taken out again.
enum PreviewBar {
  private static let side = 72

  static func make(_ composer: ComposerModel) -> Scroller {
    let line = Box(.horizontal, spacing: 8).margins(top: 6, bottom: 6, start: 4, end: 4)
    line.named("Pictures to send")
    var tiles: [Int: AnyWidget] = [:]
    let bar = Scroller(sideways: true, upAndDown: false, line).styled("preview-bar")
    line.observe { line in
      let pictures = composer.pictures
      bar.isVisible = !pictures.isEmpty
      for gone in Set(tiles.keys).subtracting(pictures.map(\.id)) {
        if let tile = tiles.removeValue(forKey: gone) { line.remove(tile) }
      }
      var previous: AnyWidget?
      for picture in pictures {
        if let tile = tiles[picture.id] {
          previous = tile
          continue
        }
        let tile = AnyWidget(tile(picture, composer))
        line.insert(tile, after: previous)
        tiles[picture.id] = tile
        previous = tile
      }
    }
    return bar
  }

  private static func tile(_ picture: PendingPicture, _ composer: ComposerModel) -> Overlay {
    let view = Picture(alternative: picture.name, fit: .cover).sized(width: side, height: side)
    let spinner = Spinner().minimum(width: 24, height: 24).aligned(horizontally: .center, vertically: .center)
    let missing = Image(icon: "image-missing-symbolic", size: 24).named("Image unavailable")
    missing.aligned(horizontally: .center, vertically: .center)
    let frame = Overlay(view) {
      spinner
      missing
    }.styled("pending").clipped()
    view.observe { view in
      view.alternative = picture.isReady ? picture.name : "Reading \(picture.name)"
      view.tooltip(picture.name)
      view.show(picture.thumbnail?.image.flatMap(Texture.init(of:)))
      missing.isVisible = picture.thumbnail?.isShownOrComing == false
      spinner.isVisible = picture.thumbnail?.phase != .shown && !missing.isVisible
    }
    let remove = Button(icon: "window-close-symbolic", name: "Remove \(picture.name)")
      .styled("circular", "osd", "remove").aligned(horizontally: .end, vertically: .start)
    remove.observe { $0.named("Remove \(picture.name)").tooltip("Remove") }
    remove.onClick { composer.remove(picture) }
    return Overlay(frame.aligned(horizontally: .start, vertically: .start)) { remove }
  }
}
