import CAdw

extension Face {
  /// The windows of this process that are on screen, the newest last.
  static var windows: [Thing] {
    let list = gtk_window_get_toplevels()
    var found: [Thing] = []
    for index in 0..<g_list_model_get_n_items(list) {
      guard let item = g_list_model_get_item(list, index) else { continue }
      found.append(Thing(item.assumingMemoryBound(to: GtkWidget.self)))
      g_object_unref(item)
    }
    return found.filter(\.isOnScreen)
  }

  var windows: [Thing] { Self.windows }

  /// What has the keyboard, as a screen reader finds it: a field, and not the text in it.
  static var focused: Thing? {
    for window in windows where gtk_window_is_active(OpaquePointer(window.widget).cast()) != 0 {
      var next = gtk_window_get_focus(OpaquePointer(window.widget).cast())
      while let widget = next {
        let thing = Thing(widget)
        if thing.isPresented { return thing.isOnScreen ? thing : nil }
        next = gtk_widget_get_parent(widget)
      }
    }
    return nil
  }

  var focused: Thing? { Self.focused }

  /// Waits until the window of that title has the keyboard: a key that comes while it opens goes to the one below.
  func isInFront(_ title: String) async throws {
    try await eventually("the window “\(title)” has the keyboard") {
      windows.contains { $0.name == title && gtk_window_is_active(OpaquePointer($0.widget).cast()) != 0 }
    }
  }

  // MARK: Now

  /// Everything as asked in all windows.
  func all(
    _ role: String? = nil, _ name: String? = nil, having state: Thing.State? = nil,
    where isMet: ((Thing) -> Bool)? = nil
  ) -> [Thing] {
    windows.flatMap { window in
      let isFound =
        (role == nil || window.role == role) && (name == nil || window.name == name)
        && (state.map(window.has) ?? true) && (isMet?(window) ?? true)
      return (isFound ? [window] : []) + window.all(role, name, having: state, where: isMet)
    }
  }

  /// The first of them that is there now.
  func first(_ role: String? = nil, _ name: String? = nil) -> Thing? { all(role, name).first }

  /// Whether a name holds the text now.
  func shows(_ part: String) -> Bool { !all { $0.name.contains(part) }.isEmpty }

  // MARK: Soon

  /// Waits for the thing and returns it.
  @discardableResult
  func the(_ role: String? = nil, _ name: String? = nil) async throws -> Thing {
    try await the("there is a \(role ?? "thing") “\(name ?? "")”") { self.first(role, name) }
  }

  /// Waits for the thing whose name begins so.
  @discardableResult
  func the(_ role: String, beginning: String) async throws -> Thing {
    try await the("there is a \(role) “\(beginning)…”") { self.all(role) { $0.name.hasPrefix(beginning) }.first }
  }

  /// Waits for the thing whose name ends so.
  @discardableResult
  func the(_ role: String, ending: String) async throws -> Thing {
    try await the("there is a \(role) “…\(ending)”") { self.all(role) { $0.name.hasSuffix(ending) }.first }
  }

  /// Waits for something whose name holds the text.
  @discardableResult
  func text(_ part: String) async throws -> Thing {
    try await the("“\(part)” is shown") { self.all { $0.name.contains(part) }.first }
  }

  private func the(_ what: String, _ find: () -> Thing?) async throws -> Thing {
    var found: Thing?
    try await eventually(what) {
      found = find()
      return found != nil
    }
    guard let found else { throw failure(what) }
    return found
  }
}
