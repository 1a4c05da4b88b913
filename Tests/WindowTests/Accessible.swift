import CAdw

/// One thing in a window, as a screen reader meets it.
struct Accessible {
  let bus: AccessibilityBus
  let owner: String
  let path: String
  /// What was seen of it a moment ago, while many things are looked at; else it is asked anew.
  private var seen: Glance?

  private struct Glance {
    var states: OpaquePointer?
    var name: String?
  }

  init(bus: AccessibilityBus, owner: String, path: String) {
    (self.bus, self.owner, self.path) = (bus, owner, path)
  }

  func children() throws -> [Accessible] { children(in: try call("Accessible", "GetChildren")) }

  private func children(in reply: OpaquePointer) -> [Accessible] {
    let list = g_variant_get_child_value(reply, 0)
    return (0..<g_variant_n_children(list)).map { index in
      let pair = g_variant_get_child_value(list, index)
      return Accessible(
        bus: bus, owner: AccessibilityBus.string(g_variant_get_child_value(pair, 0)),
        path: AccessibilityBus.string(g_variant_get_child_value(pair, 1)))
    }
  }

  var name: String { seen?.name ?? Self.name(in: try? ask(property("Name"))) }
  var about: String { Self.name(in: try? ask(property("Description"))) }
  var role: String { Self.role(in: try? call("Accessible", "GetRoleName")) }

  private static func name(in reply: OpaquePointer?) -> String {
    reply.map { AccessibilityBus.string(g_variant_get_variant(g_variant_get_child_value($0, 0))) } ?? ""
  }

  private static func role(in reply: OpaquePointer?) -> String {
    reply.map { AccessibilityBus.string(g_variant_get_child_value($0, 0)) } ?? ""
  }

  /// The numbers of AT-SPI's state set.
  enum State: Int, CaseIterable {
    case checked = 4
    case focused = 12
    case sensitive = 24
    case showing = 25
    case selected = 23
    case visible = 30
  }

  func has(_ state: State) -> Bool {
    guard let reply = seen?.states ?? (try? call("Accessible", "GetState")) else { return false }
    let words = g_variant_get_child_value(reply, 0)
    let index = gsize(state.rawValue / 32)
    guard index < g_variant_n_children(words) else { return false }
    let word = g_variant_get_uint32(g_variant_get_child_value(words, index))
    let isSo = word >> (UInt32(state.rawValue) % 32) & 1 == 1
    if seen == nil { Seen.note("\(isSo ? "" : "not ")\(state)") }
    return isSo
  }

  /// Whether it takes room in its window; GTK says “visible” also of what lies on a hidden page.
  var isOnScreen: Bool {
    isOnScreen(having: try? ask(place))
  }

  private func isOnScreen(having place: OpaquePointer?) -> Bool {
    guard has(.visible) else { return false }
    guard let place else { return true }
    return g_variant_get_int32(g_variant_get_child_value(g_variant_get_child_value(place, 0), 2)) > 0
  }

  /// What a text field holds.
  var text: String {
    let text =
      (try? call("Text", "GetText", [g_variant_new_int32(0), g_variant_new_int32(-1)]))
      .map { AccessibilityBus.string(g_variant_get_child_value($0, 0)) } ?? ""
    Seen.note("the text “\(text)”")
    return text
  }

  func setText(_ text: String) throws {
    _ = try call("EditableText", "SetTextContents", [g_variant_new_string(text)])
  }

  /// The names of what can be done to it.
  var actions: [String] {
    guard let reply = try? call("Action", "GetActions") else { return [] }
    let list = g_variant_get_child_value(reply, 0)
    return (0..<g_variant_n_children(list)).map {
      AccessibilityBus.string(g_variant_get_child_value(g_variant_get_child_value(list, $0), 0))
    }
  }

  /// Does what pressing it would do, or the action of that name.
  func press(_ action: String? = nil) throws {
    let index: Int
    if let action {
      guard let found = actions.firstIndex(where: { $0 == action || $0.hasSuffix("." + action) }) else {
        throw DriverError(description: "“\(name)” has no action “\(action)”, only \(actions)")
      }
      index = found
    } else {
      index = 0
    }
    _ = try call("Action", "DoAction", [g_variant_new_int32(Int32(index))])
  }

  /// How many pixels further to the right and down a thing may be than newer GTK says, which forgets the padding of all
  /// that is around it.
  static let forgotten = 24

  /// Where the pointer is surely on it, in pixels of its window, once it is at rest.
  var inside: (x: Int, y: Int) {
    get throws {
      let (x, y, width, height) = try restingExtents()
      // Beyond the middle, see above.
      return (x + width * 3 / 4, y + height * 3 / 4)
    }
  }

