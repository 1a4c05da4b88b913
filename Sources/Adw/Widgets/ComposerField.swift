import CAdw

/// A text field that grows with what is written, up to a number of lines, and scrolls from there on.
package struct ComposerField: Widget {
  package let handle: Handle
  private let view: TextView
  private let scroller: Scroller
  private let placeholder: Label
  private let maximumLines: Int
  private let hasNewFont = Flag()

  private static let padding = (horizontal: 12, vertical: 8)

  /// An empty field with words that stand in it while it is empty, and that also name it.
  package init(placeholder words: String, maximumLines: Int = 5) {
    view = TextView().padding(horizontal: Self.padding.horizontal, vertical: 0).named(words)
    // Outside of what scrolls: whole lines are in sight then, wherever one is.
    scroller = Scroller(view).margins(top: Self.padding.vertical, bottom: Self.padding.vertical)
    placeholder = Label(words).ellipsized().aligned(0).styled("dim-label").decorative()
    placeholder.aligned(vertically: .start).isTarget = false
    placeholder.margins(
      top: Self.padding.vertical, start: Self.padding.horizontal, end: Self.padding.horizontal)
    let overlay = Overlay(scroller)
    overlay.add(placeholder)
    handle = overlay.handle
    self.maximumLines = maximumLines
    styled("composer-field")
    let field = self
    view.onTextChange { field.placeholder.isVisible = field.isEmpty }
    // An input method shows what it composes before it is text.
    view.on("preedit-changed") { (composed: String) in
      field.placeholder.isVisible = composed.isEmpty && field.isEmpty
    }
    onMap { field.measure() }
    Appearance.onFontChange(of: self) { field.takeNewFont() }
    var width = 0
    onLayout {
      // In a narrower field the text has more lines: the one with the cursor stays in sight.
      if field.view.width != width, field.hasFocus { field.view.showCursor() }
      width = field.view.width
      field.showAllLines()
      guard field.hasNewFont.isSet else { return }
      field.hasNewFont.isSet = false
      field.view.measureLines()
      field.measure()
    }
    // The room around the text counts as the text.
    overlay.onPress { _, _ in if !field.hasFocus { field.grabFocus() } }
    measure()
    scroller.showBar(false)
  }

  /// A style sheet has given it another font, or the desktop has.
  package func takeNewFont() {
    // The view learns of it only when it is laid out next.
    hasNewFont.isSet = true
    requestLayoutPhase()
  }

  /// Lets the scroller grow to as many lines as are allowed.
  private func measure() {
    let line = view.lineHeight
    scroller.growing(maximumHeight: maximumLines * line, minimumHeight: line)
  }

  /// The view scrolls to its cursor before the field has grown; what has room afterwards comes back into sight.
  private func showAllLines() {
    scroller.showBar(view.contentHeight > maximumLines * view.lineHeight)
    if scroller.offset != 0, scroller.height >= view.contentHeight { scroller.offset = 0 }
  }

  /// How far the text is scrolled down, in pixels.
  package var offset: Double { scroller.offset }

  /// What is written. Setting it cannot be undone by the user, and puts the cursor at the end.
  package var text: String {
    get { view.text }
    nonmutating set {
      guard newValue != view.text else { return }
      view.text = newValue
      view.moveToEnd()
    }
  }

  /// Shows another text, which has the cursor and the keys from now on; if the field has the keyboard, it keeps it.
  package func show(_ text: WrittenText) {
    view.show(text)
    placeholder.isVisible = isEmpty
  }

  /// A text for `show`.
  package func newText(_ words: String) -> WrittenText {
    let (placeholder, view) = (placeholder, view)
    return WrittenText(words).onChange { placeholder.isVisible = view.isEmpty }
  }

  /// Whether nothing is written.
  package var isEmpty: Bool { view.isEmpty }

  /// Other words for the empty field, and for its name.
  package func setPlaceholder(_ words: String) {
    placeholder.text = words
    view.named(words)
  }

  /// Calls `body` with the text whenever it changes, whoever changed it.
  @discardableResult
  package func onTextChange(_ body: @escaping @MainActor (String) -> Void) -> Self {
    let view = view
    view.onTextChange { body(view.text) }
    return self
  }

  /// Offers each key press to `body` once the input method does not want it; true means that it was used up. An Enter
  /// that nobody uses breaks the line.
  @discardableResult
  package func onKey(_ body: @escaping @MainActor (KeyStroke) -> Bool) -> Self {
    view.onKeyAfterInputMethod(body)
    return self
  }

  /// Calls `body` instead of pasting when files, or a picture and no text, are on the clipboard.
  @discardableResult
  package func onPasteContent(_ body: @escaping @MainActor (Incoming) -> Void) -> Self {
    view.onPasteContent(body)
    return self
  }

  /// Calls `body` instead of pasting when files, or a picture and no text, are on the clipboard, with what `place`
  /// answered when the key was pressed.
  @discardableResult
  package func onPasteContent<Target>(
    into target: @escaping @MainActor () -> Target, _ body: @escaping @MainActor (Target, Incoming) -> Void
  ) -> Self {
    view.onPasteContent(into: target, body)
    return self
  }

  /// The name and the further words that a screen reader says for the field in which one writes.
  @discardableResult
  package func named(_ name: String) -> Self {
    view.named(name)
    return self
  }

  /// Writes text at the cursor, in the place of what is selected.
  package func insert(_ text: String) { view.insert(text) }

  /// Puts the cursor behind the last character.
  package func moveToEnd() { view.moveToEnd() }

  /// Takes the last change back.
  package func undo() { view.undo() }

  /// Opens the chooser of emoji at the cursor.
  package func chooseEmoji() { view.chooseEmoji() }

  /// Gives it the keyboard.
  @discardableResult
  package func grabFocus() -> Bool { view.grabFocus() }

  /// Whether it has the keyboard.
  package var hasFocus: Bool { view.hasFocus }

  /// The part in which one writes, for what is not offered here.
  package var textView: TextView { view }
}
