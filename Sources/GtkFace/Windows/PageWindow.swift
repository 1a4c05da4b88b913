import Adw

/// The windows over the main one. All are alike: modal, in its middle and of one size; the header has the title in its
/// middle, what the window does at its start, and the button that closes it at its end.
enum PageWindow {
  /// A window that is not yet shown.
  static func make(_ title: String, over parent: Window) -> Window {
    Window(title: title, width: 640, height: 640).transient(for: parent).smallest(width: 320, height: 280)
  }
}
