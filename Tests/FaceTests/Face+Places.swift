import WindowSupport

/// Where things lie, once they no longer move, and what the pointer does there.
extension Face {
  /// Place and size of a thing in its window, once it is laid out and at rest.
  func restingExtents(of thing: Thing) async throws -> (x: Int, y: Int, width: Int, height: Int) {
    var found: (x: Int, y: Int, width: Int, height: Int)?
    try await eventually("\(thing) is laid out and at rest") {
      try await settle()
      let before = found
      found = try? thing.extents
      guard let before, let found else { return false }
      return before == found
    }
    guard let found else { throw failure("\(thing) has no place") }
    return found
  }

  /// The edges of the first window, in pixels, once it is at rest.
  func restingEdges() async throws -> Range<Int> {
    guard let window = windows.first else { throw failure("there is no window") }
    let place = try await restingExtents(of: window)
    return place.x..<place.x + place.width
  }

  /// Clicks on a thing while Shift is down.
  func shiftClick(_ thing: Thing) async throws {
    try await point(at: thing)
    try await Pointer.run("xdotool", "keydown", "shift", "click", "1", "keyup", "shift")
  }

  /// Turns the wheel, downwards where it is positive; with Shift what is under the pointer goes sideways.
  func turnWheel(by count: Int, sideways: Bool) async throws {
    if sideways { try await Pointer.run("xdotool", "keydown", "shift") }
    try await Pointer.run(
      "xdotool", "click", "--delay", "5", "--repeat", "\(abs(count))", count > 0 ? "5" : "4")
    if sideways { try await Pointer.run("xdotool", "keyup", "shift") }
  }
}
