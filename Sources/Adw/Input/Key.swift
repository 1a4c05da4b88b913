import CAdw

/// A key, without regard to where it lies on the keyboard.
nonisolated package struct Key: Hashable, Sendable {
  /// GDK's number for it.
  package let code: UInt32

  private init(_ code: Int32) { self.code = UInt32(bitPattern: code) }
  init(code: Int) { self.code = UInt32(code) }

  /// The key that writes a character, as "a".
  package init(_ character: Unicode.Scalar) { code = gdk_unicode_to_keyval(character.value) }

  package static let enter = Key(GDK_KEY_Return)
  package static let keypadEnter = Key(GDK_KEY_KP_Enter)
  package static let escape = Key(GDK_KEY_Escape)
  package static let tab = Key(GDK_KEY_Tab)
  package static let space = Key(GDK_KEY_space)
  package static let backspace = Key(GDK_KEY_BackSpace)
  package static let delete = Key(GDK_KEY_Delete)
  package static let up = Key(GDK_KEY_Up)
  package static let down = Key(GDK_KEY_Down)
  package static let left = Key(GDK_KEY_Left)
  package static let right = Key(GDK_KEY_Right)
  package static let pageUp = Key(GDK_KEY_Page_Up)
  package static let pageDown = Key(GDK_KEY_Page_Down)
  package static let home = Key(GDK_KEY_Home)
  package static let end = Key(GDK_KEY_End)
  package static let menu = Key(GDK_KEY_Menu)
  package static let keypadPlus = Key(GDK_KEY_KP_Add)
  package static let keypadMinus = Key(GDK_KEY_KP_Subtract)
  package static let keypadZero = Key(GDK_KEY_KP_0)
  package static let keypadOne = Key(GDK_KEY_KP_1)
  package static let f2 = Key(GDK_KEY_F2)
  package static let f10 = Key(GDK_KEY_F10)

  /// Whether it writes a letter or begins one, as a dead accent or Compose does.
  var isForWriting: Bool {
    if let scalar = character?.unicodeScalars.first { return scalar.value > 0x20 && scalar.value != 0x7F }
    return (UInt32(GDK_KEY_dead_grave)...UInt32(GDK_KEY_dead_greek)).contains(code) || code == UInt32(GDK_KEY_Multi_key)
  }

  /// Whether it is one of the two Enter keys.
  package var isEnter: Bool { self == .enter || self == .keypadEnter || code == UInt32(GDK_KEY_ISO_Enter) }

  /// What it writes, if it writes something.
  package var character: Character? {
    Unicode.Scalar(gdk_keyval_to_unicode(code)).flatMap { $0.value == 0 ? nil : Character($0) }
  }
}

/// Keys that are held while another is pressed.
nonisolated package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  package static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  package static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
  package static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)

  /// Those that matter; locks and pointer buttons fall away.
  init(state: Int) {
    self = Modifiers(rawValue: UInt32(truncatingIfNeeded: state)).intersection([.shift, .control, .alt, .super])
  }
}

/// A key that went down, and what was held with it.
nonisolated package struct KeyStroke: Hashable, Sendable {
  package let key: Key
  package let modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Read as GTK spells it: "<Control>c"; nil where that is no key.
  package init?(accelerator: String) {
    var code: guint = 0
    var held = GdkModifierType(rawValue: 0)
    guard gtk_accelerator_parse(accelerator, &code, &held) != 0, code != 0 else { return nil }
    self.init(Key(code: Int(code)), Modifiers(rawValue: held.rawValue))
  }
}

/// When a key is offered: on its way from the window down to the focus, or on its way back up.
package enum KeyPhase {
  case capture, bubble

  var c: GtkPropagationPhase { self == .capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE }
}

extension Widget {
  /// Offers each key press in this widget or its children to `body`; true means that it was used up.
  @discardableResult
  package func onKey(_ phase: KeyPhase = .bubble, _ body: @escaping @MainActor (KeyStroke) -> Bool) -> Self {
    let controller = AnyObjectHandle(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(^controller, phase.c)
    controller.on("key-pressed") { (code: Int, _: Int, state: Int) -> Bool in
      body(KeyStroke(Key(code: code), Modifiers(state: state)))
    }
    gtk_widget_add_controller(widget, ^controller)
    return self
  }

  /// Calls `body` when a key is let go in this widget or its children. One that repeats while it is held is let go once.
  @discardableResult
  package func onKeyReleased(_ body: @escaping @MainActor () -> Void) -> Self {
    let controller = AnyObjectHandle(gtk_event_controller_key_new())
    controller.on("key-released", body)
    gtk_widget_add_controller(widget, ^controller)
    return self
  }
}
