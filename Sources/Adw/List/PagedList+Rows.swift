import CAdw

extension PagedList {
  /// How many rows out of sight are made before each frame.
  private static var rowsPerFrame: Int { 3 }

  /// Shows these rows, in this order. Only rows that came, went or moved are touched: `make` is called once for each id
  /// that appears, now or within the next frames. `endIsReached` says whether the last of them is the last of all: only
  /// then can the list follow its end.
  package func update(
    ids: [ID], endIsReached: Bool = true, make: @escaping @MainActor (ID) -> ListRow
  ) {
    self.make = make
    var seen: Set<ID> = []
    let before = wanted
    wanted = ids.filter { seen.insert($0).inserted }
    let endCame = endIsReached && !self.endIsReached
    self.endIsReached = endIsReached
    if wanted != before || endCame { hasAsked = (false, false) }
    let isNew = !alive.contains { seen.contains($0) }
    removeRows { !seen.contains($0) }
    if isNew {
      frames = []
      glide = nil
      isPinned = edge == .start || endIsReached
    } else if edge == .end, !endIsReached {
      isPinned = false
    }
    if endCame, wantsEnd {
      wantsEnd = false
      isPinned = true
    }
    reorder()
    makeRows()
    requestLayoutPhase()
    tellSoon()
  }

  /// Lets `onNearStart` and `onNearEnd` be called again though nothing came: after a failure.
  package func askAgain() {
    hasAsked = (false, false)
    tellSoon()
  }

  /// Makes all rows that are still to come.
  func finishFilling() {
    while makeNext() != nil {}
  }

  private func removeRows(where isGone: (ID) -> Bool) {
    let gone = alive.filter(isGone)
    guard !gone.isEmpty else { return }
    moveFocus(outOf: Set(gone))
    for id in gone { drop(id) }
    alive.removeAll(where: isGone)
  }

  private func drop(_ id: ID) {
    guard let row = rows.removeValue(forKey: id) else { return }
    ids[row.handle] = nil
    gtk_list_box_remove(^list, row.widget)
  }

  /// Gives the keyboard to the nearest row that stays.
  private func moveFocus(outOf gone: Set<ID>) {
    guard list.containsFocus, let index = alive.firstIndex(where: { rows[$0]?.containsFocus ?? false }),
      gone.contains(alive[index])
    else { return }
    let next = alive[index...].first { !gone.contains($0) } ?? alive[..<index].last { !gone.contains($0) }
    withoutFollowing { _ = next.flatMap { rows[$0] }?.grabFocus() }
  }

