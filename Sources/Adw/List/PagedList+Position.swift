import CAdw

/// Where a row comes to lie when it is scrolled to.
package enum ScrollPosition: Equatable {
  /// Anywhere in view, by the shortest way.
  case nearest
  /// In the middle.
  case center
  /// So many pixels below the upper edge; negative ones above.
  case offset(Double)
}

/// A movement of the list's own.
struct Glide {
  let begin: FrameTime
  /// How far from its target it began.
  let distance: Double
  /// What of that is left.
  var rest: Double
}

extension PagedList {
  private var upper: Double { gtk_adjustment_get_upper(^adjustment) }
  private var page: Double { gtk_adjustment_get_page_size(^adjustment) }
  private var maximum: Double { max(0, upper - page) }
  /// How much there is below the view.
  var roomBelow: Double { maximum - value }
  /// How high all rows are that are made, as last laid out.
  var laidOutHeight: Double {
    guard let first = frames.first, let last = frames.last else { return 0 }
    return last.y + last.height - first.y
  }

  /// The row at the upper edge of the view and how far below that edge it begins: to come back to with `scroll(to:)`.
  package var position: (id: ID, offset: Double)? {
    frames.first { $0.y + $0.height > value }.map { ($0.id, $0.y - value) }
  }

  /// Scrolls to a row; it must be among the ids of the last `update`.
  package func scroll(to id: ID, _ frame: ScrollPosition = .nearest) {
    guard wanted.contains(id) else { return }
    if rows[id] == nil { finishFilling() }
    glide = nil
    isPinned = false
    wantsEnd = false
    pendingScroll = (id, frame)
    gtk_widget_queue_allocate(list.widget)
    requestLayoutPhase()
    tellSoon()
  }

  /// Goes to the end and follows it from there on. If the last rows are not there, the caller is asked for them.
  package func scrollToEnd(animated: Bool = false) {
    pendingScroll = nil
    followsAnyway = true
    guard endIsReached else {
      wantsEnd = true
      return heardEndWanted()
    }
    if alive.last != wanted.last { finishFilling() }
    if edge == .end { isPinned = true }
    beginGlide(animated: animated, to: maximum)
    tellSoon()
  }

  /// Goes to the first of the rows.
  package func scrollToStart() {
    glide = nil
    pendingScroll = nil
    isPinned = edge == .start
    set(0)
    value = 0
    requestLayoutPhase()
    tellSoon()
  }

  /// How far the reader is scrolled down, in pixels from the first row that is made. Setting it is a scroll of the
  /// reader's.
  package var offset: Double {
    get { gtk_adjustment_get_value(^adjustment) }
    set { gtk_adjustment_set_value(^adjustment, newValue) }
  }

  /// Scrolls down (or up) by some pixels.
  func scroll(by distance: Double) {
    glide = nil
    gtk_adjustment_set_value(^adjustment, min(max(value + distance, 0), maximum))
  }

  /// Scrolls by most of what is in view, up for -1. What little would be left before the end is taken along: what stands
  /// below the list while it is not at its end makes a page smaller on the way back.
  package func scroll(pages: Int) {
    let distance = Double(pages) * page * 0.9
    let isNearEnd = distance > 0 && edge == .end && endIsReached && maximum - value - distance < page * 0.15
    if isNearEnd { scrollToEnd() } else { scroll(by: distance) }
  }

  private func beginGlide(animated: Bool, to target: Double) {
    glide = nil
    // A long way is cut short: what rushes by cannot be read anyway.
    let distance = max(min(target - value, page), -page)
    guard animated, !Appearance.reducesMotion, isMapped, abs(distance) > 1 else { return requestLayoutPhase() }
    glide = Glide(begin: 0, distance: distance, rest: distance)
    onTick { [unowned self] time in
      guard let now = glide else { return false }
      let begin = now.begin == 0 ? time : now.begin
      let part = min(Double(time - begin) / 250_000, 1)
      let left = (1 - part) * (1 - part) * (1 - part)
      glide = part < 1 ? Glide(begin: begin, distance: now.distance, rest: now.distance * left) : nil
      requestLayoutPhase()
      return glide != nil
    }
  }

  /// Puts the position right after GTK has laid out, before anything is painted. If it moves anything, GDK lays out
  /// once more before the paint. (In the adjustment's own signals the viewport is in the middle of its work, and would
  /// overwrite the change.)
  func settle() {
    drift.isTicking = false
    guard upper > 0, page > 0 else { return }
    let laid = layout()
    if isPinnedToEnd, staysStill, !followsAnyway, page == settled.page, maximum - value > 1 { isPinned = false }
    let target = min(max(self.target(in: laid), 0), maximum)
    if target != gtk_adjustment_get_value(^adjustment) { set(target) }
    value = target
    frames = laid
    settled = (upper, page)
    if !isPinned, held == nil, edge == .end, endIsReached, alive.last == wanted.last, maximum - value <= 1 {
      isPinned = true
    }
    fillView()
    tellSoon()
  }

