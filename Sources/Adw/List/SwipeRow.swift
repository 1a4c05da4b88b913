import CAdw

/// A widget that a finger can push aside to do something with it: let go past the middle, it is done; before, it slides
/// back. Whatever it does must also be in a menu, for all who have no touch screen.
package struct SwipeRow: Widget {
  package let handle: Handle

  /// `content` that slides towards the start and shows an action behind itself. `touchOnly` is false where a mouse may
  /// push, too.
  package init(
    _ content: some Widget, actionLabel: String, icon: String, touchOnly: Bool = true,
    onSwipe: @escaping @MainActor () -> Void
  ) {
    handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    let content = AnyWidget(content)
    let swipe = Swipe(owner: AnyWidget(self), content: content, body: onSwipe) {
      Box(.horizontal, spacing: 8) {
        Image(icon: icon)
        Label(actionLabel)
      }.styled("swipe-action").decorative()
    }
    attach(swipe, as: Swipe.key)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(swipeRequestMode, swipeMeasure, swipeAllocate))
    gtk_box_append(^self, content.widget)
    clipped()
    swipe.listen(touchOnly: touchOnly)
  }

  /// How far it is pushed, in pixels towards the start.
  package var offset: Double { attached(Swipe.self, as: Swipe.key)?.offset ?? 0 }

  /// Pushes it as a finger would, and lets go.
  package func swipe(by distance: Double) {
    guard let swipe = attached(Swipe.self, as: Swipe.key) else { return }
    swipe.push(to: distance)
    swipe.letGo()
  }
}

/// The state of one swipe.
private final class Swipe {
  static let key = "adw-swipe"

  private let owner: AnyWidget
  let content: AnyWidget
  /// Made at the first push: hardly any row is ever pushed.
  private lazy var action = makeAction()
  private let face: @MainActor () -> Box
  private let body: @MainActor () -> Void
  private(set) var offset = 0.0
  private var isSliding = false
  private var isPushed = false

  init(
    owner: AnyWidget, content: AnyWidget, body: @escaping @MainActor () -> Void, face: @escaping @MainActor () -> Box
  ) {
    self.owner = owner
    self.content = content
    self.body = body
    self.face = face
  }

  private func makeAction() -> AnyWidget {
    let action = AnyWidget(face())
    gtk_widget_insert_before(action.widget, owner.widget, content.widget)
    return action
  }

  func listen(touchOnly: Bool) {
    let gesture = AnyObjectHandle(gtk_gesture_drag_new())
    let raw = gesture.handle
    gtk_gesture_single_set_touch_only(^gesture, touchOnly.c)
    gesture.on("drag-update") { [unowned self] (x: Double, y: Double) in
      let gesture = AnyObjectHandle(raw)
      let distance = owner.isRightToLeft ? x : -x
      if !isSliding {
        // The first pixels say whether it is a swipe or a scroll.
        guard max(abs(x), abs(y)) > 12 else { return }
        guard distance > 2 * abs(y) else {
          gtk_gesture_set_state(^gesture, GTK_EVENT_SEQUENCE_DENIED)
          return
        }
        isSliding = true
        gtk_gesture_set_state(^gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      push(to: distance)
    }
    gesture.on("drag-end") { [unowned self] in if isSliding { letGo() } }
    gesture.on("cancel") { [unowned self] in if isSliding { slide(to: 0) {} } }
    owner.add(gesture)
  }

  func push(to distance: Double) {
    offset = min(max(distance, 0), Double(owner.width))
    if offset > 0 { isPushed = true }
    guard isPushed else { return }
    gtk_widget_set_child_visible(action.widget, (offset >= 0.5).c)
    gtk_widget_queue_allocate(owner.widget)
  }

  func letGo() {
    isSliding = false
    let width = Double(owner.width)
    guard offset > 0 else { return }
    guard offset > width / 2 else { return slide(to: 0) {} }
    slide(to: width) { [unowned self] in
      body()
      // Whoever keeps the row, after an undo perhaps, gets it back where it was.
      push(to: 0)
    }
  }

  private func slide(to target: Double, _ done: @escaping @MainActor () -> Void) {
    let begin = offset
    guard !Appearance.reducesMotion, owner.isMapped else {
      push(to: target)
      return done()
    }
    var start: FrameTime?
    owner.onTick { [unowned self] time in
      let first = start ?? time
      start = first
      let part = min(Double(time - first) / 200_000, 1)
      push(to: begin + (target - begin) * (1 - (1 - part) * (1 - part)))
      if part == 1 { done() }
      return part < 1
    }
  }

  func allocate(width: Int, height: Int) {
    let pushed = Int(offset.rounded())
    let isMirrored = owner.isRightToLeft
    var minimum: gint = 0
    if pushed > 0 {
      gtk_widget_measure(action.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      let room = max(pushed, Int(minimum))
      var allocation = GtkAllocation(
        x: gint(isMirrored ? pushed - room : width - pushed), y: 0, width: gint(room), height: gint(height))
      gtk_widget_size_allocate(action.widget, &allocation, -1)
    }
    var allocation = GtkAllocation(
      x: gint(isMirrored ? pushed : -pushed), y: 0, width: gint(width), height: gint(height))
    gtk_widget_size_allocate(content.widget, &allocation, -1)
  }

  static func of(_ raw: UnsafeMutableRawPointer) -> Swipe? {
    AnyWidget(raw.assumingMemoryBound(to: GtkWidget.self)).attached(Swipe.self, as: key)
  }
}

private let swipeRequestMode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

private let swipeMeasure: GtkCustomMeasureFunc = { widget, orientation, size, minimum, natural, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  let (least, wished) = MainActor.assumeIsolated { () -> (gint, gint) in
    guard let content = Swipe.of(raw)?.content else { return (0, 0) }
    var least: gint = 0
    var wished: gint = 0
    let known = orientation == GTK_ORIENTATION_VERTICAL ? gint(size) : -1
    gtk_widget_measure(content.widget, orientation, known, &least, &wished, nil, nil)
    return (least, wished)
  }
  minimum?.pointee = least
  natural?.pointee = wished
}

private let swipeAllocate: GtkCustomAllocateFunc = { widget, width, height, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  MainActor.assumeIsolated { Swipe.of(raw)?.allocate(width: Int(width), height: Int(height)) }
}
