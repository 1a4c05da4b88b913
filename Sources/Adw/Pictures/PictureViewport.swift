import CAdw

/// A picture that fills a window as far as it can, and that can be looked at more closely: with two fingers, the wheel,
/// the keyboard or a double click. While all of it is seen it takes no arrow keys, wheel or drag, so that a window may
/// go to the next picture with them.
package struct PictureViewport: Widget {
  package let handle: Handle
  private let state: ViewportState

  /// An empty viewport. What lies behind the picture is the style's: its class is `picture-viewport`.
  package init() {
    let state = ViewportState()
    let canvas = Canvas { pen, width, height in state.draw(pen, width: width, height: height) }
    handle = canvas.handle
    self.state = state
    state.canvas = Weak(canvas)
    role(.image).styled("picture-viewport").clipped().focusable()
    expanding(horizontally: true, vertically: true)
    onMap { state.resume() }
    onUnmap { state.pause() }
    onKey { state.use($0) }
    listen()
    state.tell()
  }

  /// Shows a picture, all of it; nil shows none.
  ///
  /// - Parameter subject: what it is a picture of. In the place of another of the same it is seen as closely as that was.
  package func show(_ texture: Texture?, of subject: AnyHashable? = nil) { state.show(texture, of: subject) }

  /// Shows pictures one after another in the place of the one that was shown, each for its time, over and over while the
  /// viewport is on screen. Where the desktop asks for things not to move, only the first is shown.
  package func play(frames: [(Texture, Duration)]) { state.play(frames) }

  /// Whether an animated picture is moving now.
  package var isPlaying: Bool { state.isPlaying }

  /// How closely the picture is looked at: 1 shows all of it. Setting it holds the middle.
  package var zoom: Double {
    get { state.goal }
    nonmutating set { state.zoom(to: newValue) }
  }

  /// How closely the picture is seen, in words: "Fit", or in pixels of the screen for one of the picture, as "150 %".
  package var zoomWords: String { state.words }

  /// The largest that `zoom` can be: 5, or more where a pixel of the picture would still be less than one of the screen.
  package var maximumZoom: Double { state.geometry.maximum }

  /// Where the whole picture lies in the viewport, much of it perhaps outside.
  package var pictureFrame: Rectangle { state.geometry.frame }

  /// Calls `body` with `zoom` when it has changed. What `body` holds lives as long as the viewport: not the viewport
  /// itself, then.
  package func onZoomChange(_ body: @escaping @MainActor (Double) -> Void) { state.onZoomChange = body }

  /// One step closer.
  package func zoomIn() { state.zoom(to: state.goal * ViewportState.step) }

  /// One step back.
  package func zoomOut() { state.zoom(to: state.goal / ViewportState.step) }

  /// Does what a key means to the viewport; false for a key that means nothing to it now. For windows in which
  /// something else may have the keyboard.
  @discardableResult
  package func use(_ stroke: KeyStroke) -> Bool { state.use(stroke) }

  // MARK: Pointer and fingers

  private func listen() {
    let state = state
    listenToDoubleClick()
    listenToScroll()
    listenToDrag()
    let pinch = AnyObjectHandle(gtk_gesture_zoom_new())
    let raw = pinch.handle
    let middle: @MainActor () -> Point = {
      var location = Point(x: 0, y: 0)
      gtk_gesture_get_bounding_box_center(^AnyObjectHandle(raw), &location.x, &location.y)
      return location
    }
    var held = Point(x: 0, y: 0)
    var start = 1.0
    pinch.on("begin") {
      gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_CLAIMED)
      start = state.geometry.zoom
      held = state.geometry.point(under: middle())
    }
    pinch.on("scale-changed") { (scale: Double) in state.zoom(to: start * scale, holding: held, at: middle()) }
    add(pinch)
  }

  private func listenToDoubleClick() {
    let state = state
    let click = AnyObjectHandle(gtk_gesture_click_new())
    let raw = click.handle
    // Counted here: beside a gesture that follows drags, GTK's own count begins again at each press.
    var last: (time: UInt32, location: Point)?
    click.on("pressed") { (_: Int, x: Double, y: Double) in
      let time = gtk_event_controller_get_current_event_time(^AnyObjectHandle(raw))
      let location = Point(x: x, y: y)
      if let before = last, time &- before.time < 400, abs(before.location.x - x) < 8, abs(before.location.y - y) < 8 {
        last = nil
        state.toggle(at: location)
      } else {
        last = (time, location)
      }
    }
    add(click)
  }

  private func listenToScroll() {
    let state = state
    let scroll = AnyObjectHandle(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    let raw = scroll.handle
    // The pointer's place is not told with a scroll.
    var pointer: Point?
    let motion = AnyObjectHandle(gtk_event_controller_motion_new())
    motion.on("enter") { (x: Double, y: Double) in pointer = Point(x: x, y: y) }
    motion.on("motion") { (x: Double, y: Double) in pointer = Point(x: x, y: y) }
    add(motion)
    scroll.on("scroll") { (x: Double, y: Double) -> Bool in
      let held = gtk_event_controller_get_current_event_state(^AnyObjectHandle(raw))
      // A wheel counts notches, a touchpad pixels.
      let isWheel = gtk_event_controller_scroll_get_unit(^AnyObjectHandle(raw)) == GDK_SCROLL_UNIT_WHEEL
      if held.rawValue & GDK_CONTROL_MASK.rawValue != 0 {
        state.zoom(by: pow(1.15, -y * (isWheel ? 1 : 0.05)), at: pointer)
        return true
      }
      guard state.geometry.isZoomed else { return false }
      state.pan(x: -x * (isWheel ? 60 : 1), y: -y * (isWheel ? 60 : 1))
      return true
    }
    add(scroll)
  }

  private func listenToDrag() {
    let state = state
    let drag = AnyObjectHandle(gtk_gesture_drag_new())
    let raw = drag.handle
    var last = Point(x: 0, y: 0)
    var isMoving = false
    let weak = Weak(self)
    drag.on("drag-begin") {
      last = Point(x: 0, y: 0)
      isMoving = false
      if !state.geometry.isZoomed { gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_DENIED) }
    }
    drag.on("drag-update") { (x: Double, y: Double) in
      // A hand that trembles during a double click drags nothing.
      guard isMoving || max(abs(x), abs(y)) > 4 else { return }
      if !isMoving {
        isMoving = true
        gtk_gesture_set_state(^AnyObjectHandle(raw), GTK_EVENT_SEQUENCE_CLAIMED)
        weak.value?.cursor("grabbing")
      }
      state.pan(x: x - last.x, y: y - last.y)
      last = Point(x: x, y: y)
    }
    drag.on("drag-end") { state.showCursor() }
    add(drag)
  }
}
