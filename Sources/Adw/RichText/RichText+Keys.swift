import CAdw

extension SelectionGroup {
  /// Takes a key that goes on selecting, with Shift, pressed beside the texts; true if it was used up.
  package func press(_ stroke: KeyStroke) -> Bool {
    let held = stroke.modifiers
    guard hasBegun, held.contains(.shift), held.isSubset(of: [.shift, .control]) else { return false }
    return move(stroke.key, byWord: held.contains(.control), from: nil)
  }

  /// Moves its end, from wherever that is; without one from the beginning of a text.
  fileprivate func move(_ key: Key, byWord: Bool, from body: RichTextBody?) -> Bool {
    guard let headText else { return body?.moveHead(key, byWord: byWord) ?? false }
    // Whose keyboard went on to another text begins there.
    if let body, let anchorBody, anchorBody !== body, headText != body.id { return body.moveHead(key, byWord: byWord) }
    if let headBody { return headBody.moveHead(key, byWord: byWord) }
    guard let texts, key.movesInText else { return false }
    texts.reveal(headText)
    return true
  }
}

extension Key {
  fileprivate var movesInText: Bool {
    [.left, .right, .up, .down, .home, .end, .pageUp, .pageDown].contains(self)
  }
}

extension RichText {
  /// Takes a key that selects or copies, as Shift with an arrow, Ctrl+A and Ctrl+C, pressed in the text or in what is
  /// around it; true if it was used up.
  package func press(_ stroke: KeyStroke) -> Bool { body.press(stroke) }
}

// Selecting with the keyboard: what moves without Shift is left to what is around.
extension RichTextBody {
  func listenToKeys() {
    widget.onKey { [weak self] stroke in self?.press(stroke) ?? false }
    widget.onFocus { [weak self] hasIt in
      guard let self else { return }
      if !hasIt { group.showsCaret = false }
      if focusedStop != nil { tellFocusedStop(hasFocus: hasIt) }
      gtk_widget_queue_draw(widget.widget)
    }
  }

  func press(_ stroke: KeyStroke) -> Bool {
    let key = stroke.key
    let held = stroke.modifiers
    if key.isEnter || key == .space, held.isEmpty, let place = focusedLink, let link = link(at: place) {
      heardLink?(link)
      return true
    }
    if key.isEnter || key == .space, held.isEmpty, widget.hasFocus, case .button(let button) = focusedStop {
      press(button)
      return true
    }
    if held == .control {
      switch key {
      case Key("a"): return selectAll()
      case Key("c"): return group.copy()
      default: break
      }
    }
    if key == .escape, held.isEmpty, !group.isEmpty {
      group.clear()
      return true
    }
    guard held.contains(.shift), held.isSubset(of: [.shift, .control]) else { return false }
    return group.move(key, byWord: held.contains(.control), from: self)
  }

  @discardableResult
  func selectAll() -> Bool {
    let id = group.end(at: .start, in: self).text
    let whole = group.texts?.whole(around: id) ?? (first: id, last: id)
    group.select(from: whole.first, through: whole.last)
    group.keepPrimary()
    return true
  }

  /// Moves the end of the selection, which is in this text unless nothing was begun; it may come to lie in another one.
  func moveHead(_ key: Key, byWord: Bool) -> Bool {
    arrange()
    let from = clamped(group.head(in: self) ?? focusedLinkStart ?? firstInView)
    guard let (to, body) = place(for: key, from: from, byWord: byWord) else { return false }
    if group.head(in: self) == nil { group.begin(at: from, in: self) }
    group.extend(to: to, in: body)
    group.showsCaret = true
    body.reveal(to)
    group.keepPrimary()
    return true
  }

