import Adw
import Domain

/// Sotto's own colours and shapes on top of libadwaita's. Sizes are in em where they belong to text, so that they follow
/// the text size.
enum Style {
  private static var sheet: StyleSheet?

  /// Puts the style on all windows and keeps it right when light, dark or contrast change.
  static func install() {
    let sheet = StyleSheet(css)
    self.sheet = sheet
    Appearance.onChange { sheet.css = css }
  }

  /// How messages are shown.
  static var reading = ReadingStyle() { didSet { if reading != oldValue { sheet?.css = css } } }

  private static var css: String { colours + rules + contrast + icons + readingRules(reading) }

  private static var colours: String {
    let agent = Appearance.isDark ? "#dc8add" : "#813d9c"
    let user = Appearance.isHighContrast ? "#0b4a9e" : "#1c71d8"
    let grey = Appearance.isHighContrast ? "0.16" : Appearance.isDark ? "0.11" : "0.07"
    // untranslated: css
    return """
      @define-color sotto_agent \(agent);
      @define-color sotto_user \(user);
      @define-color sotto_grey alpha(currentColor, \(grey));
      @define-color rich_text_ground alpha(@window_fg_color, \(grey));

      """
  }

  /// Nothing is faint where strong contrasts are asked for.
  private static var contrast: String {
    guard Appearance.isHighContrast else { return "" }
    return "\n.stamp, .day, .preview, .chat-row .stamp { opacity: 1; }"  // untranslated: css
  }

  /// Icons on buttons grow with the text, once it is so large that they would look lost beside it.
  private static var icons: String {
    let scale = Appearance.textScale
    let field = scale * Double(reading.textSize) / 100
    var rules = ""
    if scale >= 1.25 {
      // untranslated: css
      rules += "\nbutton image { -gtk-icon-size: \(Int((16 * scale).rounded()))px; }"
    }
    guard field >= 1.25 else { return rules }
    // Beside the field less, which needs the width more.
    let composer = min(field, 1.5)
    // They stand at the lower end of a field of many lines, and in the middle of one line's height.
    let below = max(0, Int((25 * field - 38) / 2))
    // untranslated: css
    return rules + """

      .composer button image, .send image { -gtk-icon-size: \(Int((16 * composer).rounded()))px; }
      .send-icon { min-width: \(Int((18 * composer).rounded()))px; min-height: \(Int((18 * composer).rounded()))px; }
      .composer button, .send { min-width: 38px; min-height: 38px; margin-bottom: \(below)px; }
      """
  }

