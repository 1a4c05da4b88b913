import CAdw
import Localization
import Markdown

// The buttons at blocks: drawn, pressed by pointer and keyboard, and the menu that one of them opens.
extension RichTextBody {
  private func placed(_ button: BlockButton) -> PlacedButton? {
    guard button.block < placed.count else { return nil }
    return placed[button.block].shape.buttons.first { $0.kind == button.kind }
  }

  func isThere(_ button: BlockButton) -> Bool { placed(button) != nil }

  /// Where it lies in the widget.
  func frame(of button: BlockButton) -> Rectangle? {
    guard var frame = placed(button)?.frame else { return nil }
    frame.x += placed[button.block].frame.x
    frame.y += placed[button.block].frame.y
    return frame
  }

  /// The block at a point, and the button.
  func block(at point: Point) -> Int? {
    arrange()
    return blocks(in: point.y..<point.y).first { placed[$0].frame.contains(point) }
  }

  func button(at point: Point) -> BlockButton? {
    guard let index = block(at: point) else { return nil }
    let frame = placed[index].frame
    let inside = Point(x: point.x - frame.x, y: point.y - frame.y)
    return placed[index].shape.buttons.first { $0.frame.contains(inside) }
      .map { BlockButton(block: index, kind: $0.kind) }
  }

  func press(_ button: BlockButton) {
    // From where the pointer was the keyboard goes on.
    if button.kind != .copy { focusedStop = .button(button) }
    switch button.kind {
    case .copy: copyCode(button.block)
    case .fold: fold(button.block)
    case .more: openMenu(button)
    }
  }

  /// What it is called.
  func title(of button: BlockButton) -> String {
    let code = button.block < placed.count ? placed[button.block].shape as? CodeShape : nil
    return switch button.kind {
    case .copy: localized("Copy Code")
    case .more: code == nil ? localized("More for this table") : localized("More for this code")
    case .fold: code?.foldTitle ?? ""
    }
  }

  // MARK: Its menu

  /// Opens it once the button is in view: a menu at a place that no monitor shows cannot be laid out.
  private func openMenu(_ button: BlockButton) {
    guard !isInView(button) else { return showMenu(button) }
    reveal(.button(button))
    var frames = 0
    // What scrolled before a frame is in its place with the next one.
    widget.onTick { [weak self] _ in
      frames += 1
      if frames == 2, self?.widget.hasFocus == true { self?.showMenu(button) }
      return frames < 2
    }
  }

  private func showMenu(_ button: BlockButton) {
    guard let frame = frame(of: button) else { return }
    menuBlock = button.block
    menuButton = button
    widget.offering { [weak self] in self?.menuActions ?? [] }
    widget.openContextMenu(below: frame)
  }

  @MenuActions private var menuActions: [MenuAction] {
    if let index = menuBlock, index < placed.count {
      actions(for: index)
      if let code = placed[index].shape as? CodeShape {
        let (wraps, isNumbered) = (code.view.wrapsLines, code.view.isNumbered)
        MenuAction(
          wraps ? localized("Do Not Wrap Lines") : localized("Wrap Lines"), name: "wrap-lines", section: 1
        ) { [weak self] in self?.rearrange(index) { $0.wrapsLines.toggle() } }
        MenuAction(
          isNumbered ? localized("Hide Line Numbers") : localized("Show Line Numbers"), name: "number-lines", section: 1
        ) { [weak self] in self?.rearrange(index) { $0.isNumbered.toggle() } }
      }
    }
  }

  /// What can be done with a block of code or a table.
  @MenuActions func actions(for index: Int) -> [MenuAction] {
    switch placed[index].block.content {
    case .code(let code):
      MenuAction(localized("Copy Code"), name: "copy-code") { [weak self] in self?.copyCode(index) }
      codeActions?(code.text, CodeLanguage(code.language)) ?? []
    case .table(let table):
      MenuAction(localized("Copy Table"), name: "copy-table") {
        Clipboard.copy(Block.plainText(of: [Block(.table(table))]))
      }
      MenuAction(localized("Copy Table as Markdown"), name: "copy-table-markdown") { Clipboard.copy(table.markdown) }
    default: [MenuAction]()
    }
  }

