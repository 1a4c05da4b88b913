import CAdw

/// A row of preferences.
package protocol PreferencesRow: Widget {}

/// One with a title and words under it.
package protocol TitledRow: PreferencesRow {}

extension TitledRow {
  /// The words under the title.
  package var subtitle: String {
    get { String(borrowing: adw_action_row_get_subtitle(^self)) }
    nonmutating set { adw_action_row_set_subtitle(^self, Markup.escaped(newValue)) }
  }
}

/// A row with a title and a widget at its end.
package struct ActionRow: TitledRow {
  package let handle: Handle

  /// A row that names what `suffix` does.
  ///
  /// - Parameter isNamed: the suffix has a name of its own, and the row does nothing itself.
  package init(title: String, subtitle words: String = "", suffix: (any Widget)? = nil, isNamed: Bool = false) {
    handle = Handle(adw_action_row_new())
    adw_preferences_row_set_title(^self, Markup.escaped(title))
    if !words.isEmpty { subtitle = words }
    if let suffix {
      adw_action_row_add_suffix(^self, suffix.widget)
      if !isNamed { adw_action_row_set_activatable_widget(^self, suffix.widget) }
    }
  }
}

/// A row that is switched on and off.
package struct SwitchRow: TitledRow {
  package let handle: Handle
  private let toggle: Switch

  /// A row with a title and a switch.
  package init(title: String, isOn: Bool) {
    handle = Handle(adw_action_row_new())
    toggle = Switch(isOn).aligned(vertically: .center).named(title)
    adw_preferences_row_set_title(^self, Markup.escaped(title))
    adw_action_row_add_suffix(^self, toggle.widget)
    adw_action_row_set_activatable_widget(^self, toggle.widget)
  }

  /// Calls `body` with whether it is on, whoever changed it.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    toggle.onChange(body)
    return self
  }
}

/// A row that is all of one's own.
package struct PlainRow: PreferencesRow {
  package let handle: Handle

  /// A row around `child`, which has the keyboard itself.
  package init(_ child: some Widget) {
    handle = Handle(adw_preferences_row_new())
    gtk_list_box_row_set_child(^self, child.widget)
    gtk_list_box_row_set_activatable(^self, 0)
    gtk_widget_set_focusable(widget, 0)
  }
}

/// Groups of rows below one another, which scroll.
package struct PreferencesPage: Widget {
  package let handle: Handle

  /// The groups, each under its title.
  package init(_ groups: [PreferencesWindow.Group]) {
    handle = Handle(adw_preferences_page_new())
    for group in groups {
      let box = AnyObjectHandle(adw_preferences_group_new())
      adw_preferences_group_set_title(^box, Markup.escaped(group.title))
      if !group.description.isEmpty { adw_preferences_group_set_description(^box, Markup.escaped(group.description)) }
      for row in group.rows { adw_preferences_group_add(^box, row.widget) }
      adw_preferences_page_add(^self, ^box)
    }
  }
}

/// A window of preferences.
package enum PreferencesWindow {
  /// Rows that belong together.
  package struct Group {
    let title: String
    let description: String
    let rows: [any PreferencesRow]

    /// Rows under a title, with words below it if wanted.
    package init(title: String, description: String = "", rows: [any PreferencesRow]) {
      self.title = title
      self.description = description
      self.rows = rows
    }
  }

  /// Groups that are seen together.
  package struct Page {
    let title: String
    let icon: String
    let groups: [Group]

    /// Groups under a title and an icon, which the window shows if there are several pages.
    package init(title: String, icon: String, groups: [Group]) {
      self.title = title
      self.icon = icon
      self.groups = groups
    }
  }

  /// Fills `window` with the pages, with their names below its title if there are several, and shows it.
  package static func open(_ window: Window, pages: [Page]) {
    let stack = AnyWidget(adw_view_stack_new())
    for (number, page) in pages.enumerated() {
      let view = PreferencesPage(page.groups)
      adw_view_stack_page_set_icon_name(
        adw_view_stack_add_titled(^stack, view.widget, "\(number)", page.title), page.icon)
    }
    let toasts = ToastOverlay(stack)
    let content = Box(.vertical) { HeaderBar(title: WindowTitle(window.title)) }
    if pages.count > 1 {
      let switcher = AnyWidget(adw_view_switcher_new())
      adw_view_switcher_set_stack(^switcher, ^stack)
      adw_view_switcher_set_policy(^switcher, ADW_VIEW_SWITCHER_POLICY_WIDE)
      content.append(switcher.aligned(horizontally: .center).margins(top: 6))
    }
    content.append(toasts.expanding(vertically: true))
    window.show(content)
    window.present()
    // The keyboard would be among the pages' names, where there are several.
    if pages.count > 1, let row = pages[0].groups.first?.rows.first { row.grabFocus() }
  }

  /// Shows a notice in an open window of preferences.
  package static func show(_ toast: Toast, in window: Window) {
    guard let overlay = window.descendant(of: adw_toast_overlay_get_type()) else { return }
    ToastOverlay(handle: overlay.handle).show(toast)
  }
}
