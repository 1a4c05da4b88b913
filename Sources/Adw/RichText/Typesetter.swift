import CAdw
import Markdown

/// Lays out the texts of one widget.
final class Typesetter {
  private let context: OpaquePointer
  private let owner: AnyWidget
  /// Code runs from left to right whatever is in it.
  private var codeContext: OpaquePointer?
  private var serial: guint
  /// The colour of links.
  private(set) var linkColor: Color
  private(set) var look: TextLook
  /// Whether the text stands on a colour of its own.
  var isOnColor = false
  /// How many bytes may still be laid out before the rest is guessed; nil for all.
  var budget: Int?

  init(for widget: AnyWidget) {
    owner = widget
    context = gtk_widget_get_pango_context(widget.widget)
    serial = pango_context_get_serial(context)
    look = TextLook.of(context)
    linkColor = Palette(of: widget, isOnColor: false).link
  }

  isolated deinit { if let codeContext { g_object_unref(UnsafeMutableRawPointer(codeContext)) } }

  /// What has to be done again, as the style sheet has changed.
  enum Change { case none, colors, context, fonts }

  /// Looks whether the style sheet says something else than before.
  func update(_ palette: Palette? = nil) -> Change {
    let color = (palette ?? Palette(of: owner, isOnColor: isOnColor)).link
    let isRecoloured = color != linkColor
    linkColor = color
    let now = pango_context_get_serial(context)
    guard now != serial else { return isRecoloured ? .colors : .none }
    serial = now
    let before = look
    look = TextLook.of(context)
    if let codeContext { g_object_unref(UnsafeMutableRawPointer(codeContext)) }
    codeContext = nil
    return look == before ? .context : .fonts
  }

  /// Whether what is around its texts runs from right to left.
  var isMirrored: Bool { owner.isRightToLeft }

  /// Has the widget drawn again.
  func redraw() { gtk_widget_queue_draw(owner.widget) }

  /// A new layout; the caller owns it.
  func layout(_ text: Inline, _ style: TextStyle, _ colours: [CodeSpan] = []) -> OpaquePointer {
    let layout = pango_layout_new(style.isCode ? contextForCode : context)!
    var copy = text.text.drawable(isCode: style.isCode)
    copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, gint($0.count)) }
    }
    let attributes = self.attributes(of: text, style)
    attributes.add(colours)
    pango_layout_set_attributes(layout, attributes.raw)
    pango_layout_set_wrap(layout, style.breaksAnywhere ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
    if style.hanging > 0 { pango_layout_set_indent(layout, -gint(style.hanging) * PANGO_SCALE) }
    if style.isCode {
      pango_layout_set_auto_dir(layout, 0)
      setTabs(of: layout)
    } else {
      pango_layout_set_alignment(layout, alignment(style.side, text.text))
    }
    return layout
  }

  private var contextForCode: OpaquePointer {
    if let codeContext { return codeContext }
    let new = gtk_widget_create_pango_context(owner.widget)!
    pango_context_set_base_dir(new, PANGO_DIRECTION_LTR)
    codeContext = new
    return new
  }

  /// A tab stop each four letters of code.
  private func setTabs(of layout: OpaquePointer) {
    let stops = pango_tab_array_new(1, 0)!
    pango_tab_array_set_tab(stops, 0, PANGO_TAB_LEFT, gint(look.codeLetter * 4 * Double(PANGO_SCALE)))
    pango_layout_set_tabs(layout, stops)
    pango_tab_array_free(stops)
  }

  /// Pango turns an alignment around in paragraphs that do not run as the context does.
  private func alignment(_ side: TextStyle.Side?, _ text: String) -> PangoAlignment {
    let isMirrored = owner.isRightToLeft
    guard let side else { return isMirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT }
    if side == .centre { return PANGO_ALIGN_CENTER }
    let isAsSaid = (text.isRightToLeft ?? isMirrored) == isMirrored
    return (side == .right) == isAsSaid ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
  }

  private func attributes(of text: Inline, _ style: TextStyle) -> AttributeList {
    let list = AttributeList()
    list.add(pango_attr_insert_hyphens_new(0))
    list.add(pango_attr_line_height_new_absolute(gint(style.line) * PANGO_SCALE))
    if style.isCode { list.add(pango_attr_family_new("monospace")) }
    let scale = style.isCode ? style.scale * TextLook.codeScale : style.scale
    if scale != 1 { list.add(pango_attr_scale_new(scale)) }
    if style.isBold { list.add(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
    for span in text.spans {
      switch span.style {
      case .emphasis: list.add(pango_attr_style_new(PANGO_STYLE_ITALIC), span.range)
      case .strong: list.add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), span.range)
      case .strikethrough: list.add(pango_attr_strikethrough_new(1), span.range)
      case .code:
        // The ground of code is wider than its letters.
        for space in text.spaces(around: span.range) {
          list.add(pango_attr_letter_spacing_new(4 * PANGO_SCALE), space)
        }
        list.add(pango_attr_family_new("monospace"), span.range)
        list.add(pango_attr_scale_new(style.scale * TextLook.codeScale), span.range)
      case .math:
        list.add(pango_attr_family_new("monospace"), span.range)
        list.add(pango_attr_scale_new(style.scale * TextLook.codeScale), span.range)
        list.add(pango_attr_style_new(PANGO_STYLE_ITALIC), span.range)
      case .link: list.addWhole(linkColor, span.range)
      case .footnote:
        list.add(pango_attr_scale_new(style.scale * 0.75), span.range)
        list.add(pango_attr_rise_new(gint(look.em * 0.35 * Double(PANGO_SCALE))), span.range)
        // A raised mark is low enough to leave the line as high as others.
        list.add(pango_attr_line_height_new_absolute(gint(look.em * 0.9 * Double(PANGO_SCALE))), span.range)
        list.addWhole(linkColor, span.range)
      }
    }
    return list
  }
}

