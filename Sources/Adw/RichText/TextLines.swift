import CAdw
import Platform

/// Where parts of a layout are, in its own pixels.
enum TextLines {
  struct Area {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let baseline: Double
  }

  private static let scale = Double(PANGO_SCALE)

  static func byteCount(of layout: OpaquePointer) -> Int {
    pango_layout_get_text(layout).map { strlen($0) } ?? 0
  }

  /// Whether all of a layout is drawn in the room that it takes, which is so many pixels wide, but for some slack.
  static func isDrawn(_ layout: OpaquePointer, within width: Double, slack: Double) -> Bool {
    // Latin letters stay in their lines.
    guard let text = pango_layout_get_text(layout), !isPlain(text) else { return true }
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    func fits(_ start: gint, _ length: gint, in room: Double) -> Bool {
      Double(start) / scale >= -slack && (Double(start) + Double(length)) / scale <= room + slack
    }
    let height = (Double(logical.y) + Double(logical.height)) / scale
    return fits(ink.x, ink.width, in: width) && fits(ink.y, ink.height, in: height)
  }

  private static func isPlain(_ text: UnsafePointer<CChar>) -> Bool {
    var place = text
    while place.pointee != 0 {
      // From U+0300 on there are marks.
      if UInt8(bitPattern: place.pointee) >= 0xCC { return false }
      place += 1
    }
    return true
  }

  /// What a range of bytes covers, one area or more for each line, around its letters and so many pixels high.
  static func areas(of range: Range<Int>, in layout: OpaquePointer, height: Double) -> [Area] {
    guard let lines = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(lines) }
    var areas: [Area] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(lines) else { continue }
      let start = Int(line.pointee.start_index)
      let part = range.clamped(to: start..<(start + Int(line.pointee.length)))
      guard !part.isEmpty else { continue }
      let baseline = Double(pango_layout_iter_get_baseline(lines)) / scale
      var ranges: UnsafeMutablePointer<gint>?
      var count: gint = 0
      pango_layout_line_get_x_ranges(line, gint(part.lowerBound), gint(part.upperBound), &ranges, &count)
      defer { g_free(ranges) }
      for index in 0..<Int(count) {
        guard let from = ranges?[2 * index], let to = ranges?[2 * index + 1], to > from else { continue }
        areas.append(
          Area(
            x: Double(from) / scale, y: baseline - height * 0.75, width: Double(to - from) / scale, height: height,
            baseline: baseline))
      }
    } while Bool(pango_layout_iter_next_line(lines))
    return areas
  }

  /// The baseline of the first line of each paragraph, in Pango's units.
  static func baselinesOfParagraphs(in layout: OpaquePointer) -> [Int] {
    guard let lines = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(lines) }
    var baselines: [Int] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(lines), line.pointee.is_paragraph_start != 0 else {
        continue
      }
      baselines.append(Int(pango_layout_iter_get_baseline(lines)))
    } while Bool(pango_layout_iter_next_line(lines))
    return baselines
  }

  /// What is drawn behind a range of bytes that is selected: lines as high as they are, to their ends.
  static func selected(_ range: Range<Int>, in layout: OpaquePointer) -> [Rectangle] {
    var bytes = [gint(range.lowerBound), gint(range.upperBound)]
    guard let region = gdk_pango_layout_get_clip_region(layout, 0, 0, &bytes, 1) else { return [] }
    defer { cairo_region_destroy(region) }
    return (0..<cairo_region_num_rectangles(region)).map { index in
      var area = cairo_rectangle_int_t()
      cairo_region_get_rectangle(region, index, &area)
      return Rectangle(
        x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    }
  }

  /// The word around a byte, or the white space there.
  static func word(at byte: Int, in layout: OpaquePointer) -> Range<Int> {
    let marks = marks(of: layout)
    guard marks.count > 1, let found = marks.lastIndex(where: { $0.byte <= byte }) else { return byte..<byte }
    // Behind the last letter it is the last word.
    let here = min(found, marks.count - 2)
    var start = here
    while start > 0, !marks[start].isBoundary { start -= 1 }
    var end = here + 1
    while end < marks.count - 1, !marks[end].isBoundary { end += 1 }
    return marks[start].byte..<marks[end].byte
  }

  /// Where the next word ends behind a byte, or the last one begins before it.
  static func wordEdge(from byte: Int, isForward: Bool, in layout: OpaquePointer) -> Int? {
    let marks = marks(of: layout)
    return isForward
      ? marks.first { $0.byte > byte && $0.isWordEnd }?.byte : marks.last { $0.byte < byte && $0.isWordStart }?.byte
  }

  private struct Mark {
    let byte: Int
    let isBoundary: Bool
    let isWordStart: Bool
    let isWordEnd: Bool
  }

  /// What Pango knows of each place between two letters; it counts letters, we count bytes.
  private static func marks(of layout: OpaquePointer) -> [Mark] {
    var count: gint = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count),
      let text = pango_layout_get_text(layout)
    else { return [] }
    var marks: [Mark] = []
    marks.reserveCapacity(Int(count))
    var byte = 0
    for index in 0..<Int(count) {
      let found = attributes[index]
      marks.append(
        Mark(
          byte: byte, isBoundary: found.is_word_boundary != 0, isWordStart: found.is_word_start != 0,
          isWordEnd: found.is_word_end != 0))
      let lead = UInt8(bitPattern: text[byte])
      byte += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
    return marks
  }
}