  // untranslated: css
  private static let rules = """
    .bubble { border-radius: 18px; padding: 8px 14px; }
    .bubble.user { background-color: @sotto_user; color: #ffffff; }
    .bubble.user:not(.bare) label { color: #ffffff; }
    .bubble.agent { background-color: @sotto_grey; }
    .bubble.summary { background: none; border: 1px dashed alpha(currentColor, 0.35); }
    .bubble.picture { padding: 4px; }
    .bubble.bare { padding: 0; background: none; color: @window_fg_color; }
    .bubble.picture > .text { padding: 2px 8px 4px 8px; }
    .bubble.picture > .text ~ .text { padding-top: 0; margin-top: -4px; }
    .bubble.full { background: none; border-radius: 0; padding: 2px 0 2px 14px; }
    .bubble.full:dir(rtl) { padding: 2px 14px 2px 0; }
    .bubble.full.picture > .text, .bubble.full.picture > .text ~ .text { padding: 0; margin: 0; }
    .bubble.emoji-alone { background: none; padding: 0 4px; }
    .bubble.emoji-alone.agent { padding: 0 14px; }
    .picture-grid { border-radius: 14px; }
    .bubble.bare .picture-grid { border-radius: 18px; }
    .picture-tile { background-color: @sotto_grey; }
    .bubble.user:not(.bare) .picture-tile { background-color: alpha(#ffffff, 0.18); color: #ffffff; }
    .picture-button { padding: 0; border-radius: 0; min-width: 0; min-height: 0; background: none; }
    .picture-button:focus-visible { outline: 2px solid @accent_color; outline-offset: -4px; border-radius: 13px; }
    .pending { border-radius: 10px; background-color: @sotto_grey; }
    .remove { min-width: 22px; min-height: 22px; padding: 0; margin: 3px; }
    .viewer { background-color: #101012; color: #ffffff; }
    .viewer-bar { background: none; box-shadow: none; color: #ffffff; }
    .viewer-bar .subtitle { opacity: 0.75; }
    .viewer-caption { background-color: rgba(0, 0, 0, 0.6); border-radius: 12px; padding: 6px 14px; color: #ffffff; }
    .viewer-zoom { border-radius: 999px; padding: 2px; }
    .viewer-side { min-width: 40px; min-height: 40px; }
    .camera { background-color: #101012; color: #ffffff; }
    .dropping { box-shadow: inset 0 0 0 3px @accent_color; background-color: alpha(@accent_color, 0.08); }
    .sender { color: @sotto_agent; font-weight: bold; font-size: 0.85em; }
    .dim-label, row .subtitle, .description, text > placeholder { opacity: 0.72; }
    .numbers { font-feature-settings: "tnum"; }
    .stamp { font-size: 0.82em; opacity: 0.7; }
    .trouble { font-size: 0.85em; color: @warning_color; opacity: 1; }
    .trouble.error { color: @error_color; }
    .day { font-size: 0.85em; font-weight: bold; opacity: 0.7; }
    .new-line { color: @accent_color; font-size: 0.85em; font-weight: bold; }
    .new-line separator { background-color: alpha(@accent_color, 0.5); }
    .thread-row { padding: 0; min-height: 0; background: none; }
    .thread-row:focus-visible { outline: 2px solid @accent_color; outline-offset: -2px; border-radius: 12px; }
    .thread-row { border-radius: 12px; transition: background-color 400ms ease-out; }
    .thread-row:selected { background-color: alpha(@accent_bg_color, 0.16); color: inherit; }
    .pick-mark { border-radius: 999px; padding: 4px; color: transparent; background-color: @window_bg_color;
      box-shadow: inset 0 0 0 2px alpha(@window_fg_color, 0.35); }
    .pick-mark.picked { color: @accent_fg_color; background-color: @accent_bg_color; box-shadow: none; }
    .at-hand { min-width: 26px; min-height: 26px; padding: 0; opacity: 0.75; }
    .at-hand:hover { opacity: 1; }
    .thread-row.highlighted { background-color: alpha(@accent_color, 0.22); }
    .thread { background: none; }
    .message-picture { background-color: @window_bg_color; color: @window_fg_color; padding: 16px; }
    .run { margin-top: 6px; }
    .reading, .lens { padding: 12px 0; }
    .reading .thread-row:focus-visible { outline: none; }
    .show-all { padding: 2px 8px; margin: 0 -8px; min-height: 0; font-weight: bold; }
    .bubble.user .show-all:focus-visible { outline-color: #ffffff; }

    .chat-title { font-weight: bold; }
    .chat-row .stamp { opacity: 0.65; }
    .preview { opacity: 0.75; }
    .draft { color: @error_color; opacity: 1; }
    .replying { color: @sotto_agent; opacity: 1; font-style: italic; }
    .badge { background-color: @accent_bg_color; color: @accent_fg_color; border-radius: 999px; font-size: 0.8em;
      font-weight: bold; padding: 1px 7px; min-width: 0.7em; }

    .composer { border-radius: 20px; background-color: @sotto_grey; padding: 2px 4px 2px 12px; }
    .composer:dir(rtl) { padding: 2px 12px 2px 4px; }
    .composer textview, .composer textview text { background: none; }
    .composer-field scrollbar.vertical slider { min-height: 12px; }
    .composer:focus-within { outline: 2px solid alpha(@accent_color, 0.6); outline-offset: -2px; }
    .composer-bar { padding: 8px 12px 12px 12px; }
    .send { min-width: 36px; min-height: 36px; padding: 0; border-radius: 999px; }
    .send-icon { min-width: 18px; min-height: 18px; }
    .gauge { min-width: 20px; min-height: 36px; padding: 0 6px; margin: 0 -4px; border-radius: 999px; }
    .gauge .progress-ring { color: alpha(currentColor, 0.7); }
    .gauge.tight, .gauge.tight .progress-ring { color: @warning_color; }
    .lens-piece { border-radius: 12px; padding: 8px 12px; background-color: @sotto_grey; }
    .lens-marks { background: none; padding: 2px 12px; }
    .lens-marks label { font-size: 0.88em; opacity: 0.72; }
    .lens-instructions { background-color: alpha(@accent_color, 0.14); }
    .failure { background-color: alpha(@error_color, 0.14); border-radius: 12px; padding: 6px 6px 6px 12px;
      margin: 0 12px 8px 12px; }
    .failure:dir(rtl) { padding: 6px 12px 6px 6px; }
    .edit-line { background-color: alpha(@accent_color, 0.14); border-radius: 12px; padding: 2px 4px 2px 12px;
      margin: 0 12px 8px 12px; }
    .edit-line:dir(rtl) { padding: 2px 12px 2px 4px; }
    .edit-line button { min-height: 26px; padding: 2px 10px; }
    row.fault .subtitle { color: @error_color; opacity: 1; }
    .instructions, .instructions text { background: none; }
    .remark { background-color: alpha(@warning_color, 0.18); padding: 8px 12px; }
    .typing-dots, .progress-ring { color: @sotto_agent; }
    .phase-detail { font-size: 0.85em; opacity: 0.7; font-feature-settings: "tnum"; }
    .reasoning-title { padding: 2px 8px 2px 4px; margin: -2px -8px -2px -6px; min-height: 0; font-size: 0.9em;
      font-weight: normal; }
    .reasoning-title:dir(rtl) { padding: 2px 4px 2px 8px; margin: -2px -6px -2px -8px; }
    .reasoning-title label, .reasoning-title image { opacity: 0.75; }
    .reasoning { border-left: 2px solid alpha(currentColor, 0.2); padding-left: 10px; margin: 2px 0 4px 4px;
      font-size: 0.92em; }
    .reasoning:dir(rtl) { border-left: none; border-right: 2px solid alpha(currentColor, 0.2); padding: 0 10px 0 0;
      margin: 2px 4px 4px 0; }
    .reasoning label { opacity: 0.8; }
    headerbar .new-with > button { min-width: 16px; padding: 0 3px; }
    headerbar .agent-button > button { padding: 0 8px; margin: 0; min-height: 18px; border-radius: 999px;
      font-weight: normal; }
    headerbar menubutton.agent-button { margin: 0; }
    .agent-button .caption { opacity: 0.75; }
    .agent-list { padding: 2px; }
    .agent-choice { padding: 8px 10px; border-radius: 8px; font-weight: normal; }
    .agent-summary { font-size: 0.88em; opacity: 0.75; }
    @keyframes toast-comes { from { opacity: 0; } to { opacity: 1; } }
    toast { background-color: #3a3a3e; color: #ffffff; animation: toast-comes 200ms ease-out;
      box-shadow: 0 0 0 1px alpha(#ffffff, 0.25), 0 2px 8px alpha(#000000, 0.45); }
    .below { padding: 0 4px; min-width: 28px; min-height: 28px; }
    .suggestion { border-radius: 14px; padding: 8px 16px; font-weight: normal; }
    .sotto-sidebar { background-color: @headerbar_bg_color; }
    """
}