  /// Brings the rows that stay into their new order; they keep focus and selection.
  private func reorder() {
    let order = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($1, $0) })
    let sorted = alive.sorted { order[$0, default: 0] < order[$1, default: 0] }
    guard sorted != alive else { return }
    alive = sorted
    let sorting = RowOrder(
      Dictionary(
        uniqueKeysWithValues: sorted.enumerated().compactMap { index, id in rows[id].map { ($0.handle, index) } }))
    gtk_list_box_set_sort_func(
      ^list,
      { one, other, order in
        nonisolated(unsafe) let arguments = (one!, other!, order!)
        return MainActor.assumeIsolated {
          Unmanaged<RowOrder>.fromOpaque(arguments.2).takeUnretainedValue()
            .compare(Handle(arguments.0), Handle(arguments.1))
        }
      }, Unmanaged.passUnretained(sorting).toOpaque(), nil)
    gtk_list_box_set_sort_func(^list, nil, nil, nil)
    withExtendedLifetime(sorting) {}
    // The list box sorts what it knows; screen readers go by the order of the widgets.
    var previous: UnsafeMutablePointer<GtkWidget>?
    for row in alive.compactMap({ rows[$0] }) {
      if gtk_widget_get_prev_sibling(row.widget) != previous {
        gtk_widget_insert_after(row.widget, list.widget, previous)
      }
      previous = row.widget
    }
  }

  /// Makes what the reader could see now, and begins with the rest.
  private func makeRows() {
    let known = Set(alive)
    guard let first = wanted.firstIndex(where: known.contains), let last = wanted.lastIndex(where: known.contains)
    else {
      let start = edge == .end ? wanted.suffix(firstRows) : wanted.prefix(firstRows)
      for id in start { insertRow(id, at: alive.count, isNew: true) }
      return beginFilling()
    }
    for index in first...last where !known.contains(wanted[index]) {
      insertRow(wanted[index], at: index - first, isNew: true)
    }
    if isPinned {
      // The edge that the list follows.
      if edge == .end {
        for id in wanted[(last + 1)...] { insertRow(id, at: alive.count, isNew: true) }
      } else {
        for id in wanted[..<first].reversed() { insertRow(id, at: 0, isNew: true) }
      }
    }
    beginFilling()
  }

  /// Makes rows until the view is full: in the layout phase, so that no paint shows a gap that is filled later. All at
  /// once, by the height that each will have: GDK lays out four times before a paint, and no more.
  func fillView() {
    var height = laidOutHeight
    guard height > 0 else { return }
    let page = gtk_adjustment_get_page_size(^adjustment)
    while height < page, let row = makeNext() {
      var least: gint = 0
      gtk_widget_measure(row.widget, GTK_ORIENTATION_VERTICAL, gint(list.width), &least, nil, nil, nil)
      height += Double(least)
    }
  }

  /// Begins to make rows out of sight, a few before each frame, unless enough are there. Not before the first paint:
  /// whoever opens a window waits for what he sees.
  func beginFilling() {
    guard !isFilling, hasPainted, needsRows else { return }
    isFilling = true
    onTick { [unowned self] _ in
      isFilling = fill(upTo: Self.rowsPerFrame)
      if !isFilling { tellSoon() }
      return isFilling
    }
  }

  /// Whether rows are missing within reach of the view.
  private var needsRows: Bool { isShort.above || isShort.below }

  private var isShort: (above: Bool, below: Bool) {
    guard alive.count < wanted.count else { return (false, false) }
    let isWhole = (above: alive.first == wanted.first, below: alive.last == wanted.last)
    guard let reserve else { return (!isWhole.above, !isWhole.below) }
    let reach = reserve * gtk_adjustment_get_page_size(^adjustment)
    return (!isWhole.above && value < reach, !isWhole.below && roomBelow < reach)
  }

  /// Makes some of the rows next to those that are there; false when none is left, or enough are there.
  private func fill(upTo count: Int) -> Bool {
    for _ in 0..<count {
      let isShort = isShort
      guard isShort.above || isShort.below else { return false }
      if isShort.above {
        makeAbove()
      } else {
        makeBelow()
      }
    }
    return needsRows
  }

  /// Makes one more row at the end where rows are missing, first where the list rests; nil if there is none.
  private func makeNext() -> ListRow? {
    guard alive.count < wanted.count else { return nil }
    let isAbove = edge == .end ? alive.first != wanted.first : alive.last == wanted.last
    return isAbove ? makeAbove() : makeBelow()
  }

  @discardableResult
  private func makeAbove() -> ListRow? {
    guard let first = alive.first.flatMap({ wanted.firstIndex(of: $0) }), first > 0 else { return nil }
    return insertRow(wanted[first - 1], at: 0, isNew: true)
  }

  @discardableResult
  private func makeBelow() -> ListRow? {
    guard let last = alive.last.flatMap({ wanted.lastIndex(of: $0) }), last + 1 < wanted.count else { return nil }
    return insertRow(wanted[last + 1], at: alive.count, isNew: true)
  }

  @discardableResult
  private func insertRow(_ id: ID, at index: Int, isNew: Bool = false) -> ListRow {
    let row = make(id)
    if selection == .none, heardActivate == nil { row.activatable(false) }
    if selection == .single { row.show(isSelected: id == chosen) }
    rows[id] = row
    ids[row.handle] = id
    if isNew { alive.insert(id, at: index) }
    gtk_list_box_insert(^list, row.widget, gint(index))
    return row
  }
}

// MARK: Selection

extension PagedList {
  /// The row that is the chosen one, and drawn as such. It stays chosen while rows move, and while its row is not there.
  /// The user only activates rows; what that chooses is the caller's to say.
  package var selected: ID? {
    get { chosen }
    set {
      guard selection == .single, newValue != chosen else { return }
      chosen.flatMap { rows[$0] }?.show(isSelected: false)
      chosen = newValue
      chosen.flatMap { rows[$0] }?.show(isSelected: true)
    }
  }
}

/// The order of rows while a list box sorts them.
private final class RowOrder {
  private let index: [Handle: Int]

  init(_ index: [Handle: Int]) { self.index = index }

  func compare(_ one: Handle, _ other: Handle) -> gint {
    gint(index[one, default: 0] - index[other, default: 0])
  }
}