  private func target(in laid: [RowFrame]) -> Double {
    if let held {
      if held.isLast { self.held = nil }
      if let y = held.place() { return y - held.seen }
    }
    if let pending = pendingScroll, let frame = laid.first(where: { $0.id == pending.id }) {
      pendingScroll = nil
      switch pending.frame {
      case .nearest: return nearest(frame.y, frame.height)
      case .center: return frame.y - max((page - frame.height) / 2, 0)
      case .offset(let offset): return frame.y - offset
      }
    }
    if isPinned { return (edge == .end ? maximum : 0) - (glide?.rest ?? 0) }
    // The first row in view that is still there holds its place; failing that, the last one above.
    let now = Dictionary(uniqueKeysWithValues: laid.map { ($0.id, $0.y) })
    let view = frames.firstIndex { $0.y + $0.height > value } ?? frames.endIndex
    guard
      let anchor = frames[view...].first(where: { now[$0.id] != nil })
        ?? frames[..<view].last(where: { now[$0.id] != nil }),
      let y = now[anchor.id]
    else { return value }
    let moved = y - anchor.y
    drift.sum += moved
    return value + moved
  }

  /// The shortest way to have something in view; of what is higher than the view, the nearer end.
  private func nearest(_ y: Double, _ height: Double) -> Double {
    if height > page { return y > value ? y : y + height < value + page ? y + height - page : value }
    return min(max(value, y + height - page), y)
  }

  /// Brings something in the list into view.
  func reveal(_ widget: AnyWidget) {
    guard let frame = widget.frame(in: list), let content = gtk_widget_get_parent(list.widget) else { return }
    let origin = list.frame(in: AnyWidget(content))?.y ?? 0
    let target = min(max(nearest(frame.y + origin, frame.height), 0), maximum)
    if abs(target - value) >= 1 { scroll(by: target - value) }
  }

  private func layout() -> [RowFrame] {
    var origin = GtkAllocation()
    gtk_widget_get_allocation(list.widget, &origin)
    return alive.compactMap { id in
      guard let row = rows[id] else { return nil }
      var room = GtkAllocation()
      gtk_widget_get_allocation(row.widget, &room)
      return RowFrame(id: id, y: Double(origin.y + room.y), height: Double(room.height))
    }
  }

  private func set(_ new: Double) {
    // GTK emits `value-changed` again, not within, when it is changed in a handler: a flag would be down by then.
    ownValue = new
    gtk_adjustment_set_value(^adjustment, new)
  }

  /// The position has changed: by the reader, unless we did it, or GTK, which brings it into new bounds while it lays out.
  func moved() {
    var new = gtk_adjustment_get_value(^adjustment)
    guard new != ownValue, upper == settled.upper, page == settled.page else { return }
    ownValue = nil
    if drift.isTicking {
      // A scroll that GTK animates: it reckons from where it began, without the corrections since.
      drift.hasMoved = true
      // One that knows of them lands nearer to where we are as it is.
      if drift.sum != 0, abs(new + drift.sum - value) < abs(new - value) {
        new = min(max(new + drift.sum, 0), maximum)
        set(new)
      }
    } else {
      drift.sum = 0
    }
    glide = nil
    pendingScroll = nil
    followsAnyway = false
    value = new
    isPinned =
      edge == .end ? endIsReached && alive.last == wanted.last && maximum - value <= 1 : value <= 1
    tellSoon()
  }

  func endOfFrame() {
    if !drift.hasMoved { drift.sum = 0 }
    drift.hasMoved = false
    drift.isTicking = false
  }

  /// Tells the caller, before the next frame but outside of this one's layout, what has come about.
  func tellSoon() {
    guard !isTelling else { return }
    isTelling = true
    let weak = Weak(AnyWidget(self))
    MainLoop.idle(priority: Int(G_PRIORITY_HIGH_IDLE) + 4) { [weak self] in
      guard weak.value != nil, let self else { return }
      isTelling = false
      tell()
    }
  }

  private func tell() {
    if isPinnedToEnd != toldPinned {
      toldPinned = isPinnedToEnd
      heardPinned(toldPinned)
    }
    let near = Set(ids(within: 1))
    if near != toldNear {
      toldNear = near
      heardNear(near)
    }
    let inSight = visibleIDs
    if inSight != toldInSight {
      toldInSight = inSight
      heardInSight(inSight)
    }
    guard !alive.isEmpty, settled.page > 0, pendingScroll == nil else { return }
    beginFilling()
    guard reserve != nil || alive.count == wanted.count else { return }
    if !hasAsked.start, alive.first == wanted.first, value < 2 * page {
      hasAsked.start = true
      heardNearStart()
    }
    if !hasAsked.end, alive.last == wanted.last, maximum - value < 2 * page {
      hasAsked.end = true
      heardNearEnd()
    }
  }
}
