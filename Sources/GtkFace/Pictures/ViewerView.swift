import Adw
import Domain
import Localization
import ViewModels
import Wording

/// One picture over the whole window: closer and further, on to the next, out as a file.
final class ViewerView {
  let view: Box
  let model: ViewerModel
  private let library: LibraryModel
  private let viewport = PictureViewport()
  private let window: Window

  init(model: ViewerModel, library: LibraryModel, window: Window) {
    self.model = model
    self.library = library
    self.window = window
    let body = Overlay(viewport.expanding(horizontally: true, vertically: true))
    view = Box(.vertical).styled("viewer")
    let failure = Label().wrapping().aligned(0.5).aligned(vertically: .center).margins(48)
    let loading = Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center, vertically: .center)
    body.add(failure)
    body.add(loading)
    body.add(sideButton(.previous))
    body.add(sideButton(.next))
    body.add(foot())
    view.append(head())
    view.append(body.expanding(vertically: true))

    viewport.observe { [model] viewport in
      viewport.named(model.attachment.spoken)
      viewport.show(model.image.flatMap(Texture.init(of:)), of: model.picture)
      let frames = model.frames.compactMap { frame in Texture(of: frame.image).map { ($0, frame.duration) } }
      if frames.count > 1 { viewport.play(frames: frames) }
    }
    failure.observe { [model] label in
      if case .unavailable(let sentence) = model.phase { label.text = sentence } else { label.text = "" }
      label.isVisible = !label.text.isEmpty
    }
    loading.observe { [model] in $0.isVisible = model.phase == .loading && model.image == nil }
    view.onKey { [weak self] stroke in self?.take(stroke) ?? false }
  }

  func focus() { viewport.grabFocus() }

  /// What a key does here; the viewport has keys of its own.
  private static let actions = [KeyStroke: Shortcut.Action](
    Shortcut.all.filter { $0.group == .viewer && $0.action != .other }.flatMap { shortcut in
      shortcut.keys.compactMap { keys in KeyStroke(accelerator: keys.accelerator).map { ($0, shortcut.action) } }
    }
  ) { first, _ in first }

  private func take(_ stroke: KeyStroke) -> Bool {
    if viewport.use(stroke) { return true }
    switch Self.actions[stroke] {
    case .pictureToTheRight: turn(1)
    case .pictureToTheLeft: turn(-1)
    case .nextPicture: model.showNext()
    case .previousPicture: model.showPrevious()
    case .copyPicture: copy()
    case .savePicture: save()
    case .showInChat: showInChat()
    case .fillScreen: window.isFullscreen.toggle()
    case .closeViewer: if window.isFullscreen { window.isFullscreen = false } else { model.close() }
    default: return false
    }
    return true
  }

  /// One picture to the right or to the left, as the language is read.
  private func turn(_ step: Int) {
    if (step > 0) != view.isRightToLeft { model.showNext() } else { model.showPrevious() }
  }

  private func copy() { PictureActions.copy(model.attachment, library: library) }
  private func save() { PictureActions.save(model.attachment, library: library, over: window) }
  private func showInChat() { library.show(model.picture.message, in: model.chat) }
  private func open() { PictureActions.open(model.attachment, library: library, over: window) }

  private func head() -> HeaderBar {
    let title = WindowTitle("")
    title.observe { [model] title in
      title.title = model.origin
      var parts = [model.attachment.alternative]
      if model.attachment.width > 0 { parts.append("\(model.attachment.width) × \(model.attachment.height)") }
      if let bytes = model.attachment.bytes { parts.append(ByteCount.text(bytes)) }
      title.subtitle = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
    let close = Button(icon: "go-previous-symbolic", name: localized("Close the picture")).tooltip(
      localized("Close (Esc)"))
    close.onClick { [model] in model.close() }
    let copy = Button(icon: "edit-copy-symbolic", name: localized("Copy the picture")).tooltip(localized("Copy"))
    copy.onClick { [weak self] in self?.copy() }
    let save = Button(icon: "document-save-symbolic", name: localized("Save the picture as…")).tooltip(
      localized("Save As…"))
    save.onClick { [weak self] in self?.save() }
    let open = Button(icon: "document-open-symbolic", name: localized("Open the picture with…")).tooltip(
      localized("Open With…"))
    open.onClick { [weak self] in self?.open() }
    for button in [copy, save, open] {
      button.observe { [model] in $0.isEnabled = model.phase == .shown }
    }
    let show = Button(icon: "go-jump-symbolic", name: localized("Show the picture in the chat"))
      .tooltip(localized("Show in the Chat"))
    show.onClick { [weak self] in self?.showInChat() }
    let bar = HeaderBar(title: title) {
      close
      show
    }
    bar.append(end: open)
    bar.append(end: save)
    bar.append(end: copy)
    return bar.styled("viewer-bar", "flat")
  }

  private enum Side { case previous, next }

  private func sideButton(_ side: Side) -> Button {
    let isNext = side == .next
    let button = Button(
      icon: isNext ? "go-next-symbolic" : "go-previous-symbolic",
      name: isNext ? localized("Next picture") : localized("Previous picture"))
    button.styled("circular", "osd", "viewer-side")
    button.aligned(horizontally: isNext ? .end : .start, vertically: .center).margins(start: 12, end: 12)
    button.onClick { [model] in isNext ? model.showNext() : model.showPrevious() }
    button.observe { [model] in $0.isVisible = isNext ? model.hasNext : model.hasPrevious }
    return button
  }

  /// The caption and how closely one looks.
  private func foot() -> Box {
    let caption = Label().wrapping().aligned(0.5).styled("viewer-caption").lines(3)
    caption.observe { [model] label in
      label.text = model.caption
      label.isVisible = !model.caption.isEmpty
    }
    let percent = Label(localized("Fit", context: "a zoom")).styled("numeric", "caption").minimum(width: 52)
    let out = Button(icon: "zoom-out-symbolic", name: localized("Zoom out")).flat().styled("circular")
    let closer = Button(icon: "zoom-in-symbolic", name: localized("Zoom in")).flat().styled("circular")
    out.isEnabled = false
    // The viewport keeps this closure, so the closure must not keep the viewport.
    viewport.onZoomChange { [weak self] zoom in
      percent.text = self?.viewport.zoomWords ?? ""
      out.isEnabled = zoom > 1.001
      closer.isEnabled = zoom < (self?.viewport.maximumZoom ?? zoom) - 0.001
    }
    out.onClick { [viewport] in viewport.zoomOut() }
    closer.onClick { [viewport] in viewport.zoomIn() }
    return Box(.vertical, spacing: 8) {
      caption
      Box(.horizontal) {
        out
        percent
        closer
      }.styled("osd", "viewer-zoom").aligned(horizontally: .center)
    }.aligned(horizontally: .center, vertically: .end).margins(top: 0, bottom: 12, start: 12, end: 12)
  }
}
