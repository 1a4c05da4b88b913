import CAdw
import Localization

/// What one viewport shows, and how it gets from one look to the next.
final class ViewportState {
  static let step = 1.25
  /// What a double click zooms to.
  private static let closer = 2.5
  /// How long the way from one zoom to another takes, in microseconds.
  private static let glide = 150_000.0
  /// How long nothing must move before the picture is made sharp, in milliseconds.
  private static let rest = 120

  var canvas: Weak<Canvas>?
  var onZoomChange: @MainActor (Double) -> Void = { _ in }
  private(set) var geometry = ViewportGeometry()
  /// The zoom that is wanted; what is drawn may still be on its way there.
  private(set) var goal = 1.0
  /// What is shown a picture of.
  private var subject: AnyHashable?
  private var layers: PictureLayers?
  private var frames: [(texture: Texture, end: Int)] = []
  private var frame = 0
  private var gliding = 0
  /// What a glide holds, and where.
  private var hold: (point: Point, location: Point)?
  private(set) var isPlaying = false
  /// Counts the times that playing began; a tick of an earlier time sees another number and ends.
  private var round = 0
  private var resting: Timer?
  private var sharpening: Task<Void, Never>?

  // MARK: What is shown

  func show(_ texture: Texture?, of subject: AnyHashable?) {
    stop()
    layers = texture.map { texture in PictureLayers(texture) { [weak self] in self?.redraw() } }
    let isSame = subject != nil && subject == self.subject
    self.subject = subject
    begin(texture, isSame: isSame)
  }

  func play(_ frames: [(Texture, Duration)]) {
    stop()
    layers = nil
    var end = 0
    self.frames = frames.map { texture, duration in
      let time = duration.components
      // Many files say 0 or 10 ms where everybody shows 100.
      let length = Int(time.seconds) * 1_000_000 + Int(time.attoseconds / 1_000_000_000_000)
      end += length <= 10_000 ? 100_000 : length
      return (texture, end)
    }
    begin(frames.first?.0, isSame: true)
    resume()
  }

  /// In other pixels the same part of the same picture is seen, of another one all.
  private func begin(_ texture: Texture?, isSame: Bool) {
    gliding += 1
    let hold = hold ?? (geometry.point(under: middle), middle)
    self.hold = nil
    let before = geometry.picture
    geometry.show(width: Double(texture?.width ?? 1), height: Double(texture?.height ?? 1))
    if isSame, goal > 1 {
      let point = Point(
        x: hold.point.x / before.width * geometry.picture.width,
        y: hold.point.y / before.height * geometry.picture.height)
      geometry.zoom(to: goal, holding: point, at: hold.location)
    }
    reach(geometry.zoom)
    redraw()
  }

  private func stop() {
    pause()
    frames = []
    frame = 0
  }

  /// Lets an animated picture move, if there is one.
  func resume() {
    guard !isPlaying, frames.count > 1, !Appearance.reducesMotion, let canvas = canvas?.value, canvas.isMapped else {
      return
    }
    isPlaying = true
    round += 1
    let mine = round
    var start: FrameTime?
    canvas.onTick { [weak self] now in
      guard let self, isPlaying, round == mine, let whole = frames.last?.end else { return false }
      let since = (now - (start ?? now)) % whole
      start = start ?? now
      let next = frames.firstIndex { since < $0.end } ?? 0
      if next != frame {
        frame = next
        redraw()
      }
      return true
    }
  }

  func pause() {
    isPlaying = false
    resting?.cancel()
    sharpening?.cancel()
  }

  private func redraw() { canvas?.value?.redraw() }

  func draw(_ pen: Pen, width: Double, height: Double) {
    if geometry.view != ViewportGeometry.Extent(width: max(width, 1), height: max(height, 1)) {
      geometry.resize(width: width, height: height)
      if goal > geometry.maximum { reach(geometry.maximum) }
      if goal > 1.001 {
        // The same zoom is another size in another window. Not while it is being painted, though.
        MainLoop.soon { [weak self] in
          guard let self else { return }
          tell()
          onZoomChange(goal)
        }
      }
      wait()
    }
    if !frames.isEmpty { return pen.draw(frames[min(frame, frames.count - 1)].texture, in: geometry.frame) }
    guard let layers, let canvas = canvas?.value else { return }
    let factor = Int(gtk_widget_get_scale_factor(canvas.widget))
    layers.draw(geometry, factor: factor, pen)
    if resting?.isWaiting != true, sharpening == nil { wait(isShort: true) }
  }

