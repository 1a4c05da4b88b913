import CAdw

/// A pointer that selects while its button is held. It is followed in its window, not in a text: the one in which it
/// began may lose its widget on the way.
final class SelectionDrag {
  /// Whose it is, which may go with its window meanwhile.
  private weak var group: SelectionGroup?
  private let unit: TextUnit
  /// What a drag begins with, which stays selected.
  typealias Begun = (first: SelectionGroup.End, last: SelectionGroup.End)
  private let begun: Begun
  private let window: AnyWidget
  private let views: NearViews?
  /// The pointer; kept, as it may be unplugged meanwhile.
  private let device: Strong<AnyObjectHandle>?
  /// Where the pointer is in the window.
  private var place: Point
  private var lastFrame: FrameTime?

  /// - Parameter place: where the pointer is, in the window.
  init?(by unit: TextUnit, from begun: Begun, in body: RichTextBody, at place: Point, device: OpaquePointer?) {
    guard let window = body.widget.window else { return nil }
    group = body.group
    self.unit = unit
    self.begun = begun
    self.window = AnyWidget(window)
    views = body.views
    self.device = device.map { Strong(AnyObjectHandle($0)) }
    self.place = place
  }

  /// Whether it is the one that is under way.
  private var isCurrent: Bool { group?.drag === self }

  func begin() {
    extend()
    views?.drag = self
    let weak = Weak(window)
    window.onTick { [weak self] time in
      guard let self, isCurrent, weak.value?.isMapped == true else { return false }
      guard isHeld, views?.isGone != true else {
        group?.endDrag()
        return false
      }
      scroll(time)
      return true
    }
  }

  /// The pointer has moved.
  func move(to place: Point) {
    guard isCurrent else { return }
    self.place = place
    extend()
  }

  /// The gesture has ended: the button was let go, or the text in which it was pressed has gone.
  func gestureEnded() { if isCurrent, !isHeld { group?.endDrag() } }

  /// Whether the button is still down; and learns where the pointer is, which nobody tells once its text has gone.
  private var isHeld: Bool {
    guard let device, let native = gtk_widget_get_native(window.widget), let surface = gtk_native_get_surface(native)
    else { return false }
    var (x, y) = (0.0, 0.0)
    var state = GdkModifierType(rawValue: 0)
    // Its answer is only whether the pointer is over the window; what it says of the button is true beyond, too.
    gdk_surface_get_device_position(surface, ^device.object, &x, &y, &state)
    guard state.rawValue & GDK_BUTTON1_MASK.rawValue != 0 else { return false }
    var inset = (x: 0.0, y: 0.0)
    gtk_native_get_surface_transform(native, &inset.x, &inset.y)
    place = Point(x: x - inset.x, y: y - inset.y)
    return true
  }

  /// Selects up to the pointer, or up to the edge of what is seen beyond which it is.
  func extend() {
    guard let group, isCurrent else { return }
    let place = Point(x: place.x, y: place.y - distanceBeyondEdge)
    guard let target = group.member(at: place.y, in: window) else { return }
    let position = target.position(at: window.point(place, in: target.widget)).position
    let part =
      switch unit {
      case .word: target.word(at: position)
      case .all: target.paragraph(at: position)
      case .letter, .line: position..<position
      }
    // By words and paragraphs it takes whole ones, and keeps the one it began with.
    let first = group.end(at: part.lowerBound, in: target)
    let last = group.end(at: part.upperBound, in: target)
    if first < begun.first {
      group.select(from: begun.last, to: first)
    } else {
      group.select(from: begun.first, to: last < begun.last ? begun.last : last)
    }
  }

  // MARK: Beyond the edge

  private var distanceBeyondEdge: Double {
    guard let seen = views?.seen(in: window) else { return 0 }
    return place.y < seen.lowerBound
      ? place.y - seen.lowerBound : place.y >= seen.upperBound ? place.y - seen.upperBound + 1 : 0
  }

  /// Scrolls while the pointer is held beyond the edge of what is seen, the quicker the further away it is. What comes into
  /// view is selected once it is laid out.
  private func scroll(_ time: FrameTime) {
    let distance = distanceBeyondEdge
    defer { lastFrame = distance == 0 ? nil : time }
    guard distance != 0, let lastFrame, let adjustment = views?.adjustment else { return }
    let seconds = min(Double(time - lastFrame) / 1_000_000, 0.1)
    let speed = min(100 + abs(distance) * 8 + distance * distance / 4, 6_000)
    let way = (distance < 0 ? -speed : speed) * seconds
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + way)
  }
}
