import Adw
import Localization
import ViewModels

/// What goes with the next message, above the composer: pictures, and text that is too long for the field. Each can be
/// taken out again.
enum PreviewBar {
  private static let side = 72

  static func make(_ composer: ComposerModel) -> Scroller {
    let line = Box(.horizontal, spacing: 8).margins(top: 6, bottom: 6, start: 4, end: 4)
    line.named(localized("To be sent, too"))
    var tiles: [Int: AnyWidget] = [:]
    let bar = Scroller(sideways: true, upAndDown: false, line).styled("preview-bar")
    let text = longText(composer)
    line.append(text)
    text.observe { $0.isVisible = composer.longTextSize != nil }
    line.observe { line in
      let pictures = composer.pictures
      bar.isVisible = !pictures.isEmpty || composer.longTextSize != nil
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

  private static func longText(_ composer: ComposerModel) -> Overlay {
    let words = Label().wrapping().aligned(0.5).styled("caption")
    let face = Box(.vertical, spacing: 4) {
      Image(icon: "text-x-generic-symbolic", size: 24).decorative()
      words
    }.aligned(vertically: .center)
    let show = Button(face).flat().styled("pending").minimum(width: side + 24, height: side)
    show.observe { show in
      let size = composer.longTextSize ?? ""
      words.text = localized("Text, \(size)")
      show.named(localized("Show the text, \(size)"))
    }
    show.onClick {
      guard let window = show.window, let size = composer.longTextSize else { return }
      ReaderWindow.open(composer.longText, about: localized("Not sent yet, \(size)"), over: window)
    }
    show.tooltip(localized("It is sent after what is typed"))
    let remove = Button(icon: "window-close-symbolic", name: localized("Remove the text"))
      .styled("circular", "osd", "remove").aligned(horizontally: .end, vertically: .start).tooltip(localized("Remove"))
    remove.onClick { composer.removeLongText() }
    return Overlay(show.aligned(horizontally: .start, vertically: .start)) { remove }
  }

  private static func tile(_ picture: PendingPicture, _ composer: ComposerModel) -> Overlay {
    let view = Picture(alternative: picture.name, fit: .cover).sized(width: side, height: side)
    let spinner = Spinner().minimum(width: 24, height: 24).aligned(horizontally: .center, vertically: .center)
    let missing = Image(icon: "image-missing-symbolic", size: 24).named(localized("Image unavailable"))
    missing.aligned(horizontally: .center, vertically: .center)
    let frame = Overlay(view) {
      spinner
      missing
    }.styled("pending").clipped()
    view.observe { view in
      view.alternative = picture.isReady ? picture.name : localized("Reading \(picture.name)")
      view.tooltip(picture.name)
      view.show(picture.thumbnail?.image.flatMap(Texture.init(of:)))
      missing.isVisible = picture.thumbnail?.isShownOrComing == false
      spinner.isVisible = picture.thumbnail?.phase != .shown && !missing.isVisible
    }
    let remove = Button(icon: "window-close-symbolic", name: localized("Remove \(picture.name)"))
      .styled("circular", "osd", "remove").aligned(horizontally: .end, vertically: .start)
    remove.observe { $0.named(localized("Remove \(picture.name)")).tooltip(localized("Remove")) }
    remove.onClick { composer.remove(picture) }
    return Overlay(frame.aligned(horizontally: .start, vertically: .start)) { remove }
  }
}
