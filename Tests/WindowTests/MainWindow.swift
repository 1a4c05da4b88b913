import Glibc

/// The main window as the window manager knows it.
extension RunningApp {
  /// Its number on the display: the first normal window of the process that belongs to no other. Menus, tooltips and dialogs
  /// are none.
  func number() throws -> String {
    if let foundNumber { return foundNumber }
    let script = """
      for window in $(xdotool search --onlyvisible --pid $0 | sort -n); do
        case $(xprop -id $window _NET_WM_WINDOW_TYPE WM_TRANSIENT_FOR _NET_WM_PID 2>/dev/null) in
          *_NET_WM_WINDOW_TYPE_NORMAL*"WM_TRANSIENT_FOR:  not found"*"= $0") echo $window && break ;;
        esac
      done
      """
    var found: Substring?
    try eventually("its window is on the display") {
      found = try output(["sh", "-c", script, "\(process)"]).split(separator: "\n").first
      return found != nil
    }
    foundNumber = found.map(String.init)
    return foundNumber ?? ""
  }

  func resize(width: Int, height: Int) throws {
    try Self.xdotool(["windowsize", number(), "\(width)", "\(height)"])
  }

  func move(x: Int, y: Int) throws { try Self.xdotool(["windowmove", "--sync", number(), "\(x)", "\(y)"]) }

  /// Puts it before all others and gives it the keyboard.
  func raise() throws { try Self.xdotool(["windowactivate", "--sync", number()]) }

  /// Its place on the screen, in pixels.
  func origin() throws -> (x: Int, y: Int) {
    let words = try output(["xdotool", "getwindowgeometry", "--shell", number()]).split(separator: "\n")
    func value(_ name: String) -> Int {
      words.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("X"), value("Y"))
  }
}
