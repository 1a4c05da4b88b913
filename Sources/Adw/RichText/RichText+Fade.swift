import CAdw

extension RichText {
  /// Whether its last lines fade out, as something follows that is not shown; not where strong contrasts are asked for.
  @discardableResult
  package func fadesOut(_ fades: Bool) -> Self {
    guard body.fadesOut != fades else { return self }
    body.fadesOut = fades
    gtk_widget_queue_draw(widget)
    return self
  }
}

// The end of a text that goes on elsewhere. What it stands on is not known here, so it is drawn fainter and fainter.
extension RichTextBody {
  /// Where what is to be drawn fades out; nil where it does not.
  func fading(in part: Range<Double>, _ palette: Palette) -> Range<Double>? {
    guard fadesOut, !palette.isHighContrast, let bottom = placed.last?.frame.bottom, part.upperBound >= bottom else {
      return nil
    }
    let height = min(Double(setter.look.line) * 2.5, bottom / 2)
    return max(bottom - height, part.lowerBound)..<max(bottom, part.lowerBound)
  }

  /// Draws what is above as it is, and the rest in strips.
  func drawFading(_ pen: Pen, _ palette: Palette, from top: Double, over range: Range<Double>) {
    func draw(_ part: Range<Double>) {
      // Letters may stand out a little at the sides.
      let room = Rectangle(
        x: -20, y: part.lowerBound, width: Double(widget.width) + 40, height: part.upperBound - part.lowerBound)
      pen.clipped(to: room) {
        for index in blocks(in: part) { self.draw(index, pen, palette, in: part) }
      }
    }
    if top < range.lowerBound { draw(top..<range.lowerBound) }
    let height = range.upperBound - range.lowerBound
    let strips = max(Int(height / 3), 1)
    for strip in 0..<strips {
      let (from, to) = (Double(strip) / Double(strips), Double(strip + 1) / Double(strips))
      pen.faded(to: 1 - to * 0.85) {
        draw((range.lowerBound + from * height)..<(range.lowerBound + to * height))
      }
    }
  }
}
