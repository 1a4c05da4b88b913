import CAdw
import Platform

/// Something that the desktop tells while the application is not looked at.
package struct Notification: Equatable {
  /// One in the place of another has the same.
  package var id: String
  /// One line.
  package var title: String
  /// Plain text.
  package var text: String
  /// What a click on it does.
  package var action: NamedAction
  /// Where the desktop has them.
  package var buttons: [Button]

  /// An action of the application with what it is told, without "app.".
  package struct NamedAction: Equatable {
    package var name: String
    package var target: String

    package init(_ name: String, _ target: String) { (self.name, self.target) = (name, target) }
  }

  /// Something that is done from the notification itself.
  package struct Button: Equatable {
    package var label: String
    package var action: NamedAction

    package init(_ label: String, _ action: NamedAction) { (self.label, self.action) = (label, action) }
  }

  package init(id: String, title: String, text: String, action: NamedAction, buttons: [Button]) {
    (self.id, self.title, self.text, self.action, self.buttons) = (id, title, text, action, buttons)
  }

  /// As GLib takes it; the caller lets go of it.
  fileprivate func make(isMarkup: Bool) -> OpaquePointer {
    let notification = g_notification_new(title)!
    g_notification_set_body(notification, isMarkup ? Markup.escaped(text) : text)
    func target(_ action: NamedAction) -> OpaquePointer? { g_variant_new_string(action.target) }
    g_notification_set_default_action_and_target_value(notification, "app." + action.name, target(action))
    for button in buttons {
      g_notification_add_button_with_target_value(
        notification, button.label, "app." + button.action.name, target(button.action))
    }
    return notification
  }
}

extension Application {
  /// Shows it in the place of the one with its id; nothing where there is no desktop that shows any.
  package func show(_ notification: Notification) {
    guard let bus else { return }
    NotificationQueue.wanted[notification.id] = notification
    let (application, id) = (Strong(self), notification.id)
    Task {
      let reader = await NotificationReader.find(on: bus)
      // By now it may have been taken back, or another is to stand in its place.
      guard NotificationQueue.wanted[id] == notification else { return }
      NotificationQueue.wanted[id] = nil
      guard reader != .none else { return }
      NotificationQueue.withdrawn.remove(id)
      let made = notification.make(isMarkup: reader == .markup)
      g_application_send_notification(^application.object, id, made)
      g_object_unref(UnsafeMutableRawPointer(made))
    }
  }

  /// Takes the one with this id away, shown or not.
  package func withdrawNotification(_ id: String) {
    guard bus != nil else { return }
    NotificationQueue.wanted[id] = nil
    g_application_withdraw_notification(^self, id)
    // GLib takes none away that the desktop has not yet answered for.
    NotificationQueue.withdrawn.insert(id)
    let application = Strong(self)
    _ = MainLoop.after(milliseconds: 1_000) {
      if NotificationQueue.withdrawn.remove(id) != nil { g_application_withdraw_notification(^application.object, id) }
    }
  }

  /// Tells docks a number to show on the application's icon, or none for 0. There is no standard; this is what they listen
  /// to.
  package func showCount(_ count: Int) {
    guard let bus else { return }
    let id = String(borrowing: g_application_get_application_id(^self))
    let address = "application://\(id).desktop"
    func property(_ name: String, _ value: OpaquePointer?) -> OpaquePointer? {
      g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value))
    }
    var properties = [
      property("count", g_variant_new_int64(count)), property("count-visible", g_variant_new_boolean((count > 0).c)),
    ]
    var words = [g_variant_new_string(address), g_variant_new_array(nil, &properties, gsize(properties.count))]
    let signal = "Update"  // untranslated: the bus's own name for it
    g_dbus_connection_emit_signal(
      bus, nil, "/com/canonical/unity/launcherentry/\(g_str_hash(address))", "com.canonical.Unity.LauncherEntry",
      signal,
      g_variant_new_tuple(&words, 2), nil)
  }

  /// The session's bus; nil where there is none.
  private var bus: OpaquePointer? { g_application_get_dbus_connection(^self) }
}

/// Notifications of which it is being asked who shows them.
@MainActor private enum NotificationQueue {
  static var wanted: [String: Notification] = [:]
  /// Those that were taken away a moment ago.
  static var withdrawn: Set<String> = []
}

/// Who shows notifications, and how it reads their text. GLib sends what it is given, which daemons of the freedesktop kind
/// read as markup where they can: what an agent wrote must not become one there, nor be seen escaped elsewhere.
private enum NotificationReader {
  /// Nobody does. GLib would complain about each one.
  case none
  /// Letter by letter.
  case plain
  /// `<b>` would be a command.
  case markup

  static func find(on bus: OpaquePointer) async -> NotificationReader {
    // In a sandbox a portal shows them.
    if access("/.flatpak-info", F_OK) == 0 { return .plain }
    let (bus, gtk, daemon) = (Bus(connection: bus), "org.gtk.Notifications", "org.freedesktop.Notifications")
    // untranslated: the bus's own names
    let hasGTK = await bus.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "NameHasOwner", gtk)
    if hasGTK == "true" { return .plain }
    // untranslated: the bus's own names
    guard let can = await bus.ask(daemon, "/org/freedesktop/Notifications", "GetCapabilities") else { return .none }
    return can.contains("'body-markup'") ? .markup : .plain
  }
}

/// The session's bus, to ask something of others on it.
private struct Bus {
  let connection: OpaquePointer

  /// The first thing that is answered, as GLib writes it; nil where nobody answers. The interface is called as who has it.
  func ask(_ name: String, _ path: String, _ method: String, _ word: String? = nil) async -> String? {
    await withCheckedContinuation { (waiting: CheckedContinuation<String?, Never>) in
      var words = word.map { [g_variant_new_string($0)] } ?? []
      g_dbus_connection_call(
        connection, name, path, name, method, g_variant_new_tuple(&words, gsize(words.count)), nil,
        G_DBUS_CALL_FLAGS_NONE, 5_000, nil,
        { bus, result, box in
          guard let answer = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil) else {
            return Waiting<String?>.resume(box, nil)
          }
          defer { g_variant_unref(answer) }
          guard g_variant_n_children(answer) > 0, let first = g_variant_get_child_value(answer, 0) else {
            return Waiting<String?>.resume(box, nil)
          }
          defer { g_variant_unref(first) }
          Waiting<String?>.resume(
            box,
            g_variant_print(first, 0).map { text in
              defer { g_free(text) }
              return String(cString: text)
            })
        }, Waiting(waiting).box())
    }
  }
}
