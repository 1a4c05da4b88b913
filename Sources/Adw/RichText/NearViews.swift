import CAdw

/// Tells the texts in a scrolled window, in each frame in which something moved, what of them is in view.
final class NearViews {
  private static let key = "adw-near-views"

  private let scroller: AnyWidget
  private var members: [Handle: RichTextBody] = [:]
  /// The pointer that selects in them and may be held beyond their edge.
  weak var drag: SelectionDrag?
  /// Whether what scrolls is no longer there; a drag may outlive it.
  private(set) var isGone = false

  private init(_ scroller: AnyWidget) { self.scroller = scroller }

  /// Those of the window around a widget; nil if nothing around it scrolls.
  static func around(_ widget: AnyWidget) -> NearViews? {
    guard let found = gtk_widget_get_ancestor(widget.widget, gtk_scrolled_window_get_type()) else { return nil }
    let scroller = AnyWidget(found)
    if let known = scroller.attached(NearViews.self, as: key) { return known }
    let new = NearViews(scroller)
    scroller.attach(new, as: key)
    scroller.whenGone { [weak new] in new?.isGone = true }
    // After layout and before the paint, so that what came into view is there when it is painted.
    scroller.onLayout { [weak new] in new?.tell() }
    return new
  }

  func join(_ body: RichTextBody) { members[body.widget.handle] = body }

  func leave(_ body: RichTextBody) { members[body.widget.handle] = nil }

  private func tell() {
    let height = Double(scroller.height)
    guard height > 0 else { return }
    for body in members.values {
      let top = -body.widget.point(Point(x: 0, y: 0), in: scroller).y
      body.look(at: top..<(top + height))
    }
    drag?.extend()
  }

  /// The adjustment by which it scrolls up and down.
  var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    isGone ? nil : gtk_scrolled_window_get_vadjustment(^scroller)
  }
  /// What is seen of it, in the window's pixels.
  func seen(in window: AnyWidget) -> Range<Double>? {
    guard !isGone, scroller.height > 0 else { return nil }
    let top = scroller.point(Point(x: 0, y: 0), in: window).y
    return top..<(top + Double(scroller.height))
  }
  /// The text at the upper edge of what is seen, and how far below its own that is.
  var atUpperEdge: (body: RichTextBody, y: Double)? {
    for body in members.values {
      let top = place(of: body.widget).top
      if top < 0, top + Double(body.widget.height) > 0 { return (body, -top) }
    }
    return nil
  }
  /// Where a widget's upper edge is in what is seen, and how much is.
  func place(of widget: AnyWidget) -> (top: Double, height: Double) {
    (widget.point(Point(x: 0, y: 0), in: scroller).y, Double(scroller.height))
  }
}

extension RichTextBody {
  func listen() {
    let weak = Weak(widget)
    widget.onMap { [weak self] in
      guard let self, let widget = weak.value else { return }
      views = NearViews.around(widget)
      views?.join(self)
    }
    widget.onUnmap { [weak self] in self?.leave() }
  }

  /// Begins to react to the pointer and the keyboard. Most texts of a long list are never seen, and need not.
  func listenToUser() {
    guard !isListening else { return }
    isListening = true
    listenToPointer()
    listenToKeys()
  }

  /// Nobody sees it any more.
  private func leave() {
    views?.leave(self)
    views = nil
    view = nil
    drawn = nil
    dropLayouts(outside: nil)
  }

  /// Hears what of it is in view.
  func look(at range: Range<Double>) {
    view = range
    let page = range.upperBound - range.lowerBound
    let own = Double(widget.height)
    if range.upperBound <= 0 || range.lowerBound >= own {
      let distance = max(-range.upperBound, range.lowerBound - own)
      if drawn == nil, !isTrimmed, distance > page / 2 {
        // It was only measured.
        isTrimmed = true
        return dropLayouts(outside: nil)
      }
      guard let drawn, !drawn.isEmpty, distance > 2 * page else { return }
      // Far away: its layouts go, and what was drawn of them.
      self.drawn = nil
      dropLayouts(outside: nil)
      gtk_widget_queue_draw(widget.widget)
    } else {
      let seen = range.clamped(to: 0..<own)
      measure(in: seen)
      guard let drawn, drawn.lowerBound <= seen.lowerBound, drawn.upperBound >= seen.upperBound else {
        return gtk_widget_queue_draw(widget.widget)
      }
    }
  }

  /// Lets layouts go that lie outside of a part; all of them for nil.
  func dropLayouts(outside range: Range<Double>?) {
    let kept = range.map { blocks(in: $0) } ?? 0..<0
    for (index, block) in placed.enumerated() {
      guard let range, kept.contains(index) else {
        block.shape.drop(except: 0..<0)
        continue
      }
      let top = block.frame.y
      block.shape.drop(except: block.shape.leaves(in: (range.lowerBound - top)..<(range.upperBound - top)))
    }
  }
}
