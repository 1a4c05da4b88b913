import CAdw

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
      if !hasIt { pointer.showsCaret = false }
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
      case Key("a"): return select(.start, .end)
      case Key("c"): return copy()
      default: break
      }
    }
    if key == .escape, held.isEmpty, !group.isEmpty {
      group.clear()
      return true
    }
    guard held.contains(.shift), held.isSubset(of: [.shift, .control]) else { return false }
    return move(key, byWord: held.contains(.control))
  }

  @discardableResult
  func select(_ start: TextPosition, _ end: TextPosition) -> Bool {
    group.begin(at: start, in: self)
    group.extend(to: end, in: self)
    keepPrimary()
    return true
  }

  private func copy() -> Bool {
    guard let text = group.text else { return false }
    Clipboard.copy(text)
    return true
  }

  private func move(_ key: Key, byWord: Bool) -> Bool {
    arrange()
    let from = clamped(group.head(in: self) ?? focusedLinkStart ?? .start)
    guard let to = target(key, from: from, byWord: byWord) else { return false }
    if !group.hasBegun || group.head(in: self) == nil { group.begin(at: from, in: self) }
    group.extend(to: to, in: self)
    pointer.showsCaret = true
    reveal(to)
    keepPrimary()
    return true
  }

  private var focusedLinkStart: TextPosition? {
    focusedLink.map { TextPosition(block: $0.block, leaf: $0.leaf, byte: 0) }
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
