import CAdw
package import Markdown

/// Blocks of text, drawn by one widget: what it shows may be selected across all of them, and costs little while it is
/// out of sight. A text that grows is laid out only where it changed.
package struct RichText: Widget {
  package let handle: Handle

  /// An empty text.
  package init() {
    let made = g_object_new_with_properties(richTextType, 0, nil, nil)
    handle = Handle(raw: UnsafeMutableRawPointer(made!))
    attach(RichTextBody(AnyWidget(self)), as: RichTextBody.key)
    focusable()
    body.listen()
    RichTextBody.everybody.add(body)
  }

  init(handle: Handle) { self.handle = handle }

  var body: RichTextBody { attached(RichTextBody.self, as: RichTextBody.key)! }

  /// Shows other blocks behind the first `keep`, which stay as they are.
  package func show(keep: Int = 0, _ blocks: [Block]) {
    // A text that grows is the same but for its end.
    var same = 0
    while same < blocks.count, keep + same < body.placed.count, body.placed[keep + same].block == blocks[same] {
      same += 1
    }
    // What stands alone may be shown otherwise than beside others.
    if keep == 0, blocks.count == 1 || body.standIn != nil && same == blocks.count { same = 0 }
    body.show(keep: keep + same, Array(blocks[same...]))
  }

  /// Whether it shows of long code only the first lines until somebody wants more; for what is to be read whole.
  @discardableResult
  package func foldsCode(_ folds: Bool) -> Self {
    body.foldsCode = folds
    return self
  }

  /// The blocks that it shows.
  package var blocks: [Block] { body.placed.map(\.block) }

  /// The words that are shown in place of a text of which nothing can be seen, as of marks alone; nil for none. They are
  /// no part of it.
  @discardableResult
  package func standIn(_ words: String?) -> Self {
    guard body.standIn != words else { return self }
    body.standIn = words
    body.remake()
    return self
  }

  /// The most letters of a line, about, but of code and in tables; nil for as many as there is room for.
  @discardableResult
  package func lettersPerLine(_ most: Int?) -> Self {
    guard body.lettersPerLine != most else { return self }
    body.lettersPerLine = most
    body.arranged = -1
    gtk_widget_queue_resize(widget)
    return self
  }

  /// Says that it stands on a strong colour, where an accent could not be read, as in a bubble of one's own: links are
  /// underlined in the colour of the text then.
  @discardableResult
  package func onColor(_ isOnColor: Bool) -> Self {
    guard body.setter.isOnColor != isOnColor else { return self }
    body.setter.isOnColor = isOnColor
    gtk_widget_queue_draw(widget)
    return self
  }

  /// Says which part of it, in its own pixels from its upper edge, its reader sees. In a scrolled window it finds out by
  /// itself.
  package func view(_ range: Range<Double>) { body.look(at: range) }

  /// Where its blocks lie in it; for tests.
  package var places: [Rectangle] {
    body.arrange()
    return body.placed.map(\.frame)
  }

  /// What was laid out so far, in all of them; for tests and measurements.
  package static var work: (measured: Int, layouts: Int) { (LaidText.measured, LaidText.alive) }
}

/// What one widget shows.
final class RichTextBody {
  static let key = "adw-rich-text"

