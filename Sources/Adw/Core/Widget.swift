import CAdw

/// A part of a window. The tree of widgets owns it; a value of this kind only names it.
package protocol Widget: Object {}

extension Widget {
  var widget: UnsafeMutablePointer<GtkWidget> { ^self }
}

/// A widget of which nothing more is known.
package struct AnyWidget: Widget {
  package let handle: Handle

  /// Forgets what kind of widget it is.
  package init(_ widget: some Widget) { handle = widget.handle }

  init(_ pointer: UnsafeMutablePointer<GtkWidget>?) { handle = Handle(pointer) }
  init(_ handle: Handle) { self.handle = handle }

  init?(existing pointer: UnsafeMutablePointer<GtkWidget>?) {
    guard let pointer else { return nil }
    handle = Handle(pointer)
  }
}

/// Collects the children of a container; understands `if`, `switch` and `for`.
@resultBuilder package enum Children {
  package static func buildExpression(_ child: any Widget) -> [any Widget] { [child] }
  package static func buildExpression(_ children: [any Widget]) -> [any Widget] { children }
  package static func buildBlock(_ parts: [any Widget]...) -> [any Widget] { parts.flatMap(\.self) }
  package static func buildOptional(_ part: [any Widget]?) -> [any Widget] { part ?? [] }
  package static func buildEither(first part: [any Widget]) -> [any Widget] { part }
  package static func buildEither(second part: [any Widget]) -> [any Widget] { part }
  package static func buildArray(_ parts: [[any Widget]]) -> [any Widget] { parts.flatMap(\.self) }
}

/// The direction in which something extends.
package enum Orientation {
  case horizontal, vertical

  var c: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

/// What a widget does with room that it does not need.
package enum Alignment {
  case fill, start, end, center, baseline

  var c: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    case .baseline: GTK_ALIGN_BASELINE
    }
  }
}

/// A point in a widget, in pixels from its top left corner.
nonisolated package struct Point: Equatable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in pixels.
nonisolated package struct Rectangle: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Its lower edge.
  package var bottom: Double { y + height }

  /// Its right edge.
  package var right: Double { x + width }
}
