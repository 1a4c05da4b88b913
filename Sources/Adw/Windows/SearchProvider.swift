import CAdw

/// What a desktop's search asks for.
package struct SearchAnswers {
  let find: @MainActor ([String]) async -> [String]
  let names: @MainActor ([String]) async -> [(id: String, name: String)]
  let open: @MainActor (String, UInt32) -> Void
  let showAll: @MainActor ([String], UInt32) -> Void

  /// - Parameters:
  ///   - find: the ids of what all of the words are found in, the best first.
  ///   - names: what these are called, as far as they are still there.
  ///   - open: one of them was chosen, at a time as the display counts it.
  ///   - showAll: all that is found by the words is wanted.
  package init(
    find: @escaping @MainActor ([String]) async -> [String],
    names: @escaping @MainActor ([String]) async -> [(id: String, name: String)],
    open: @escaping @MainActor (String, UInt32) -> Void, showAll: @escaping @MainActor ([String], UInt32) -> Void
  ) {
    self.find = find
    self.names = names
    self.open = open
    self.showAll = showAll
  }
}

/// The place on the session bus where a desktop's search asks: `org.gnome.Shell.SearchProvider2`.
@MainActor package enum SearchProvider {
  private static var answers: SearchAnswers?

  /// Answers at a path from now on, for as long as the program runs; nothing where there is no session bus. To be called
  /// before the application runs: a desktop that starts it to ask does so as soon as the bus knows its name.
  package static func answer(at path: String, _ answers: SearchAnswers) {
    // The one connection of this process, which the application takes as well.
    guard self.answers == nil, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil),
      let node = g_dbus_node_info_new_for_xml(interface, nil)
    else { return }
    self.answers = answers
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, words, call, _ in
      let method = String(cString: method!)
      nonisolated(unsafe) let (words, call) = (words!, call!)
      MainActor.assumeIsolated { SearchProvider.take(method, words, Call(raw: call)) }
    }
    g_dbus_connection_register_object(bus, path, node.pointee.interfaces[0], &table, nil, nil, nil)
    g_dbus_node_info_unref(node)
  }

  private static func take(_ method: String, _ words: OpaquePointer, _ call: Call) {
    guard let answers else { return }
    switch method {
    // untranslated: the bus's own names for them
    case "GetInitialResultSet": tellFound(strings(words, 0), call, answers)
    case "GetSubsearchResultSet": tellFound(strings(words, 1), call, answers)
    case "GetResultMetas":
      let ids = strings(words, 0)
      Task { call.answer(list(of: "aa{sv}", await answers.names(ids).map(description))) }
    case "ActivateResult":
      call.answer(nil)
      answers.open(string(words, 0), number(words, 2))
    default:
      call.answer(nil)
      answers.showAll(strings(words, 0), number(words, 1))
    }
  }

  private static func tellFound(_ terms: [String], _ call: Call, _ answers: SearchAnswers) {
    Task { call.answer(list(of: "as", await answers.find(terms).map { g_variant_new_string($0) })) }
  }

  /// One call, which is answered once.
  private struct Call: @unchecked Sendable {  // GDBus takes an answer on any thread
    let raw: OpaquePointer

    func answer(_ value: OpaquePointer?) {
      var values = [value]
      g_dbus_method_invocation_return_value(raw, value == nil ? nil : g_variant_new_tuple(&values, 1))
    }
  }

  // MARK: Values

  private static func description(of found: (id: String, name: String)) -> OpaquePointer? {
    list(of: "a{sv}", [entry("id", found.id), entry("name", found.name)])
  }

  private static func entry(_ key: String, _ value: String) -> OpaquePointer? {
    g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(g_variant_new_string(value)))
  }

  private static func list(of kind: String, _ members: [OpaquePointer?]) -> OpaquePointer? {
    let type = g_variant_type_new(kind)
    defer { g_variant_type_free(type) }
    let builder = g_variant_builder_new(type)
    defer { g_variant_builder_unref(builder) }
    for member in members { g_variant_builder_add_value(builder, member) }
    return g_variant_builder_end(builder)
  }

  private static func strings(_ words: OpaquePointer, _ index: Int) -> [String] {
    let list = g_variant_get_child_value(words, gsize(index))!
    defer { g_variant_unref(list) }
    return (0..<g_variant_n_children(list)).map { string(list, Int($0)) }
  }

  private static func string(_ words: OpaquePointer, _ index: Int) -> String {
    let word = g_variant_get_child_value(words, gsize(index))!
    defer { g_variant_unref(word) }
    return String(borrowing: g_variant_get_string(word, nil))
  }

  private static func number(_ words: OpaquePointer, _ index: Int) -> UInt32 {
    let word = g_variant_get_child_value(words, gsize(index))!
    defer { g_variant_unref(word) }
    return g_variant_get_uint32(word)
  }

  // untranslated: as desktops define it
  private static let interface = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/><arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface></node>
    """
}
