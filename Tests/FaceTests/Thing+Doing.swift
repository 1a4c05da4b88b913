import CAccessible
import CAdw

extension Thing {
  /// Does what pressing it would do, or the action of that name: "open", "rename", or whole, "win.close".
  func press(_ action: String? = nil) throws {
    guard isOnScreen else { throw DriverError(description: "\(self) is not on screen") }
    if let action { return try perform(action) }
    guard has(.sensitive) else { throw DriverError(description: "\(self) cannot be pressed now") }
    if isA(gtk_button_get_type()) { return sotto_click(widget) }
    guard gtk_widget_activate(widget) != 0 else { throw DriverError(description: "\(self) cannot be pressed") }
  }

  private func perform(_ action: String) throws {
    // The prefixes of the actions of a row's menu, and of those that GTK gives its own rows.
    let names = action.contains(".") ? [action] : ["ctx", "list", "listitem", "win"].map { "\($0).\(action)" }
    guard names.contains(where: { gtk_widget_activate_action_variant(widget, $0, nil) != 0 }) else {
      throw DriverError(description: "\(self) has no action “\(action)”, or it cannot be done now")
    }
  }

  /// Puts a text in the place of what a field holds, as assistive technology does.
  func setText(_ text: String) throws {
    guard isOnScreen, has(.sensitive) else { throw DriverError(description: "\(self) takes no text now") }
    if isA(gtk_text_view_get_type()) {
      let buffer = gtk_text_view_get_buffer(OpaquePointer(widget).cast())
      gtk_text_buffer_set_text(buffer, text, -1)
    } else if isA(gtk_editable_get_type()) {
      gtk_editable_set_text(OpaquePointer(widget), text)
    } else {
      throw DriverError(description: "\(self) is no field")
    }
  }
}
