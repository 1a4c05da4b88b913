import CAdw
import Localization
import Markdown

/// Which link of a text.
struct LinkPlace: Hashable {
  let block: Int
  let leaf: Int
  let span: Int
}

extension RichText {
  /// Calls `body` with the address of a link that was clicked or entered.
  @discardableResult
  package func onLink(_ body: @escaping @MainActor (String) -> Void) -> Self {
    self.body.heardLink = body
    return self
  }

  /// The address of the link at a point; nil for none.
  package func link(at point: Point) -> String? { body.link(at: point) }

  /// The address of the link that has the keyboard, or else of the one under the pointer.
  package var linkAtHand: String? {
    let focused = hasFocus ? body.focusedLink : nil
    return (focused ?? body.pointer.link).flatMap { body.link(at: $0) }
  }

  /// What can be done with the code or table under the pointer, or of which a button has the keyboard.
  package var actionsAtHand: [MenuAction] {
    var index = body.pointer.place.flatMap { body.block(at: $0) }
    if hasFocus, case .button(let button) = body.focusedStop { index = button.block }
    return index.map { body.actions(for: $0) } ?? []
  }
}

extension RichTextBody {
  func link(at point: Point) -> String? { linkPlace(at: point).flatMap { link(at: $0) } }

  func link(at place: LinkPlace) -> String? {
    guard let span = span(at: place), case .link(let address) = span.style else { return nil }
    return address
  }

  /// The words of a link.
  func words(of place: LinkPlace) -> String? {
    span(at: place).map { placed[place.block].shape.text(of: place.leaf).part($0.range) }
  }

  private func span(at place: LinkPlace) -> Span? {
    guard place.block < placed.count, place.leaf < placed[place.block].shape.leafCount else { return nil }
    let spans = placed[place.block].shape.text(of: place.leaf).spans
    return place.span < spans.count ? spans[place.span] : nil
  }

  private func linkPlace(at point: Point) -> LinkPlace? {
    guard position(at: point).isOnText, let letter = pointer.letter, !(placed[letter.block].shape is CodeShape) else {
      return nil
    }
    let spans = placed[letter.block].shape.text(of: letter.leaf).spans
    return spans.lastIndex { span in
      if case .link = span.style { return span.range.contains(letter.byte) }
      return false
    }.map { LinkPlace(block: letter.block, leaf: letter.leaf, span: $0) }
  }

  /// The link that has the keyboard.
  var focusedLink: LinkPlace? {
    if case .link(let link) = focusedStop { return link }
    return nil
  }

  func isThere(_ stop: TextStop) -> Bool {
    switch stop {
    case .link(let place): link(at: place) != nil
    case .button(let button): isThere(button)
    }
  }

  /// All that Tab comes to, as it is read. What copies code is in the menu beside it, too, and no stop of its own.
  private var stops: [TextStop] {
    placed.indices.flatMap { block -> [TextStop] in
      let shape = placed[block].shape
      let buttons = shape.buttons.filter { $0.kind != .copy }.map {
        TextStop.button(BlockButton(block: block, kind: $0.kind))
      }
      guard !(shape is CodeShape) else { return buttons }
      let links = (0..<shape.leafCount).flatMap { leaf in
        shape.text(of: leaf).spans.enumerated().compactMap { number, span -> TextStop? in
          if case .link = span.style { return .link(LinkPlace(block: block, leaf: leaf, span: number)) }
          return nil
        }
      }
      return buttons + links
    }
  }

  private func hasFloatingButtons(_ block: Int) -> Bool {
    block < placed.count && placed[block].shape.buttons.contains(where: \.isFloating)
  }

  // MARK: The pointer over them

  func hover(_ point: Point?) {
    pointer.place = point
    let isDragging = group.drag != nil
    let link = isDragging ? pointer.link : point.flatMap { linkPlace(at: $0) }
    if link != pointer.link {
      pointer.link = link
      gtk_widget_queue_draw(widget.widget)
    }
    let block = isDragging ? pointer.block : point.flatMap { self.block(at: $0) }
    let button = isDragging ? nil : point.flatMap { self.button(at: $0) }
    if button != pointer.button || block != pointer.block {
      let isSeen = [block, pointer.block].contains { $0.map { hasFloatingButtons($0) } ?? false }
      if isSeen || button != pointer.button { gtk_widget_queue_draw(widget.widget) }
      (pointer.block, pointer.button) = (block, button)
    }
    let cursor = point == nil ? nil : link == nil && button == nil ? "text" : "pointer"
    guard cursor != pointer.cursor else { return }
    pointer.cursor = cursor
    widget.cursor(cursor)
  }

  /// Where a link leads: all of an address can be long, and its host is what matters.
  var tooltip: String? {
    if let button = pointer.button { return button.kind == .fold ? nil : title(of: button) }
    return pointer.link.flatMap { link(at: $0) }.map { LinkHost(of: $0).shown }
  }

  // MARK: The keyboard on them

  /// Moves to the next link or button by Tab; false where there is none any more.
  func moveFocus(_ direction: GtkDirectionType) -> Bool {
    let isForward = direction == GTK_DIR_TAB_FORWARD
    guard isForward || direction == GTK_DIR_TAB_BACKWARD else { return false }
    listenToUser()
    arrange()
    let stops = stops
    let hadFocus = widget.containsFocus
    let next: TextStop
    if hadFocus, let focusedStop, let index = stops.firstIndex(of: focusedStop) {
      let other = isForward ? index + 1 : index - 1
      guard stops.indices.contains(other) else {
        self.focusedStop = nil
        return false
      }
      next = stops[other]
    } else if hadFocus {
      // From the text itself to its first link, and no further back.
      guard isForward, let first = stops.first else { return false }
      next = first
    } else {
      // What around it has the keyboard can select in it: without links there is nothing to stop at.
      guard let edge = isForward ? stops.first : stops.last else { return false }
      // From a menu it goes back to what opened it.
      let opener = menuButton.map { TextStop.button($0) }
      menuButton = nil
      next = opener.flatMap { stops.contains($0) ? $0 : nil } ?? edge
    }
    focusedStop = next
    group.showsCaret = false
    gtk_widget_queue_draw(widget.widget)
    if !hadFocus { widget.grabFocus() }
    reveal(next)
    return true
  }

  /// Scrolls so far that a link or a button is in view.
  func reveal(_ stop: TextStop) {
    switch stop {
    case .link(let link):
      guard let span = span(at: link) else { return }
      reveal(TextPosition(block: link.block, leaf: link.leaf, byte: span.range.lowerBound))
    case .button(let button): if let frame = frame(of: button) { reveal(frame) }
    }
  }

  /// Scrolls so far that a place is in view.
  func reveal(_ position: TextPosition) {
    if let caret = caret(at: position) { reveal(caret) }
  }

  /// Whether a button is laid out in what is seen of the text.
  func isInView(_ button: BlockButton) -> Bool {
    guard let views, let area = frame(of: button) else { return true }
    let place = views.place(of: widget)
    return area.y + place.top >= 0 && area.bottom + place.top <= place.height
  }

  private func reveal(_ area: Rectangle) {
    guard let views, let adjustment = views.adjustment else { return }
    let place = views.place(of: widget)
    let (top, bottom) = (area.y + place.top - 12, area.bottom + place.top + 12)
    let way = top < 0 ? top : bottom > place.height ? bottom - place.height : 0
    if way != 0 { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + way) }
  }
}