/// Attributes of a text for Pango: later ones win.
final class AttributeList {
  let raw = pango_attr_list_new()!

  isolated deinit { pango_attr_list_unref(raw) }

  /// Adds one for a range of bytes; for all of the text without one.
  func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>? = nil) {
    guard let attribute else { return }
    if let range {
      attribute.pointee.start_index = guint(range.lowerBound)
      attribute.pointee.end_index = guint(range.upperBound)
    }
    pango_attr_list_insert(raw, attribute)
  }

  func add(_ colours: [CodeSpan]) {
    let appearance = CodeAppearance.current
    for span in colours {
      let look = span.style.look(in: appearance)
      if let color = look.color { add(color, span.range) }
      if look.isBold { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), span.range) }
      if look.isItalic { add(pango_attr_style_new(PANGO_STYLE_ITALIC), span.range) }
    }
  }

  func add(_ color: Color, _ range: Range<Int>) {
    func part(_ value: Double) -> guint16 { guint16(min(max(value, 0), 1) * 65_535) }
    add(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)), range)
  }
}

extension AttributeList {
  /// A colour that is as strong as it says, however faint the text around it is drawn.
  fileprivate func addWhole(_ color: Color, _ range: Range<Int>) {
    add(color, range)
    add(pango_attr_foreground_alpha_new(.max), range)
  }
}

extension Inline {
  /// The spaces right before and behind a part.
  fileprivate func spaces(around range: Range<Int>) -> [Range<Int>] {
    let bytes = text.utf8
    return [range.lowerBound - 1, range.upperBound].filter { place in
      place >= 0 && place < bytes.count && bytes[bytes.index(bytes.startIndex, offsetBy: place)] == 0x20
    }.map { $0..<($0 + 1) }
  }
}

extension String {
  /// Whether its first letters with a direction run from right to left; nil if there are none.
  var isRightToLeft: Bool? {
    for letter in unicodeScalars.prefix(4_000) {
      if letter.value == 0x200E { return false }
      if letter.value == 0x200F { return true }
      guard letter.properties.isAlphabetic else { continue }
      switch letter.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return nil
  }
}
