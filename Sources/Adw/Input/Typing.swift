import CAdw

extension Widget {
  /// Lets what is typed here go to a field, the first letter included, where nothing that has the keyboard wants it.
  /// `field` is asked at each such key with what has the keyboard; nil lets the key go on. The field gets the keyboard and the
  /// key as it was pressed, so that an input method begins to compose with it. Space, which presses buttons, is not among
  /// them.
  package func onTyping(into field: @escaping @MainActor (_ focus: AnyWidget?) -> ComposerField?) {
    let controller = AnyObjectHandle(gtk_event_controller_key_new())
    let raw = controller.handle
    let weak = Weak(self)
    controller.on("key-pressed") { (code: Int, _: Int, state: Int) -> Bool in
      guard let root = weak.value, Modifiers(state: state).isSubset(of: .shift), Key(code: code).isForWriting else {
        return false
      }
      let focus = (root as? Window ?? root.window)?.focused
      guard focus?.takesText != true, focus?.isInPopover != true, let field = field(focus), field.grabFocus() else {
        return false
      }
      return Bool(gtk_event_controller_key_forward(^AnyObjectHandle(raw), field.textView.widget))
    }
    add(controller)
  }
}

extension AnyWidget {
  /// Whether letters that are typed into it are its own.
  fileprivate var takesText: Bool { isKind(of: gtk_text_view_get_type()) || isKind(of: gtk_editable_get_type()) }

  fileprivate var isInPopover: Bool { gtk_widget_get_ancestor(widget, gtk_popover_get_type()) != nil }

  private func isKind(of type: GType) -> Bool {
    Bool(g_type_check_instance_is_a(handle.raw.assumingMemoryBound(to: GTypeInstance.self), type))
  }
}
