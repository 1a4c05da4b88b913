import CAdw
import Platform

extension Window {
  /// Has a screen reader say something that happened in this window, wherever in it the keyboard is.
  ///
  /// GTK can do that from 4.14 on. Before, the one thing that screen readers say by themselves is what becomes different of
  /// the thing that has the keyboard: the words are its description for a moment.
  package func announce(_ words: String) {
    if let announce = Announcing.function {
      announce(^self, words, Announcing.middling)
    } else if let focused {
      Announcing.describe(focused, by: words)
    }
  }
}

/// The ways to announce something.
private enum Announcing {
  typealias Function = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, gint) -> Void

  /// `gtk_accessible_announce`, where GTK has it.
  static let function = dlsym(nil, "gtk_accessible_announce").map { unsafeBitCast($0, to: Function.self) }

  /// GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM: what is being said is not broken off.
  static let middling: gint = 1

  /// How long a description is another one: screen readers take the words from the signal, and who comes to the widget
  /// later must not hear them.
  private static let moment = 1_000
  private static var described: (widget: Weak<AnyWidget>, end: Timer)?

  static func describe(_ widget: AnyWidget, by words: String) {
    end()
    widget.tell(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words)
    described = (Weak(widget), MainLoop.after(milliseconds: moment) { end() })
  }

  private static func end() {
    guard let (weak, timer) = described else { return }
    timer.cancel()
    described = nil
    guard let widget = weak.value else { return }
    if let own = widget.attached(OwnDescription.self, as: OwnDescription.key) {
      widget.described(own.words)
    } else {
      widget.undescribed()
    }
  }
}

/// What a widget is described by when nothing is announced.
final class OwnDescription {
  static let key = "adw-description"
  var words: String

  init(_ words: String) { self.words = words }
}
