import CAdw

/// The window that lists the keys of a program.
package enum ShortcutsWindow {
  /// One thing and its keys.
  package struct Shortcut {
    let title: String
    let keys: String
    let word: String?

    /// What is done, and by which keys, spelled as GTK does: "<Control>n", "Delete", "<Control>1...9".
    ///
    /// - Parameter word: what stands on the last of them; nil for what GTK writes there.
    package init(_ title: String, _ keys: String, word: String? = nil) {
      self.title = title
      self.keys = keys
      self.word = word
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
    // Two columns on one page, as low as they can be: GTK puts several pages into an order of its own.
    let lines = groups.map { $0.shortcuts.count + 1 }
    var height = max(lines.max() ?? 0, 12)
    while columns(of: lines, height: height) > 2 { height += 1 }
    let section = object("GtkShortcutsSection", ["section-name": "all", "max-height": "\(height)"], parts)
    let xml =
      "<interface><object class='GtkShortcutsWindow' id='window'>"  // untranslated: XML
      + "<property name='modal'>1</property><child>\(section)</child></object></interface>"  // untranslated: XML
    let builder = AnyObjectHandle(gtk_builder_new_from_string(xml, -1))
    defer { g_object_unref(^builder) }
    guard let made = gtk_builder_get_object(^builder, "window") else { return }
    let window = Window(handle: Handle(made))
    window.transient(for: parent)
    let words = groups.flatMap(\.shortcuts).map { ($0.keys, $0.word) }
    name(Dictionary(words) { first, _ in first }, in: AnyWidget(window))
    window.present()
  }

  /// Writes words on keys for which GTK has a sign or the name that programs know.
  private static func name(_ words: [String: String?], in widget: AnyWidget) {
    guard Bool(g_type_check_instance_is_a(^widget, gtk_shortcut_label_get_type())) else {
      return widget.children.forEach { name(words, in: $0) }
    }
    let keys = String(borrowing: gtk_shortcut_label_get_accelerator(^widget))
    guard let word = words[keys] ?? nil,
      let cap = widget.children.last(where: { Bool(gtk_widget_has_css_class($0.widget, "keycap")) })
    else { return }
    gtk_label_set_text(^cap, word)
  }

  /// How many columns of some height groups of so many lines fill in their order.
  private static func columns(of lines: [Int], height: Int) -> Int {
    var (columns, filled) = (1, 0)
    for count in lines {
      if filled > 0, filled + count > height { (columns, filled) = (columns + 1, 0) }
      filled += count
    }
    return columns
  }

  private static func object(_ kind: String, _ properties: [String: String], _ children: [String]) -> String {
    let properties = properties.map { name, value in
      "<property name='\(name)'>\(Markup.escaped(value))</property>"  // untranslated: XML
    }
    let parts = properties + children.map { "<child>\($0)</child>" }
    return "<object class='\(kind)'>\(parts.joined())</object>"  // untranslated: XML
  }
}
