import CAdw

/// Sizes of rich text, in pixels, for one font and size of the desktop's.
struct TextLook: Equatable {
  /// The size of plain text.
  let em: Double
  /// From one line of plain text to the next.
  let line: Int
  /// The width of a letter of plain text, about.
  let letter: Double
  /// From one line of code to the next.
  let codeLine: Int
  /// The width of a letter of code.
  let codeLetter: Double

  /// How much smaller code is than the text around it: monospaced letters look larger than others.
  static let codeScale = 0.9
  /// How much higher a line is than its font asks for.
  private static let openness = (text: 1.26, code: 1.25)

  private static var known: [guint: TextLook] = [:]

  /// The sizes for the font of a context.
  static func of(_ context: OpaquePointer) -> TextLook {
    let font = pango_context_get_font_description(context)
    let resolution = pango_cairo_context_get_resolution(context)
    let key = pango_font_description_hash(font) ^ guint(max(resolution, 0) * 16)
    if let look = known[key] { return look }
    let em = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    let code = pango_font_description_copy(font)!
    defer { pango_font_description_free(code) }
    pango_font_description_set_family(code, "monospace")
    pango_font_description_set_absolute_size(code, em * codeScale * Double(PANGO_SCALE))
    let text = measures(of: font, in: context)
    let mono = measures(of: code, in: context)
    let look = TextLook(
      em: em, line: Int((text.height * openness.text).rounded()), letter: text.letter,
      codeLine: Int((mono.height * openness.code).rounded()), codeLetter: mono.letter)
    known[key] = look
    return look
  }

  private static func measures(of font: OpaquePointer?, in context: OpaquePointer) -> (height: Double, letter: Double) {
    let metrics = pango_context_get_metrics(context, font, nil)
    defer { pango_font_metrics_unref(metrics) }
    let scale = Double(PANGO_SCALE)
    let height = Double(pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)) / scale
    return (height, Double(pango_font_metrics_get_approximate_char_width(metrics)) / scale)
  }

  /// A distance that grows with the text.
  func ems(_ count: Double) -> Int { Int((em * count).rounded()) }
}

/// How one text looks as a whole.
struct TextStyle: Equatable {
  /// Against plain text.
  var scale = 1.0
  var isBold = false
  var isCode = false
  /// How high a line is, in pixels.
  var line: Int
  /// Whether lines may break within words: where a word is so long that finding its breaks would take for ever.
  var breaksAnywhere = false
  /// How far in lines begin that go on from the one above, in pixels.
  var hanging = 0
  /// Where lines lie, if not where each paragraph's own direction puts them.
  var side: Side?

  /// A side of the screen, whatever the direction of writing.
  enum Side { case left, centre, right }
}