  /// Place and size within the window, in pixels: for what is waited for, as they are not yet known at first.
  var extents: (x: Int, y: Int, width: Int, height: Int) {
    get throws {
      guard let reply = try? ask(place) else { throw NotThereYet(description: "no answer where it lies") }
      let box = g_variant_get_child_value(reply, 0)
      let numbers = (0..<4).map { Int(g_variant_get_int32(g_variant_get_child_value(box, gsize($0)))) }
      guard numbers[2] > 0 else { throw NotThereYet(description: "not laid out") }
      Seen.note("\(numbers[2])×\(numbers[3]) at \(numbers[0]), \(numbers[1])")
      return (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  /// The same once it is laid out.
  func knownExtents() throws -> (x: Int, y: Int, width: Int, height: Int) {
    var found = (x: 0, y: 0, width: 0, height: 0)
    try eventually("it is laid out") {
      found = try extents
      return true
    }
    return found
  }

  /// The same once it is laid out and no longer moves.
  func restingExtents() throws -> (x: Int, y: Int, width: Int, height: Int) {
    var found = (x: 0, y: 0, width: 0, height: 0)
    try eventually("it is laid out and at rest") {
      found = try extents
      rest()
      return try extents == found
    }
    return found
  }

  /// Everything below that is as asked, in the order of the tree; hidden parts are left out. `isMet` is told what was seen, and
  /// does not ask for states and names again.
  func all(
    _ role: String? = nil, _ name: String? = nil, having state: State? = nil,
    where isMet: ((Accessible) -> Bool)? = nil
  ) -> [Accessible] {
    var found = below()
    if let state { found = found.filter { $0.has(state) } }
    if let role {
      let roles = bus.ask(found.map { $0.question("Accessible", "GetRoleName") }).map(Self.role)
      found = found.indices.filter { roles[$0] == role }.map { found[$0] }
    }
    if name != nil || isMet != nil {
      for (index, reply) in bus.ask(found.map { $0.property("Name") }).enumerated() {
        found[index].seen?.name = Self.name(in: reply)
      }
      found = found.filter { (name == nil || $0.name == name) && isMet?($0) ?? true }
    }
    let words = [state.map { "\($0)" }, role, name.map { "“\($0)”" }].compactMap(\.self).joined(separator: " ")
    Seen.note("\(found.count) × \(words.isEmpty ? "what was looked for" : words)")
    return found.map { Accessible(bus: bus, owner: $0.owner, path: $0.path) }
  }

  func first(_ role: String? = nil, _ name: String? = nil) -> Accessible? { all(role, name).first }

  /// Everything on screen below, as it was seen, in the order of the tree. All that lies equally deep is asked about together.
  private func below() -> [Accessible] {
    let root = Branch(self)
    var level = [root]
    while !level.isEmpty {
      for (branch, reply) in zip(level, bus.ask(level.map { $0.thing.question("Accessible", "GetChildren") })) {
        branch.branches = reply.map { branch.thing.children(in: $0).map(Branch.init) } ?? []
      }
      let next = level.flatMap(\.branches)
      let states = bus.ask(next.map { $0.thing.question("Accessible", "GetState") })
      let places = bus.ask(next.map(\.thing.place))
      for (index, branch) in next.enumerated() {
        branch.thing.seen = Glance(states: states[index])
        branch.isOnScreen = states[index] != nil && branch.thing.isOnScreen(having: places[index])
      }
      for branch in level { branch.branches.removeAll { !$0.isOnScreen } }
      level = level.flatMap(\.branches)
    }
    return root.all
  }

  private final class Branch {
    var thing: Accessible
    var branches: [Branch] = []
    var isOnScreen = false

    init(_ thing: Accessible) { self.thing = thing }

    var all: [Accessible] { branches.flatMap { [$0.thing] + $0.all } }
  }

  /// Where it is in its window.
  private var place: AccessibilityBus.Question {
    question("Component", "GetExtents", [g_variant_new_uint32(1)])
  }

  private func property(_ name: String) -> AccessibilityBus.Question {
    AccessibilityBus.Question(
      owner: owner, path: path, interface: "org.freedesktop.DBus.Properties", method: "Get",
      arguments: [g_variant_new_string("org.a11y.atspi.Accessible"), g_variant_new_string(name)])
  }

  private func question(_ interface: String, _ method: String, _ arguments: [OpaquePointer?] = [])
    -> AccessibilityBus.Question
  {
    AccessibilityBus.Question(
      owner: owner, path: path, interface: "org.a11y.atspi." + interface, method: method, arguments: arguments)
  }

  private func ask(_ question: AccessibilityBus.Question) throws -> OpaquePointer {
    try bus.call(question.owner, question.path, question.interface, question.method, question.arguments)
  }

  private func call(_ interface: String, _ method: String, _ arguments: [OpaquePointer?] = []) throws -> OpaquePointer {
    try ask(question(interface, method, arguments))
  }
}