  /// Makes the picture sharp once nothing moves.
  private func wait(isShort: Bool = false) {
    resting?.cancel()
    sharpening?.cancel()
    sharpening = nil
    guard layers?.isReady == true else { return }
    resting = MainLoop.after(milliseconds: isShort ? 0 : Self.rest) { [weak self] in
      guard let self, let layers, let canvas = canvas?.value else { return }
      let factor = Int(gtk_widget_get_scale_factor(canvas.widget))
      let geometry = geometry
      sharpening = Task { await layers.sharpen(geometry, factor: factor) }
    }
  }

  // MARK: Zoom

  private var middle: Point { Point(x: geometry.view.width / 2, y: geometry.view.height / 2) }

  /// Zooms about a place, or the middle, on a short way there.
  func zoom(to wanted: Double, at location: Point? = nil) {
    let wanted = min(max(wanted, 1), geometry.maximum)
    let location = location ?? middle
    let held = geometry.point(under: location)
    let first = geometry.zoom
    guard wanted != goal || wanted != first else { return }
    gliding += 1
    guard !Appearance.reducesMotion, let canvas = canvas?.value, canvas.isMapped else {
      return zoom(to: wanted, holding: held, at: location)
    }
    reach(wanted)
    hold = (held, location)
    let mine = gliding
    var start: FrameTime?
    canvas.onTick { [weak self] now in
      guard let self, gliding == mine else { return false }
      let begin = start ?? now
      start = begin
      let part = min(Double(now - begin) / Self.glide, 1)
      let eased = 1 - (1 - part) * (1 - part)
      geometry.zoom(to: part < 1 ? first * pow(wanted / first, eased) : wanted, holding: held, at: location)
      if part == 1 { hold = nil }
      moved()
      return part < 1
    }
  }

  /// Zooms at once by a factor, about a place.
  func zoom(by factor: Double, at location: Point?) {
    let location = location ?? middle
    gliding += 1
    zoom(to: geometry.zoom * factor, holding: geometry.point(under: location), at: location)
  }

  /// Zooms at once so that a point of the picture is at a place.
  func zoom(to wanted: Double, holding point: Point, at location: Point) {
    gliding += 1
    hold = nil
    geometry.zoom(to: wanted, holding: point, at: location)
    moved()
    reach(geometry.zoom)
  }

  func toggle(at location: Point) { zoom(to: goal > 1.001 ? 1 : Self.closer, at: location) }

  func pan(x: Double, y: Double) {
    geometry.pan(x: x, y: y)
    moved()
  }

  private func moved() {
    redraw()
    wait()
  }

  private func reach(_ zoom: Double) {
    guard zoom != goal else { return }
    goal = zoom
    tell()
    onZoomChange(zoom)
  }

  /// How many pixels of the screen one of the picture is wide once the zoom that is wanted is reached.
  var closeness: Double { geometry.fit * goal * factor }

  private var factor: Double { Double(canvas?.value.map { gtk_widget_get_scale_factor($0.widget) } ?? 1) }

  private var percent: Int { Int((closeness * 100).rounded()) }

  /// How closely the picture is seen, in words.
  var words: String { goal > 1.001 ? localized("\(percent) %") : localized("Fit", context: "a zoom") }

  /// Says the zoom to screen readers, and with the pointer that the picture can be moved.
  func tell() {
    canvas?.value?.described(goal > 1.001 ? localized("Zoom \(percent) %") : localized("Fits the window"))
    showCursor()
  }

  func showCursor() { canvas?.value?.cursor(goal > 1.001 ? "grab" : nil) }

  // MARK: Keys

  func use(_ stroke: KeyStroke) -> Bool {
    guard stroke.modifiers.isDisjoint(with: [.alt, .super]) else { return false }
    switch stroke.key {
    case Key("+"), Key("="), .keypadPlus: zoom(to: goal * Self.step)
    case Key("-"), .keypadMinus: zoom(to: goal / Self.step)
    case Key("0"), .keypadZero: zoom(to: 1)
    case Key("1"), .keypadOne: zoom(to: 1 / (geometry.fit * factor))
    case .left where canPan(stroke): pan(x: geometry.view.width / 8, y: 0)
    case .right where canPan(stroke): pan(x: -geometry.view.width / 8, y: 0)
    case .up where canPan(stroke): pan(x: 0, y: geometry.view.height / 8)
    case .down where canPan(stroke): pan(x: 0, y: -geometry.view.height / 8)
    default: return false
    }
    return true
  }

  private func canPan(_ stroke: KeyStroke) -> Bool { goal > 1.001 && stroke.modifiers.isEmpty }
}
