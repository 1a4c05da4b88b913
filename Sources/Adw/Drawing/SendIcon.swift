/// A paper plane that flies where lines run to. As large as the style sheet says, in the colour of text.
package struct SendIcon: Widget {
  package let handle: Handle

  /// The outline, wings and fold, in a square of one; it points to the right.
  private static let corners = [(0.06, 0.08), (0.98, 0.5), (0.06, 0.92), (0.2, 0.575), (0.62, 0.5), (0.2, 0.425)]
  private static let rounding = 0.04

  /// An icon of the usual size.
  package init() {
    var isMirrored: @MainActor () -> Bool = { false }
    let canvas = Canvas { pen, width, height in
      let side = min(width, height)
      let corners = Self.corners.map { corner in
        Point(
          x: (width - side) / 2 + (isMirrored() ? 1 - corner.0 : corner.0) * side,
          y: (height - side) / 2 + corner.1 * side)
      }
      pen.fill(corners, pen.foreground, rounding: Self.rounding * side)
    }
    handle = canvas.handle
    let weak = Weak(canvas)
    isMirrored = { weak.value?.isRightToLeft ?? false }
    canvas.aligned(horizontally: .center, vertically: .center).decorative().styled("send-icon")
  }
}
