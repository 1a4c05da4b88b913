import CAdw

extension PagedList {
  func listenToKeys() {
    list.onKey(.capture) { [unowned self] stroke in
      guard stroke.modifiers.isEmpty, let row = focusedRow else { return false }
      if edge == .start, stroke.key == .end { finishFilling() }
      return edge == .end && walk(stroke.key, from: row)
    }
    // What the keyboard comes to must be seen; what the pointer comes to already is.
    var connection: Connection?
    let follow: @MainActor () -> Void = { [unowned self] in
      guard let window, let focus = window.focused, focus.isInside(list) else { return }
      lastFocused = focused
      guard !isNotFollowing, window.showsFocus else { return }
      reveal(focus)
    }
    onMap { [unowned self] in
      guard connection == nil else { return }
      connection = window?.onChange(of: "focus-widget", follow)
    }
    onUnmap {
      connection?.end()
      connection = nil
    }
  }

  /// The row that has the keyboard itself, not through something in it.
  private var focusedRow: ListRow? {
    window?.focused.flatMap { ids[$0.handle] }.flatMap { rows[$0] }
  }

  /// Moves through a conversation: a row that is higher than the view is read to its end before the next one.
  private func walk(_ key: Key, from row: ListRow) -> Bool {
    let page = gtk_adjustment_get_page_size(^adjustment)
    guard let id = ids[row.handle], let frame = frames.first(where: { $0.id == id }) else { return false }
    let above = value - frame.y
    let below = frame.y + frame.height - value - page
    switch key {
    case .down where below > 1: scroll(by: min(below, page / 4))
    case .up where above > 1: scroll(by: -min(above, page / 4))
    case .pageDown: turnPage(by: page * 0.9)
    case .pageUp: turnPage(by: -page * 0.9)
    case .home:
      scrollToStart()
      focus(alive.first)
    case .end:
      scrollToEnd()
      if endIsReached { focus(alive.last) }
    default: return false
    }
    return true
  }

  private func turnPage(by distance: Double) {
    scroll(by: distance)
    let seen = visibleIDs
    focus(distance > 0 ? seen.last : seen.first)
  }

  private func focus(_ id: ID?) {
    withoutFollowing { _ = id.flatMap { rows[$0] }?.grabFocus() }
  }

  /// The id of the row that has the keyboard, itself or through something in it.
  package var focused: ID? {
    guard let focus = window?.focused, focus.isInside(list) else { return nil }
    return alive.first { rows[$0].map { focus.isInside($0) } ?? false }
  }

  /// Gives the keyboard to a row, and brings it into view unless the list is scrolled by who calls.
  package func focusRow(_ id: ID, revealing: Bool = true) {
    if rows[id] == nil, wanted.contains(id) { finishFilling() }
    if revealing { rows[id]?.grabFocus() } else { focus(id) }
  }

  /// Gives the keyboard to the row that was chosen, or else to the one nearest to the resting edge.
  @discardableResult
  package func grabFocus() -> Bool {
    let id = chosen.flatMap { rows[$0] == nil ? nil : $0 } ?? (edge == .end ? alive.last : alive.first)
    return id.flatMap { rows[$0] }?.grabFocus() ?? false
  }

  func withoutFollowing(_ body: () -> Void) {
    isNotFollowing = true
    body()
    isNotFollowing = false
  }
}
