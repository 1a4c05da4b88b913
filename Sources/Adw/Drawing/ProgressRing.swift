import CAdw

/// A small ring that fills as something gets on.
package struct ProgressRing: Widget {
  package let handle: Handle
  private let state: State

  private final class State { var part = 0.0 }

  private static let thickness = 2.5

  /// An empty ring of so many pixels across.
  package init(size: Int) {
    let state = State()
    self.state = state
    let canvas = Canvas(width: size, height: size) { pen, width, height in
      let area = Rectangle(x: 0, y: 0, width: width, height: height)
      pen.arc(in: area, part: 1, pen.foreground.opacity(0.22), thickness: Self.thickness)
      if state.part > 0 { pen.arc(in: area, part: state.part, pen.foreground, thickness: Self.thickness) }
    }
    handle = canvas.handle
    aligned(horizontally: .center, vertically: .center).role(.image).styled("progress-ring")
  }

  /// How much of it is filled, 0 to 1.
  package var part: Double {
    get { state.part }
    nonmutating set {
      guard newValue != state.part else { return }
      state.part = min(max(0, newValue), 1)
      gtk_widget_queue_draw(widget)
    }
  }
}