  private func place(for key: Key, from: TextPosition, byWord: Bool) -> (TextPosition, RichTextBody)? {
    if key == .pageUp || key == .pageDown { return byWord ? nil : page(from: from, isDown: key == .pageDown) }
    guard let to = target(key, from: from, byWord: byWord) else { return nil }
    let isForward: Bool
    switch key {
    case .up, .down: isForward = key == .down
    case .left, .right: isForward = (key == .right) != (placed.last?.isMirrored ?? false)
    default: return (to, self)
    }
    // Up and down from the line at its edge, in all other ways from its very end, it goes on into the next text.
    let isAtEdge = to == from || !byWord && (key == .down && to == endPosition || key == .up && to == startPosition)
    guard isAtEdge, isInEdgeLine(from, isLast: isForward) || to == from,
      let next = group.neighbour(of: self, isForward: isForward)
    else { return (to, self) }
    next.arrange()
    let edge = isForward ? next.startPosition : next.endPosition
    if byWord { return (next.target(key, from: edge, byWord: true) ?? edge, next) }
    guard key == .up || key == .down, let here = caret(at: from), let there = next.caret(at: edge) else {
      return (edge, next)
    }
    let x = widget.point(Point(x: here.x, y: here.y), in: next.widget).x
    return (next.position(at: Point(x: x, y: there.y + there.height / 2)).position, next)
  }

  /// Whether there is no line further up or down.
  private func isInEdgeLine(_ position: TextPosition, isLast: Bool) -> Bool {
    guard let here = caret(at: position), let edge = caret(at: isLast ? endPosition : startPosition) else {
      return true
    }
    return isLast ? here.bottom >= edge.y : here.y < edge.bottom
  }

  /// The place a page further up or down, in whichever text.
  private func page(from: TextPosition, isDown: Bool) -> (TextPosition, RichTextBody)? {
    guard let window = widget.window.map({ AnyWidget($0) }), let caret = caret(at: from) else { return nil }
    let page = (views?.place(of: widget).height ?? Double(widget.height)) * 0.9
    var place = widget.point(Point(x: caret.x, y: caret.y + caret.height / 2), in: window)
    place.y += isDown ? page : -page
    guard let body = group.member(at: place.y, in: window) else { return nil }
    let inside = window.point(place, in: body.widget)
    if inside.y < 0 { return (body.startPosition, body) }
    if inside.y > Double(body.widget.height) { return (body.endPosition, body) }
    return (body.position(at: inside).position, body)
  }

  private var focusedLinkStart: TextPosition? {
    focusedLink.map { TextPosition(block: $0.block, leaf: $0.leaf, byte: 0) }
  }

  /// The beginning; where that is scrolled out of view, that of the first line which is in view as a whole.
  private var firstInView: TextPosition {
    guard let view, let first = caret(at: .start), first.y < view.lowerBound, view.lowerBound < Double(widget.height)
    else { return .start }
    var place = position(at: Point(x: 0, y: view.lowerBound)).position
    for _ in 0..<3 {
      guard let caret = caret(at: place), caret.y < view.lowerBound else { break }
      place = line(from: place, isDown: true)
    }
    return lineEdge(from: place, isEnd: false)
  }

  private func target(_ key: Key, from: TextPosition, byWord: Bool) -> TextPosition? {
    switch key {
    case .left, .right:
      if byWord { return word(from: from, toRight: key == .right) }
      return letter(from: from, toRight: key == .right)
    case .up, .down:
      if byWord { return paragraph(from: from, isDown: key == .down) }
      return line(from: from, isDown: key == .down)
    case .home: return byWord ? startPosition : lineEdge(from: from, isEnd: false)
    case .end: return byWord ? endPosition : lineEdge(from: from, isEnd: true)
    default: return nil
    }
  }

  private func layout(at position: TextPosition) -> OpaquePointer? {
    guard position.block < placed.count, position.leaf < placed[position.block].shape.leafCount else { return nil }
    return placed[position.block].shape.layout(of: position.leaf, by: setter)
  }

