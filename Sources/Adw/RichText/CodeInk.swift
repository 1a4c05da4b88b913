import Platform

/// What colours one block of code, also when it has grown and is another shape.
final class CodeInk {
  weak var shape: CodeShape?
  private(set) var colouring: CodeColouring

  init(_ language: String, _ setter: Typesetter) {
    let place = Place()
    colouring = CodeColouring(language: language) { [weak setter] range in
      place.ink?.shape?.recolour(range)
      setter?.redraw()
    }
    place.ink = self
  }

  private final class Place { weak var ink: CodeInk? }
}

extension String {
  /// Whether it begins with another one, byte by byte.
  func goesOn(from other: String) -> Bool {
    var (whole, start) = (self, other)
    return whole.withUTF8 { whole in
      start.withUTF8 { start in
        start.count <= whole.count
          && (start.isEmpty || memcmp(whole.baseAddress!, start.baseAddress!, start.count) == 0)
      }
    }
  }
}