  let widget: AnyWidget
  var placed: [PlacedBlock] = []
  var lettersPerLine: Int?
  /// What is shown where nothing of the text can be seen.
  var standIn: String?
  /// Whether it goes on elsewhere.
  var fadesOut = false
  /// The part that its reader sees, as far as that is known.
  var view: Range<Double>?
  /// The part whose texts are laid out and drawn.
  var drawn: Range<Double>?
  /// The width for which texts are being laid out, little by little, after the first guess.
  var guessing = -1
  /// The width for which the blocks have their places.
  var arranged = -1 { didSet { if arranged < 0 { sums = Sums() } } }
  /// What is known of the first blocks together.
  var sums = Sums()
  /// Whether no layouts are left that measuring made.
  var isTrimmed = false
  /// The last height that was told.
  var lastHeight = 0
  private var knownSetter: Typesetter?
  var measuring: Timer?
  var views: NearViews?
  /// The selection of which this text's is a part, and what it is called there.
  var group = SelectionGroup()
  var id: AnyHashable?
  /// What is selected of it.
  var selected: Range<TextPosition>?
  var pointer = PointerState()
  /// Whether it reacts to the pointer and the keyboard: from when it is first seen on.
  var isListening = false
  /// What in it has the keyboard.
  var focusedStop: TextStop? { didSet { if focusedStop != oldValue { tellFocusedStop(hasFocus: true) } } }
  var heardLink: (@MainActor (String) -> Void)?
  /// What else than copying can be done with code.
  var codeActions: (@MainActor (String, CodeLanguage) -> [MenuAction])?
  /// Where is kept how code is to be shown, and what this text is called there.
  var codeViews: (kept: CodeViews, id: AnyHashable)?
  /// Whether long code is folded.
  var foldsCode = true
  /// The block whose menu was opened.
  var menuBlock: Int?
  /// The button that opened it, until the keyboard comes back from the menu.
  var menuButton: BlockButton?
  /// What screen readers find in it.
  var shadows: [Shadow] = []
  /// Whether screen readers are to find anything in it; not where it is only there to be copied.
  var castsShadows = true

  init(_ widget: AnyWidget) { self.widget = widget }

  static func of(_ widget: AnyWidget) -> RichTextBody? { widget.attached(RichTextBody.self, as: key) }

  var setter: Typesetter {
    if let knownSetter { return knownSetter }
    let new = Typesetter(for: widget)
    knownSetter = new
    return new
  }

  /// Whether its first block is shown otherwise than it would be beside others: it is nothing but an emoji or some, or
  /// nothing can be seen of it.
  private var isAlone = false

  func show(keep: Int, _ blocks: [Block]) {
    var keep = min(keep, placed.count)
    var blocks = blocks
    if keep > 0, isAlone {
      blocks = placed[..<keep].map(\.block) + blocks
      keep = 0
    }
    let old = isAlone ? [] : Array(placed[keep...])
    placed.removeSubrange(keep...)
    isAlone = false
    if keep == 0, blocks.count == 1, let text = blocks[0].loneEmoji {
      placed = [PlacedBlock(large: text, blocks[0], setter.look)]
      isAlone = true
    } else if keep == 0, let standIn, !blocks.isEmpty, !blocks.contains(where: \.isVisible) {
      let isMirrored = widget.isRightToLeft
      placed = blocks.map { PlacedBlock(standIn: "", for: $0, isMirrored: isMirrored, setter.look) }
      placed[0] = PlacedBlock(standIn: standIn, for: blocks[0], isMirrored: isMirrored, setter.look)
      isAlone = true
    } else {
      for (index, block) in blocks.enumerated() {
        let before = index < old.count ? old[index] : nil
        placed.append(
          PlacedBlock(
            block, after: placed.last, isMirrored: runsLeft(block), isFoldable: foldsCode, setter.look,
            replacing: before))
        restoreView(of: placed.count - 1, from: before)
      }
    }
    let known = sums
    arranged = -1
    sums = known.first(keep)
    if let stop = focusedStop, !isThere(stop) { focusedStop = nil }
    castShadows()
    gtk_widget_queue_resize(widget.widget)
    gtk_widget_queue_draw(widget.widget)
  }

  /// Whether a block runs from right to left: lists and quotations do as their beginning.
  private func runsLeft(_ block: Block) -> Bool {
    if let outer = block.containers.first, let last = placed.last, let known = last.block.containers.first,
      outer.isSameKind(as: known)
    {
      return last.isMirrored
    }
    return block.leading?.isRightToLeft ?? widget.isRightToLeft
  }

  /// Makes all blocks anew: their fonts are others.
  func remake() {
    let old = placed
    placed = []
    isAlone = false
    show(keep: 0, old.map(\.block))
    for (new, old) in zip(placed, old) {
      if let new = new.shape as? CodeShape, let old = old.shape as? CodeShape { new.view = old.view }
    }
    castShadows()
  }
}

extension Container {
  /// Whether both may be parts of one list, or quotations.
  func isSameKind(as other: Container) -> Bool {
    switch (kind, other.kind) {
    case (.quotation, .quotation), (.footnote, .footnote): true
    case (.item(.number), .item(.number)): true
    case (.item(.number), .item), (.item, .item(.number)): false
    case (.item, .item): true
    default: false
    }
  }
}
