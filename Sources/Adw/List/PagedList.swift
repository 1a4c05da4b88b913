import CAdw

/// An end of a list.
package enum ListEdge {
  case start, end
}

/// A column of rows that shows a part of something long. The caller says which rows are there, by their ids, and is asked
/// for more near the ends. What the reader looks at never moves because rows come, go or grow elsewhere; at the edge to
/// which the list is pinned, it follows instead.
@MainActor package final class PagedList<ID: Hashable>: Widget {
  package let handle: Handle

  let list: AnyWidget
  private let clamp: AnyWidget
  let adjustment: AnyObjectHandle
  let edge: ListEdge
  var make: @MainActor (ID) -> ListRow = { _ in ListRow(Bin()) }

  // Rows
  /// The rows that the caller wants.
  var wanted: [ID] = []
  /// Of these, the ones that are made, without a gap; others follow, a few each frame, from the reader outwards.
  var alive: [ID] = []
  var rows: [ID: ListRow] = [:]
  var ids: [Handle: ID] = [:]
  var isFilling = false
  /// How many pages out of sight rows are made for, on each side; nil for all rows.
  let reserve: Double?
  /// How many rows are made at once when there are none yet.
  let firstRows: Int
  var hasPainted = false
  var endIsReached = true
  var hasAsked: (start: Bool, end: Bool) = (false, false)

  // Position
  /// Where each row lay when the position was last put right, from top to bottom.
  var frames: [RowFrame] = []
  /// The position that the reader chose, or was put to.
  var value = 0.0
  var settled = (upper: -1.0, page: -1.0)
  /// What we set the position to, until somebody else sets it.
  var ownValue: Double?
  var isPinned: Bool
  var toldPinned: Bool
  /// Whether it stays where it is when its end grows, and whether its reader wanted it to follow all the same since.
  var staysStill = false
  var followsAnyway = false
  var glide: Glide?
  var pendingScroll: (id: ID, frame: ScrollPosition)?
  /// What stays where its reader sees it: where it lies, and how far below the edge. Until the list is laid out with what
  /// changes heights, which may be an effect that is still to run.
  var held: (place: @MainActor () -> Double?, seen: Double, isLast: Bool)?
  /// Corrections since an animation of GTK's own began, which knows nothing of them and writes absolute positions.
  var drift = (sum: 0.0, isTicking: false, hasMoved: false)
  var isTelling = false
  var wantsEnd = false
  var isNotFollowing = false
  /// Which row had the keyboard last.
  var lastFocused: ID?

  // Selection
  let selection: Selection
  var chosen: ID?

  // What the caller wants to hear.
  var heardNearStart: @MainActor () -> Void = {}
  var heardNearEnd: @MainActor () -> Void = {}
  var heardPinned: @MainActor (Bool) -> Void = { _ in }
  var heardEndWanted: @MainActor () -> Void = {}
  var heardNear: @MainActor (Set<ID>) -> Void = { _ in }
  var heardFocus: @MainActor (ID?) -> Void = { _ in }
  var heardHover: @MainActor (ID?) -> Void = { _ in }
  /// Where the pointer is over the list, and over which row it was when that was last looked at.
  var pointer: Point?
  var hovered: ID?
  var toldNear: Set<ID> = []
  var heardInSight: @MainActor ([ID]) -> Void = { _ in }
  var toldInSight: [ID] = []
  /// Nil where nobody asks; of rows that are only read none can be activated then.
  var heardActivate: (@MainActor (ID) -> Void)?

  struct RowFrame {
    let id: ID
    let y: Double
    let height: Double
  }

  /// Whether rows are things of which one can be the chosen one, or only things to read.
  package enum Selection {
    case none, single
  }

  /// An empty list. If it follows its end, as a conversation does, it is pinned to that while the reader is there;
  /// otherwise it rests at its start. Rows grow no wider than `maximumWidth`. Of the rows that it is told of it makes those
  /// in view and `reserve` pages more on each side, or all of them for nil. It begins with `firstRows`, before it is known
  /// how much room there is and how high they are: about as many as a window shows. What is missing is made before the
  /// first paint, for the price of one more layout.
  package init(
    selection: Selection = .none, followsEnd: Bool = false, maximumWidth: Int? = nil, reserve: Double? = nil,
    firstRows: Int = 10
  ) {
    self.reserve = reserve
    self.firstRows = firstRows
    edge = followsEnd ? .end : .start
    self.selection = selection
    isPinned = true
    toldPinned = true
    list = ListEntrance.makeListBox()
    clamp = AnyWidget(adw_clamp_new())
    adw_clamp_set_child(^clamp, list.widget)
    let viewport = AnyWidget(gtk_viewport_new(nil, nil))
    gtk_scrollable_set_vscroll_policy(^viewport, GTK_SCROLL_NATURAL)
    // A click must not move what was clicked; `follow` scrolls to what the keyboard comes to.
    gtk_viewport_set_scroll_to_focus(^viewport, 0)
    gtk_viewport_set_child(^viewport, clamp.widget)
    handle = Handle(gtk_scrolled_window_new())
    adjustment = {
      gtk_scrolled_window_set_policy($0, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child($0, viewport.widget)
      return AnyObjectHandle(gtk_scrolled_window_get_vadjustment($0))
    }(OpaquePointer(handle.raw))
    // Through its own adjustment the list box would jump to its first row when the focused one goes.
    gtk_list_box_set_adjustment(^list, nil)
    // The list box would select whatever the keyboard comes to; which row is the chosen one is the caller's to say.
    gtk_list_box_set_selection_mode(^list, GTK_SELECTION_NONE)
    self.maximumWidth = maximumWidth
    setMaximumWidth()
    keeping(self)
    listen()
  }

  /// Rows grow no wider; nil for as wide as there is room.
  package var maximumWidth: Int? { didSet { if maximumWidth != oldValue { setMaximumWidth() } } }

  private func setMaximumWidth() {
    let limit = gint(clamping: maximumWidth ?? Int(gint.max))
    adw_clamp_set_maximum_size(^clamp, limit)
    adw_clamp_set_tightening_threshold(^clamp, limit)
  }

  /// The names under which style sheets and screen readers know the list itself.
  @discardableResult
  package func named(_ name: String) -> Self {
    list.named(name)
    return self
  }

  /// Adds style classes to the list itself, such as "navigation-sidebar".
  @discardableResult
  package func listStyled(_ classes: String...) -> Self {
    for name in classes { list.styled(name) }
    return self
  }

  /// Calls `body` when the first of the rows is less than two pages away, so that older ones can be put before it. Not
  /// again before other rows are there, or `askAgain`.
  @discardableResult
  package func onNearStart(_ body: @escaping @MainActor () -> Void) -> Self {
    heardNearStart = body
    return self
  }

  /// Calls `body` when the last of the rows is less than two pages away. Not again before other rows
  /// are there, or `askAgain`.
  @discardableResult
  package func onNearEnd(_ body: @escaping @MainActor () -> Void) -> Self {
    heardNearEnd = body
    return self
  }

  /// Calls `body` when the list begins (true) or ceases to follow its end.
  @discardableResult
  package func onPinnedChange(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    heardPinned = body
    return self
  }

  /// Calls `body` when the reader wants to go to the very end, and the rows there are not among those that are there.
  /// An `update` with `endIsReached` then goes on to the end.
  @discardableResult
  package func onEndWanted(_ body: @escaping @MainActor () -> Void) -> Self {
    heardEndWanted = body
    return self
  }

  /// Calls `body` with the ids whose rows are in view or less than a page away from it, whenever these change: for what
  /// is too heavy to be kept for all rows.
  @discardableResult
  package func onNearChange(_ body: @escaping @MainActor (Set<ID>) -> Void) -> Self {
    heardNear = body
    return self
  }

  /// Calls `body` with the ids whose rows are in view, in order, whenever these change.
  @discardableResult
  package func onSightChange(_ body: @escaping @MainActor ([ID]) -> Void) -> Self {
    heardInSight = body
    return self
  }

  /// Calls `body` when a row is clicked, tapped, or entered, unless the row says that this means nothing.
  @discardableResult
  package func onActivate(_ body: @escaping @MainActor (ID) -> Void) -> Self {
    heardActivate = body
    return self
  }

  /// Says whether what is in view is to stay there while the end grows: as something of it is being selected. Said again,
  /// it holds also where the reader wanted to follow meanwhile, as by `scrollToEnd`.
  package func stayStill(_ isWanted: Bool) { (staysStill, followsAnyway) = (isWanted, false) }

  /// Whether the newest row is there and in view, so that the list follows it.
  package var isPinnedToEnd: Bool { edge == .end && isPinned }

  /// The row of an id, if it is made.
  package func row(of id: ID) -> ListRow? { rows[id] }

  /// The ids whose rows are made, in order.
  package var aliveIDs: [ID] { alive }

  /// The ids whose rows are in view, in order.
  package var visibleIDs: [ID] {
    ids(within: 0)
  }

  /// The ids whose rows are in view or at most so many pages away from it.
  func ids(within pages: Double) -> [ID] {
    let page = gtk_adjustment_get_page_size(^adjustment)
    let top = value - pages * page
    let bottom = value + (1 + pages) * page
    return frames.filter { $0.y + $0.height > top && $0.y < bottom }.map(\.id)
  }

  private func listen() {
    onLayout { [unowned self] in settle() }
    onBeforePaint { [unowned self] in drift.isTicking = true }
    onPaint { [unowned self] in
      endOfFrame()
      guard !hasPainted else { return }
      hasPainted = true
      beginFilling()
    }
    adjustment.on("value-changed") { [weak self] in self?.moved() }
    list.on("row-activated") { [unowned self] (row: Pointed) in
      guard let raw = row.raw, let id = ids[Handle(raw: raw)] else { return }
      heardActivate?(id)
    }
    ContextMenu.listen(on: list) { [unowned self] point in
      guard let point else { return focused.flatMap { rows[$0] }.map { AnyWidget($0) } }
      return gtk_list_box_get_row_at_y(^list, gint(point.y)).map { AnyWidget(Handle($0)) }
    }
    Appearance.beforeFontChange(of: self) { [weak self] in self?.holdLine() }
    attach(ReadersPlace { [unowned self] in hold($0, inView: $1) }, as: ReadersPlace.key)
    listenToKeys()
    listenToTab()
  }
}
