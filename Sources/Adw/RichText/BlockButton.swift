/// Something at a block that can be pressed.
struct BlockButton: Hashable {
  let block: Int
  let kind: Kind

  /// What it does: copies code, opens a menu, unfolds or folds.
  enum Kind: Hashable { case copy, more, fold }
}

/// A button where it lies in its block.
struct PlacedButton {
  let kind: BlockButton.Kind
  let frame: Rectangle
  /// Whether it lies over something, and is shown only while somebody is there.
  let isFloating: Bool
}

/// What Tab comes to in a text.
enum TextStop: Hashable {
  case link(LinkPlace)
  case button(BlockButton)
}
