import CPixbuf
import PictureWire

/// Decodes what is to be shown.
struct Showing {
  /// A step that a file says is never to end is the last one of a picture that plays but once.
  private static let restingMilliseconds = 1_000
  /// Pixels that all steps of a picture may have together before scaling: about five seconds of work.
  private static let mostMovingPixels = 400_000_000

  let order: PictureOrder

  init(_ order: PictureOrder) { self.order = order }

  func pixels(of source: consuming Source) throws(Refusal) -> PictureAnswer {
    let loaded = try Loaded.from(source, longSide: order.longSide, limits: order.limits)
    return answer([loaded.pixels.part()])
  }

  /// No parts when it stands still, or cannot be shown within the budget at half the size at least.
  func frames(of source: consuming Source) throws(Refusal) -> PictureAnswer {
    let header = try Header.read(source.bytes, order.limits)
    let none = PictureAnswer(.good, width: header.width, height: header.height)
    guard header.isMoving, header.width * header.height * header.frames <= Self.mostMovingPixels,
      let size = playedSize(header)
    else { return none }
    let decoder = try Decoder(header.kind.rawValue, longSide: .max, isDrawing: false, limits: order.limits)
    try decoder.decode(header.parts)
    guard let animation = decoder.animation(), let iter = sotto_animation_start(animation) else { return none }
    defer { g_object_unref(UnsafeMutableRawPointer(iter)) }
    var parts: [PictureAnswer.Part] = []
    var time = 0
    for _ in 0..<header.frames {
      guard let image = gdk_pixbuf_animation_iter_get_pixbuf(iter) else { throw .damaged }
      g_object_ref(UnsafeMutableRawPointer(image))
      let pixels = try Pixels(image)
      let delay = Int(gdk_pixbuf_animation_iter_get_delay_time(iter))
      let step = try pixels.scaled(size.width, size.height)
      parts.append(step.part(milliseconds: delay < 0 ? Self.restingMilliseconds : delay))
      if delay < 0 { break }
      time += max(delay, 1)
      // The loaders do not agree on whose time the moment of the change is.
      _ = sotto_animation_advance(iter, header.kind == .webp ? time + 1 : time)
    }
    _ = consume decoder
    _ = consume source
    return answer(parts.count > 1 ? parts : [])
  }

  /// The size at which all steps fit into the budget.
  private func playedSize(_ header: Header) -> (width: Int, height: Int)? {
    var longSide = min(order.longSide, max(header.width, header.height))
    let least = (longSide + 1) / 2
    while longSide >= least {
      let size = Pixels.fit(header.width, header.height, in: longSide)
      if size.width * size.height * 4 * header.frames <= order.byteBudget { return size }
      longSide -= max(1, longSide / 10)
    }
    return nil
  }

  func drawing(_ source: consuming Source) throws(Refusal) -> PictureAnswer {
    answer([try drawn(source).part()])
  }

  func drawingFile(_ source: consuming Source) throws(Refusal) -> PictureAnswer {
    answer([try drawn(source).png()])
  }

  /// The only place where an SVG is read, and the app hands over none but its own.
  private func drawn(_ source: consuming Source) throws(Refusal) -> Pixels {
    let decoder = try Decoder("svg", longSide: order.longSide, isDrawing: true, limits: order.limits)
    try decoder.decode([source.bytes])
    let pixels = try decoder.pixels()
    _ = consume source
    return pixels
  }

  private func answer(_ parts: [PictureAnswer.Part]) -> PictureAnswer {
    PictureAnswer(.good, width: parts.first?.width ?? 0, height: parts.first?.height ?? 0, parts: parts)
  }
}