  /// One letter on, as it is seen; from the end of a leaf to the beginning of the next one.
  private func letter(from: TextPosition, toRight: Bool) -> TextPosition {
    guard let layout = layout(at: from) else { return neighbour(of: from, isForward: toRight) ?? from }
    var index: gint = 0
    var trailing: gint = 0
    pango_layout_move_cursor_visually(layout, 1, gint(from.byte), 0, toRight ? 1 : -1, &index, &trailing)
    guard index >= 0, index != gint.max else {
      return neighbour(of: from, isForward: toRight != placed[from.block].isMirrored) ?? from
    }
    var to = from
    to.byte = Self.byte(Int(index), trailing: Int(trailing), in: layout)
    return to
  }

  private func word(from: TextPosition, toRight: Bool) -> TextPosition {
    let isForward = toRight != (from.block < placed.count && placed[from.block].isMirrored)
    var place = from
    // Where a leaf has no word any more, the next one has.
    for _ in 0..<1_000 {
      if let layout = layout(at: place),
        let byte = TextLines.wordEdge(from: place.byte, isForward: isForward, in: layout)
      {
        place.byte = byte
        return place
      }
      guard let next = neighbour(of: place, isForward: isForward) else { break }
      place = next
      if isForward { place.byte = -1 } else { place.byte += 1 }
    }
    return isForward ? endPosition : startPosition
  }

  /// The beginning of the next leaf, or the end of the one before.
  private func neighbour(of position: TextPosition, isForward: Bool) -> TextPosition? {
    var (block, leaf) = (position.block, position.leaf)
    repeat {
      leaf += isForward ? 1 : -1
      while block < placed.count, leaf < 0 || leaf >= placed[block].shape.leafCount {
        block += isForward ? 1 : -1
        guard placed.indices.contains(block) else { return nil }
        leaf = isForward ? 0 : placed[block].shape.leafCount - 1
      }
    } while block < placed.count && placed[block].shape.leafCount == 0
    guard placed.indices.contains(block) else { return nil }
    return TextPosition(block: block, leaf: leaf, byte: isForward ? 0 : byteCount(block: block, leaf: leaf))
  }

  /// The place above or below: steps over what lies between lines.
  private func line(from: TextPosition, isDown: Bool) -> TextPosition {
    guard let caret = caret(at: from) else { return neighbour(of: from, isForward: isDown) ?? from }
    let step = Double(setter.look.line) / 2
    var y = isDown ? caret.bottom + 1 : caret.y - 1
    let height = placed.last?.frame.bottom ?? 0
    while y >= 0, y <= height {
      let to = position(at: Point(x: caret.x, y: y)).position
      if let there = self.caret(at: to), isDown ? there.y > caret.y : there.y < caret.y { return to }
      y += isDown ? step : -step
    }
    return isDown ? endPosition : startPosition
  }

  private func paragraph(from: TextPosition, isDown: Bool) -> TextPosition {
    let part = paragraph(at: from)
    let edge = isDown ? part.upperBound : part.lowerBound
    guard edge == from else { return edge }
    guard let next = neighbour(of: from, isForward: isDown) else { return from }
    let other = paragraph(at: next)
    return isDown ? other.upperBound : other.lowerBound
  }

  private func lineEdge(from: TextPosition, isEnd: Bool) -> TextPosition {
    guard let layout = layout(at: from) else { return from }
    var number: gint = 0
    pango_layout_index_to_line_x(layout, gint(from.byte), 0, &number, nil)
    guard let line = pango_layout_get_line_readonly(layout, number) else { return from }
    var to = from
    to.byte = Int(line.pointee.start_index) + (isEnd ? Int(line.pointee.length) : 0)
    // Behind the last letter of a line that is broken the cursor stands in the next one.
    if isEnd, number + 1 < pango_layout_get_line_count(layout), to.byte < byteCount(block: from.block, leaf: from.leaf),
      let next = pango_layout_get_line_readonly(layout, number + 1), Int(next.pointee.start_index) == to.byte,
      pango_layout_get_text(layout)?[to.byte - 1] == 0x20
    {
      to.byte -= 1
    }
    return to
  }
}
