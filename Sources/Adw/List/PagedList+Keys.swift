import CAdw

extension PagedList {
  func listenToKeys() {
    list.onKey(.capture) { [unowned self] stroke in
      guard stroke.modifiers.isEmpty, let row = focusedRow else { return false }
      if edge == .start, stroke.key == .end { return goToEnd() }
      return edge == .end && walk(stroke.key, from: row) || pass(stroke.key, from: row)
    }
    // What the keyboard comes to must be seen; what the pointer comes to already is.
    var connection: Connection?
    var hasMenu = false
    let follow: @MainActor () -> Void = { [unowned self] in
      heardFocus(window?.showsFocus == true ? focused : nil)
      guard let window, let focus = window.focused, focus.isInside(list) else { return }
      // A menu of a row hangs on it, and is elsewhere.
      let isInMenu = gtk_widget_get_ancestor(focus.widget, gtk_popover_get_type()) != nil
      // Nor is anything new where the keyboard comes back from it.
      let comesBack = hasMenu && focused == lastFocused
      hasMenu = isInMenu
      guard !isInMenu, !comesBack else { return }
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

  /// The id of the row that has the keyboard itself.
  package var focusedRowID: ID? { focusedRow.flatMap { ids[$0.handle] } }

  /// Brings the keyboard to the last row, which may be made only now: nothing is known yet of where it lies.
  private func goToEnd() -> Bool {
    finishFilling()
    guard let last = alive.last(where: { rows[$0]?.isFocusable == true }) else { return false }
    focus(last)
    scroll(to: last, .offset(0))
    return true
  }

  /// Passes rows that cannot have the keyboard, as headings; the list box would stop at them without showing it.
  private func pass(_ key: Key, from row: ListRow) -> Bool {
    guard key == .down || key == .up, let id = ids[row.handle], let index = alive.firstIndex(of: id) else {
      return false
    }
    let others = key == .down ? Array(alive[(index + 1)...]) : alive[..<index].reversed()
    guard let next = others.first.flatMap({ rows[$0] }), !next.isFocusable else { return false }
    if !others.contains(where: { rows[$0]?.grabFocus() ?? false }) {
      // Nobody comes to the heading itself, but all want to see it.
      reveal(AnyWidget(next))
    }
    return true
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
    case .pageDown: turnPage(1)
    case .pageUp: turnPage(-1)
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

  private func turnPage(_ pages: Int) {
    scroll(pages: pages)
    let seen = visibleIDs
    focus(pages > 0 ? seen.last : seen.first)
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
    let others = edge == .end ? alive.reversed() : alive
    return ((chosen.map { [$0] } ?? []) + others).contains { rows[$0]?.grabFocus() ?? false }
  }

  func withoutFollowing(_ body: () -> Void) {
    isNotFollowing = true
    body()
    isNotFollowing = false
  }
}
