import CAdw

// Where blocks lie, and how much room they take.
extension RichTextBody {
  /// How many bytes are laid out at once; of a longer text the rest is guessed at first, and laid out in idle moments.
  private static let budget = (first: 150_000, later: 24_000)

  /// The width that a block has in so many pixels. Lines of letters are no longer than can be read; code and tables have
  /// what there is where they need more, and else end where the letters do.
  private func room(of block: PlacedBlock, in width: Int) -> Int {
    let inset = block.inset(in: width)
    guard let lettersPerLine else { return width - inset }
    let room = min(width, Int(Double(lettersPerLine) * setter.look.letter)) - inset
    return room < width - inset && block.shape.wishedWidth(by: setter) > room ? width - inset : room
  }

  /// The height for a width.
  func height(for width: Int) -> Int {
    guard width > 0 else { return lastHeight }
    updateFonts()
    isTrimmed = false
    if guessing >= 0 { arranged = -1 }
    setter.budget = guessing == width ? Self.budget.later : Self.budget.first
    defer { setter.budget = nil }
    var hasGuess = false
    let known = sums.height.for == width ? sums.height.count : 0
    var height = known > 0 ? placed[known - 1].total.height : 0
    for index in known..<placed.count {
      let block = placed[index]
      let size = block.shape.size(in: room(of: block, in: width), by: setter)
      hasGuess = hasGuess || size.isGuess
      height += block.gap + size.height
      placed[index].total.height = height
      if !hasGuess { sums.height = (width, index + 1) }
    }
    if hasGuess {
      guessing = width
      measureSoon()
    } else {
      guessing = -1
    }
    lastHeight = height
    return height
  }

  /// How wide it wants to be, no more than `room`.
  func width(upTo room: Int) -> Int {
    updateFonts()
    setter.budget = Self.budget.first
    defer { setter.budget = nil }
    let known = sums.width.for == room ? sums.width.count : 0
    var widest = known > 0 ? placed[known - 1].total.width : 0
    var hasGuess = false
    for index in known..<placed.count {
      let block = placed[index]
      let own = self.room(of: block, in: room)
      let size = block.shape.size(in: own, by: setter)
      widest = max(widest, (size.isGuess ? own : size.width) + block.inset(in: room))
      placed[index].total.width = widest
      hasGuess = hasGuess || size.isGuess
      if !hasGuess { sums.width = (room, index + 1) }
    }
    return min(widest, room)
  }

  /// Looks whether fonts or colours are others than before: while it is measured, or while it is drawn in some colours.
  func updateFonts(_ palette: Palette? = nil) {
    switch setter.update(palette) {
    case .none: break
    case .colors: for block in placed { block.shape.recolour() }
    case .context:
      // What else is in a context, as how letters are rounded, changes their widths, too.
      for block in placed { block.shape.forget() }
      arranged = -1
      if palette != nil { gtk_widget_queue_resize(widget.widget) }
    case .fonts: remake()
    }
  }

  /// Gives each block its place in the widget's width.
  func arrange() {
    let width = widget.width
    guard arranged != width, width > 0 else { return }
    // What was not laid out for the height is not for the place.
    setter.budget = guessing == width ? 0 : Self.budget.first
    defer { setter.budget = nil }
    let known = sums.places.for == width ? sums.places.count : 0
    var y = known > 0 ? Int(placed[known - 1].frame.bottom) : 0
    var hasGuess = false
    for index in known..<placed.count {
      let block = placed[index]
      let inset = block.inset(in: width)
      let room = room(of: block, in: width)
      let size = block.shape.size(in: room, by: setter)
      block.shape.place(in: room, by: setter)
      y += block.gap
      placed[index].frame = Rectangle(
        x: Double(block.isMirrored ? width - inset - room : inset), y: Double(y), width: Double(room),
        height: Double(size.height))
      placed[index].isGuess = size.isGuess
      y += size.height
      hasGuess = hasGuess || size.isGuess
      if !hasGuess { sums.places = (width, index + 1) }
    }
    arranged = width
  }

  /// Lays out what was only guessed and comes into view.
  func measure(in range: Range<Double>) {
    guard guessing >= 0, arranged > 0 else { return }
    let width = arranged
    for index in blocks(in: range) where placed[index].isGuess {
      _ = placed[index].shape.size(in: room(of: placed[index], in: width), by: setter)
      arranged = -1
    }
    if arranged < 0 { gtk_widget_queue_resize(widget.widget) }
  }

  /// The blocks that lie, at least in part, at some height.
  func blocks(in range: Range<Double>) -> Range<Int> {
    let first = partition { $0.frame.bottom >= range.lowerBound }
    let end = partition { $0.frame.y > range.upperBound }
    return first..<max(first, end)
  }

  /// The first block for which `isPast` holds, as it does for all behind it.
  private func partition(_ isPast: (PlacedBlock) -> Bool) -> Int {
    var (low, high) = (0, placed.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(placed[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Lays out more of what was only guessed, when there is nothing else to do.
  private func measureSoon() {
    guard measuring?.isWaiting != true else { return }
    let weak = Weak(widget)
    measuring = MainLoop.soon { [weak self] in
      guard weak.value != nil, let self else { return }
      gtk_widget_queue_resize(widget.widget)
    }
  }
}
