/// Which part of a picture is seen, and how large: the arithmetic of a viewport, without any widget.
nonisolated struct ViewportGeometry: Equatable, Sendable {
  /// The picture's size in its own pixels.
  var picture = Extent(width: 1, height: 1)
  /// The viewport's size.
  var view = Extent(width: 1, height: 1)
  /// 1 shows all of the picture.
  private(set) var zoom = 1.0
  /// The point of the picture that is in the middle of the view.
  private(set) var centre = Point(x: 0.5, y: 0.5)

  struct Extent: Equatable {
    var width: Double
    var height: Double
  }

  /// The scale at which all of the picture is seen; small pictures are not made larger.
  var fit: Double { min(1, view.width / picture.width, view.height / picture.height) }

  /// How many units of the view a pixel of the picture is wide.
  var scale: Double { fit * zoom }

  /// The largest zoom: five times, or until a pixel of the picture is one of the screen.
  var maximum: Double { max(5, 1 / fit) }

  /// Whether there is more than the view shows at zoom 1.
  var isZoomed: Bool { zoom > 1.001 }

  /// Where the whole picture would be drawn.
  var frame: Rectangle {
    Rectangle(
      x: view.width / 2 - centre.x * scale, y: view.height / 2 - centre.y * scale, width: picture.width * scale,
      height: picture.height * scale)
  }

  /// Another picture, seen whole.
  mutating func show(width: Double, height: Double) {
    picture = Extent(width: max(width, 1), height: max(height, 1))
    zoom = 1
    centre = Point(x: picture.width / 2, y: picture.height / 2)
  }

  /// Another size of the view; what is in its middle stays there.
  mutating func resize(width: Double, height: Double) {
    view = Extent(width: max(width, 1), height: max(height, 1))
    zoom = min(zoom, maximum)
    clamp()
  }

  /// The point of the picture that is at a point of the view.
  func point(under location: Point) -> Point {
    Point(
      x: centre.x + (location.x - view.width / 2) / scale, y: centre.y + (location.y - view.height / 2) / scale)
  }

  /// Zooms so that a point of the picture is at a point of the view, as far as its edges allow.
  mutating func zoom(to wanted: Double, holding point: Point, at location: Point) {
    zoom = min(max(wanted, 1), maximum)
    centre.x = point.x - (location.x - view.width / 2) / scale
    centre.y = point.y - (location.y - view.height / 2) / scale
    clamp()
  }

  /// Moves the picture by so many units of the view, until its edge is at the view's.
  mutating func pan(x: Double, y: Double) {
    centre.x -= x / scale
    centre.y -= y / scale
    clamp()
  }

  private mutating func clamp() {
    func inside(_ value: Double, _ size: Double, _ room: Double) -> Double {
      let half = room / scale / 2
      return half * 2 >= size ? size / 2 : min(max(value, half), size - half)
    }
    centre.x = inside(centre.x, picture.width, view.width)
    centre.y = inside(centre.y, picture.height, view.height)
  }
}
