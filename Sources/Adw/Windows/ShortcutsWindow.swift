import CAdw

/// The window that lists the keys of a program.
package enum ShortcutsWindow {
  /// One thing and its keys.
  package struct Shortcut {
    let title: String
    let keys: String

    /// What is done, and by which keys, spelled as GTK does: "<Control>n", "Delete", "<Control>1...9".
    package init(_ title: String, _ keys: String) {
      self.title = title
      self.keys = keys
    }
  }

  /// Shortcuts that belong together.
  package struct Group {
    let title: String
    let shortcuts: [Shortcut]

    /// Shortcuts under a title.
    package init(_ title: String, _ shortcuts: [Shortcut]) {
      self.title = title
      self.shortcuts = shortcuts
    }
  }

  /// Opens it above `parent`. GTK makes this window from XML only.
  package static func open(_ groups: [Group], over parent: Window) {
    let parts = groups.map { group in
      object(
        "GtkShortcutsGroup", ["title": group.title],
        group.shortcuts.map { object("GtkShortcutsShortcut", ["title": $0.title, "accelerator": $0.keys], []) })
    }
    // Two columns on one page: GTK puts several pages into an order of its own.
    let lines = groups.map { $0.shortcuts.count + 1 }
    let height = max(lines.reduce(0, +) / 2 + (lines.max() ?? 0) / 2, 12)
    let section = object("GtkShortcutsSection", ["section-name": "all", "max-height": "\(height)"], parts)
    let xml =
      "<interface><object class='GtkShortcutsWindow' id='window'>"  // untranslated: XML
      + "<property name='modal'>1</property><child>\(section)</child></object></interface>"  // untranslated: XML
    let builder = AnyObjectHandle(gtk_builder_new_from_string(xml, -1))
    defer { g_object_unref(^builder) }
    guard let made = gtk_builder_get_object(^builder, "window") else { return }
    let window = Window(handle: Handle(made))
    window.transient(for: parent)
    window.present()
  }

  private static func object(_ kind: String, _ properties: [String: String], _ children: [String]) -> String {
    let properties = properties.map { name, value in
      "<property name='\(name)'>\(Markup.escaped(value))</property>"  // untranslated: XML
    }
    let parts = properties + children.map { "<child>\($0)</child>" }
    return "<object class='\(kind)'>\(parts.joined())</object>"  // untranslated: XML
  }
}
