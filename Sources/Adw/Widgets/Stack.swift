import CAdw

/// Several pages of which one is shown.
package struct Stack: Widget {
  package let handle: Handle

  /// An empty stack; pages crossfade unless `crossfades` is false.
  package init(crossfades: Bool = true) {
    handle = Handle(gtk_stack_new())
    gtk_stack_set_transition_type(
      ^self, crossfades ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_NONE)
    gtk_stack_set_hhomogeneous(^self, 0)
    gtk_stack_set_vhomogeneous(^self, 0)
  }

  /// Adds a page under a name.
  @discardableResult
  package func page(_ name: String, _ child: some Widget) -> Self {
    gtk_stack_add_named(^self, child.widget, name)
    return self
  }

  /// Whether there is a page of that name.
  package func hasPage(_ name: String) -> Bool { gtk_stack_get_child_by_name(^self, name) != nil }

  /// Takes a page out.
  package func removePage(_ name: String) {
    guard let child = gtk_stack_get_child_by_name(^self, name) else { return }
    gtk_stack_remove(^self, child)
  }

  /// The name of the page that is shown.
  package var shown: String {
    get { String(borrowing: gtk_stack_get_visible_child_name(^self)) }
    nonmutating set { if shown != newValue { gtk_stack_set_visible_child_name(^self, newValue) } }
  }
}

/// One page with a picture, a title and words in the middle: for what is empty, missing or broken.
package struct StatusPage: Widget {
  package let handle: Handle

  /// A page with an icon's name, a title and words (markup is escaped), and a child below them.
  package init(icon: String? = nil, title: String, description: String? = nil, child: (any Widget)? = nil) {
    handle = Handle(adw_status_page_new())
    adw_status_page_set_icon_name(^self, icon)
    self.title = title
    self.description = description ?? ""
    if let child { adw_status_page_set_child(^self, child.widget) }
  }

  /// The large words.
  package var title: String {
    get { String(borrowing: adw_status_page_get_title(^self)) }
    nonmutating set { adw_status_page_set_title(^self, newValue) }
  }

  /// The words below the title.
  package var description: String {
    get { String(borrowing: adw_status_page_get_description(^self)) }
    nonmutating set { adw_status_page_set_description(^self, Markup.escaped(newValue)) }
  }

  /// The icon's name.
  package var icon: String {
    get { String(borrowing: adw_status_page_get_icon_name(^self)) }
    nonmutating set { adw_status_page_set_icon_name(^self, newValue) }
  }
}

/// A wheel that turns while something is on its way.
package struct Spinner: Widget {
  package let handle: Handle

  /// A wheel that turns while it is seen. GTK 4.8 would turn it on a hidden page too, at 60 frames a second.
  package init() {
    handle = Handle(gtk_spinner_new())
    let spinner = self
    onMap { gtk_spinner_set_spinning(^spinner, 1) }
    onUnmap { gtk_spinner_set_spinning(^spinner, 0) }
  }
}