  /// Shows lines otherwise, while the head of the block stays where it is.
  private func rearrange(_ index: Int, _ change: (inout CodeView) -> Void) {
    widget.holdPlace { [weak self] in
      guard let self, index < placed.count else { return 0 }
      return placed[index].frame.y
    }
    self.change(index, change)
  }

  // MARK: Drawing

  func drawButtons(of index: Int, _ pen: Pen, _ palette: Palette) {
    for button in placed[index].shape.buttons {
      let own = BlockButton(block: index, kind: button.kind)
      let isOver = pointer.button == own
      let isFocused = focusedStop == .button(own) && widget.hasFocus && widget.window?.showsFocus == true
      let isCopied = button.kind == .copy && pointer.copied == index
      if button.isFloating {
        guard isFocused || isCopied || pointer.block == index || menuBlock == index && widget.hasOpenPopover else {
          continue
        }
        pen.fill(button.frame, CodeAppearance.current.background, radius: 6)
      }
      let color = palette.text.opacity(isOver || palette.isHighContrast ? 1 : 0.6)
      if button.kind == .fold {
        let isFolded = (placed[index].shape as? CodeShape)?.view.isFolded ?? true
        drawFold(button.frame, title(of: own), isFolded: isFolded, isOver: isOver, pen, palette, color)
      } else {
        if isOver { pen.fill(button.frame, palette.softInline, radius: 6) }
        let icon =
          isCopied ? "object-select-symbolic" : button.kind == .copy ? "edit-copy-symbolic" : "view-more-symbolic"
        pen.icon(icon, in: button.frame.middle(16), color, of: widget)
      }
      guard isFocused else { continue }
      let room = button.kind == .fold ? button.frame.inset(by: 3) : button.frame
      pen.outline(room, palette.accent.opacity(palette.isHighContrast ? 1 : 0.6), radius: 6, thickness: 2)
    }
  }

  /// A line with words in its middle, and beside them where it goes.
  private func drawFold(
    _ room: Rectangle, _ words: String, isFolded: Bool, isOver: Bool, _ pen: Pen, _ palette: Palette, _ color: Color
  ) {
    if isOver { pen.fill(room.inset(by: 3), palette.softInline, radius: 6) }
    let layout = setter.layout(Inline(words), TextStyle(scale: 0.85, line: Int(room.height)))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var width: gint = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    let (size, gap) = (16.0, 6.0)
    let start = (room.x + (room.width - Double(width) - size - gap) / 2).rounded()
    let isMirrored = widget.isRightToLeft
    pen.draw(layout, at: Point(x: isMirrored ? start : start + size + gap, y: room.y), color)
    let x = isMirrored ? start + Double(width) + gap : start
    let icon = Rectangle(x: x, y: (room.y + (room.height - size) / 2).rounded(), width: size, height: size)
    pen.icon(isFolded ? "pan-down-symbolic" : "pan-up-symbolic", in: icon, color, of: widget)
  }
}

extension Rectangle {
  /// A square of so many pixels in its middle.
  fileprivate func middle(_ size: Double) -> Rectangle {
    Rectangle(
      x: (x + (width - size) / 2).rounded(), y: (y + (height - size) / 2).rounded(), width: size, height: size)
  }

  fileprivate func inset(by way: Double) -> Rectangle {
    Rectangle(x: x + way, y: y + way, width: width - 2 * way, height: height - 2 * way)
  }
}

extension Pen {
  /// Draws an icon of the theme in one colour.
  fileprivate func icon(_ name: String, in area: Rectangle, _ color: Color, of widget: AnyWidget) {
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.widget))
    guard
      let icon = gtk_icon_theme_lookup_icon(
        theme, name, nil, gint(area.width), gtk_widget_get_scale_factor(widget.widget), GTK_TEXT_DIR_NONE,
        GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
    else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
    moved(to: Point(x: area.x, y: area.y)) {
      var colors = [GdkRGBA](repeating: color.c, count: 4)
      gtk_symbolic_paintable_snapshot_symbolic(
        icon, snapshot, area.width, area.height, &colors, gsize(colors.count))
    }
  }
}
