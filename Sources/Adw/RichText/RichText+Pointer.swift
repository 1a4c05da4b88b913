import CAdw
import Markdown

/// What the pointer is doing in one text.
struct PointerState {
  /// The link under it.
  var link: LinkPlace?
  /// Where it is.
  var place: Point?
  /// How it is drawn there.
  var cursor: String?
  /// The letter that was found last.
  var letter: TextPosition?
  /// By what a drag selects, and what it goes on from, if that is not where the button went down.
  var unit = TextUnit.letter
  var begun: SelectionDrag.Begun?
  /// The block that it is over, the button there, and the code that was copied just now.
  var block: Int?
  var button: BlockButton?
  var copied: Int?
  /// Where a button went down in the text, while it is.
  var press: Point?
}

// Selecting, and clicking links.
extension RichTextBody {
  func listenToPointer() {
    let widget = self.widget
    let click = AnyObjectHandle(gtk_gesture_click_new())
    gtk_gesture_single_set_button(^click, guint(PointerButton.primary.rawValue))
    let clickRaw = click.handle
    click.on("pressed") { [weak self] (count: Int, x: Double, y: Double) in
      self?.press(Point(x: x, y: y), count: count, AnyObjectHandle(clickRaw))
    }
    click.on("released") { [weak self] (count: Int, x: Double, y: Double) in
      self?.release(Point(x: x, y: y), count: count, AnyObjectHandle(clickRaw))
    }
    let drag = AnyObjectHandle(gtk_gesture_drag_new())
    gtk_gesture_single_set_button(^drag, guint(PointerButton.primary.rawValue))
    let dragRaw = drag.handle
    drag.on("drag-update") { [weak self] (x: Double, y: Double) in
      self?.drag(by: Point(x: x, y: y), AnyObjectHandle(dragRaw))
    }
    drag.on("drag-end") { [weak self] (_: Double, _: Double) in self?.group.drag?.gestureEnded() }
    drag.on("cancel") { [weak self] (_: Pointed) in self?.group.drag?.gestureEnded() }
    widget.add(drag)
    widget.add(click)
    // What one of them takes, the other one has, too.
    gtk_gesture_group(^click, ^drag)
    let motion = AnyObjectHandle(gtk_event_controller_motion_new())
    motion.on("motion") { [weak self] (x: Double, y: Double) in self?.hover(Point(x: x, y: y)) }
    motion.on("leave") { [weak self] in self?.hover(nil) }
    widget.add(motion)
    widget.tooltip(whenAsked: { [weak self] in self?.tooltip })
    listenToWheel()
  }

  private func press(_ point: Point, count: Int, _ gesture: AnyObjectHandle) {
    let state = gtk_event_controller_get_current_event_state(^gesture)
    let isTouch = Self.isTouch(gesture)
    pointer.press = isTouch ? nil : point
    // A finger scrolls, and opens the menu of the message when it rests; it selects by a double tap.
    guard !isTouch || count > 1 else { return }
    group.showsCaret = false
    guard button(at: point) == nil else { return }
    let place = position(at: point).position
    (pointer.unit, pointer.begun) = (count == 1 ? .letter : count == 2 ? .word : .all, nil)
    if Modifiers(state: Int(state.rawValue)).contains(.shift), group.hasBegun {
      take(gesture)
      group.extend(to: place, in: self)
      pointer.unit = .letter
      pointer.begun = group.anchor.map { ($0, $0) }
      return group.keepPrimary()
    }
    guard count > 1 else { return }
    take(gesture)
    let part = pointer.unit == .word ? word(at: pointer.letter ?? place) : paragraph(at: place)
    let begun = (first: group.end(at: part.lowerBound, in: self), last: group.end(at: part.upperBound, in: self))
    pointer.begun = begun
    group.select(from: begun.first, to: begun.last)
    group.keepPrimary()
  }

  private func release(_ point: Point, count: Int, _ gesture: AnyObjectHandle) {
    let press = pointer.press
    pointer.press = nil
    let isMoved = press.map { abs($0.x - point.x) + abs($0.y - point.y) > 4 } ?? false
    guard group.drag == nil, !isMoved else { return }
    if let button = button(at: point) {
      take(gesture)
      return self.press(button)
    }
    guard count == 1 else { return }
    if let link = link(at: point) {
      take(gesture)
      heardLink?(link)
    } else if press != nil, !Modifiers(state: modifiers(of: gesture)).contains(.shift) {
      // A click lets go of what was selected, and says where the keyboard begins.
      let hadSelection = !group.isEmpty
      group.begin(at: position(at: point).position, in: self)
      if hadSelection { take(gesture) }
    }
  }

  private func modifiers(of gesture: AnyObjectHandle) -> Int {
    Int(gtk_event_controller_get_current_event_state(^gesture).rawValue)
  }

  /// From here on the press is ours; and the keyboard, to copy.
  private func take(_ gesture: AnyObjectHandle) {
    gtk_gesture_set_state(^gesture, GTK_EVENT_SEQUENCE_CLAIMED)
    widget.grabFocus()
  }

  static func isTouch(_ gesture: AnyObjectHandle) -> Bool {
    guard let device = gtk_event_controller_get_current_event_device(^gesture) else { return false }
    return gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
  }

  // MARK: Dragging

  private func drag(by way: Point, _ gesture: AnyObjectHandle) {
    guard let press = pointer.press, let place = Self.place(of: gesture, in: widget) else { return }
    if let drag = group.drag { return drag.move(to: place) }
    guard abs(way.x) + abs(way.y) > 4 else { return }
    take(gesture)
    let pressed = group.end(at: position(at: press).position, in: self)
    let device = gtk_event_controller_get_current_event_device(^gesture)
    let drag = SelectionDrag(
      by: pointer.unit, from: pointer.begun ?? (pressed, pressed), in: self, at: place, device: device)
    if let drag { group.beginDrag(drag) }
  }

  /// Where the pointer is in the window: what is in the text moves below it, and a gesture does not notice.
  private static func place(of gesture: AnyObjectHandle, in widget: AnyWidget) -> Point? {
    guard let event = gtk_event_controller_get_current_event(^gesture),
      let native = gtk_widget_get_native(widget.widget)
    else { return nil }
    var place = (x: 0.0, y: 0.0)
    var inset = (x: 0.0, y: 0.0)
    guard Bool(gdk_event_get_position(event, &place.x, &place.y)) else { return nil }
    gtk_native_get_surface_transform(native, &inset.x, &inset.y)
    return Point(x: place.x - inset.x, y: place.y - inset.y)
  }

  func word(at place: TextPosition) -> Range<TextPosition> {
    guard place.block < placed.count, place.leaf < placed[place.block].shape.leafCount else { return place..<place }
    let layout = placed[place.block].shape.layout(of: place.leaf, by: setter)
    let bytes = TextLines.word(at: place.byte, in: layout)
    var (start, end) = (place, place)
    (start.byte, end.byte) = (bytes.lowerBound, bytes.upperBound)
    return start..<end
  }

  /// The paragraph around a place: a block, or a cell of a table, or the lines of what was typed up to an empty one.
  func paragraph(at place: TextPosition) -> Range<TextPosition> {
    guard place.block < placed.count else { return place..<place }
    var (start, end) = (place, place)
    let shape = placed[place.block].shape
    if !(shape is TableShape) {
      start.leaf = 0
      end.leaf = max(0, shape.leafCount - 1)
    }
    start.byte = 0
    end.byte = byteCount(block: end.block, leaf: end.leaf)
    return start..<end
  }
}
