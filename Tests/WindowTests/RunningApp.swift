import Glibc
import TestSupport
import Workers

/// The real window program in a library of its own, driven as a person with a screen reader and a keyboard would.
final class RunningApp {
  let home: String
  private let bus: AccessibilityBus
  private var child: ChildProcess? {
    didSet {
      if let oldValue { DrivenPrograms.remove(oldValue.id) }
      if let child { DrivenPrograms.add(child.id) }
    }
  }
  /// The main window's number on the display, once it was found.
  var foundNumber: String?
  private let environment: [String: String]
  private let wrapper: [String]
  private let program: String

  /// True where there is a display with an accessibility bus to drive.
  static var isPossible: Bool { getenv("DISPLAY") != nil && getenv("DBUS_SESSION_BUS_ADDRESS") != nil }

  /// - Parameters:
  ///   - wrapper: a program, with its arguments, that becomes the window's.
  ///   - program: the path of the window's program; nil for the one that this test run has built.
  init(
    home: String, environment: [String: String] = [:], arguments: [String] = [], under wrapper: [String] = [],
    program: String? = nil
  ) throws {
    self.program = try program ?? Self.binary("sotto-gtk")
    self.home = home
    self.environment = environment
    self.wrapper = wrapper
    bus = try AccessibilityBus()
    try launch(arguments)
  }

  /// The program as the session bus starts it, without a window, on the own library of a person with this data folder.
  init(serviceIn data: String, environment: [String: String]) throws {
    program = try Self.binary("sotto-gtk")
    home = data + "/sotto"
    self.environment = environment.merging(["XDG_DATA_HOME": data]) { $1 }
    wrapper = []
    bus = try AccessibilityBus()
    try start([program, "--gapplication-service"])
  }

  deinit { DrivenPrograms.remove(process) }

  /// Whether a further start of it, with a link, ended well.
  func isTold(_ link: String) throws -> Bool {
    try spawn([program, link], environment: environment).wait().isSuccess
  }

  var process: Int32 { child?.id ?? 0 }

  // MARK: The process

  private func start(_ words: [String]) throws {
    foundNumber = nil
    child = try spawn(words, environment: environment)
  }

  func launch(_ arguments: [String] = []) throws {
    try start(wrapper + [program, "--home", home] + arguments)
    try eventually("the window is on the bus") { self.window != nil }
  }

  /// Ends the program with a signal and waits for it; returns its exit status.
  func end(by signal: Int32) throws {
    child?.send(signal)
    try eventually("the program has ended", seconds: 15) { !self.isRunning }
  }

  var isRunning: Bool { child.map { $0.status == nil } ?? false }

  /// One of Sotto's programs, or what lies beside them.
  static func binary(_ name: String, mode: Int32 = X_OK) throws -> String {
    let path = BuiltProgram.path(of: name)
    guard access(path, mode) == 0 else { throw DriverError(description: "\(path) is not built") }
    return path
  }

  // MARK: The tree

  /// The program's own node on the bus.
  var application: Accessible? {
    (try? bus.applications())?.first { (try? bus.process(of: $0.owner)) == process }
  }

  /// The first window.
  var window: Accessible? { (try? application?.children())?.first { $0.has(.visible) } }

  /// The size of the first window, once it is at rest.
  func restingSize() throws -> (width: Int, height: Int) {
    var found: Accessible?
    try eventually("there is a window") {
      found = window
      return found != nil
    }
    let box = try found!.restingExtents()
    return (box.width, box.height)
  }

  /// Everything as asked in all windows of the program.
  func all(_ role: String? = nil, _ name: String? = nil) -> [Accessible] { application?.all(role, name) ?? [] }

  /// Waits for the thing and returns it.
  @discardableResult
  func the(_ role: String? = nil, _ name: String? = nil, seconds: Double = 10) throws -> Accessible {
    var found: Accessible?
    try eventually("there is a \(role ?? "thing") “\(name ?? "")”", seconds: seconds) {
      found = self.all(role, name).first
      return found != nil
    }
    return found!
  }

  /// Waits for the thing whose name begins so.
  @discardableResult
  func the(_ role: String, beginning: String, seconds: Double = 10) throws -> Accessible {
    var found: Accessible?
    try eventually("there is a \(role) “\(beginning)…”", seconds: seconds) {
      found = self.all(role).first { $0.name.hasPrefix(beginning) }
      return found != nil
    }
    return found!
  }

  /// Waits for the thing whose name ends so.
  @discardableResult
  func the(_ role: String, ending: String, seconds: Double = 10) throws -> Accessible {
    var found: Accessible?
    try eventually("there is a \(role) “…\(ending)”", seconds: seconds) {
      found = self.all(role).first { $0.name.hasSuffix(ending) }
      return found != nil
    }
    return found!
  }

  /// Waits for a label or row whose name holds the text.
  @discardableResult
  func text(_ part: String, seconds: Double = 10) throws -> Accessible {
    var found: Accessible?
    try eventually("“\(part)” is shown", seconds: seconds) {
      found = self.application?.all(nil, nil) { $0.name.contains(part) }.first
      return found != nil
    }
    return found!
  }

  func shows(_ part: String) -> Bool { !(application?.all(nil, nil) { $0.name.contains(part) } ?? []).isEmpty }

  func press(_ role: String? = nil, _ name: String, _ action: String? = nil) throws {
    try the(role, name).press(action)
  }

  // MARK: The keyboard and the window manager

  /// Presses keys as xdotool names them: "ctrl+n", "Return".
  func key(_ keys: String...) throws { try Self.xdotool(["key", "--clearmodifiers"] + keys) }

  func type(_ text: String) throws { try Self.xdotool(["type", "--delay", "5", text]) }

  static func xdotool(_ words: [String]) throws { try run(["xdotool"] + words) }
}
