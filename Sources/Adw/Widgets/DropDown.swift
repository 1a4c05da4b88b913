import CAdw

/// A button that shows one of several choices and opens the list of them.
package struct DropDown: Widget {
  package let handle: Handle

  /// The choices in words; the first one holds.
  package init(_ choices: [String]) {
    let words = choices.map { strdup($0) }
    defer { for word in words { free(word) } }
    let list: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0) } + [nil]
    handle = Handle(gtk_drop_down_new_from_strings(list))
  }

  /// The place of the choice that holds, counted from 0.
  package var selected: Int {
    get { Int(gtk_drop_down_get_selected(^self)) }
    nonmutating set { gtk_drop_down_set_selected(^self, guint(newValue)) }
  }

  /// Calls `body` with the place of another choice when it is made.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor (Int) -> Void) -> Self {
    let choice = self
    onChange(of: "selected") { body(choice.selected) }
    return self
  }
}
