import CAdw
import WindowSupport

extension Face {
  /// Waits for the thing and presses it.
  func press(_ role: String? = nil, _ name: String, _ action: String? = nil) async throws {
    try await the(role, name).press(action)
  }

  /// Goes from a chat back to the list in a narrow window.
  func goBack() async throws {
    try await press("button", "Back to the chats")
    try await eventually("the list is alone") { all("text box", "Message").isEmpty }
  }

  /// Writes a message and presses Send.
  func send(_ text: String) async throws {
    try await the("text box", "Message").setText(text)
    try await eventually("the button is Send") { first("button", "Send")?.has(.sensitive) == true }
    try await press("button", "Send")
  }

  /// Walks in an open menu to an entry.
  func chooseEntry(_ entry: String) async throws {
    try await the("menu item", entry)
    for _ in 0..<10 {
      if focused?.name == entry { return try await key("Return") }
      let before = focused
      try await key("Down")
      try await eventually("the next entry has the keyboard") { focused != before }
    }
    throw failure("The arrows do not lead to “\(entry)”.")
  }

  // MARK: The keyboard and the pointer

  /// Presses keys as xdotool names them: "ctrl+n", "Return".
  func key(_ keys: String...) async throws { for key in keys { try await Pointer.key(key) } }

  func type(_ text: String) async throws { try await Pointer.type(text) }

  /// Presses Tab until something has the keyboard.
  func tab(to what: String, backwards: Bool = false, where isFound: (Thing) -> Bool) async throws {
    var passed: [String] = []
    for _ in 0..<20 {
      let before = focused
      if let before, isFound(before) { return }
      passed.append(before?.description ?? "nothing")
      try await key(backwards ? "shift+Tab" : "Tab")
      try await eventually("Tab leads on to \(what) from \(passed)") { focused.map { $0 != before } ?? false }
    }
    throw failure("Tab does not lead to \(what), but to \(passed)")
  }

  /// Clicks in the middle of something with a button of the pointer: 1 is the left one, 3 the right one.
  func click(_ thing: Thing, button: Int = 1, times: Int = 1) async throws {
    try await point(at: thing)
    // The window sees the pointer there before it is pressed, as with a hand.
    try await settle()
    try await Pointer.click(button, times: times)
  }

  /// Moves the pointer to the middle of something.
  func point(at thing: Thing) async throws {
    let place = try thing.extents
    try await Pointer.run(
      "xdotool", "mousemove", "--window", "\(try thing.surface)", "\(place.x + place.width / 2)",
      "\(place.y + place.height / 2)")
  }

  /// Gives the window another size, as a window manager does, and waits until it is laid out so.
  func resize(width: Int, height: Int) async throws {
    guard let window = windows.first else { throw failure("there is no window") }
    try await Pointer.run("xdotool", "windowsize", "\(try window.surface)", "\(width)", "\(height)")
    try await eventually("the window is \(width) wide and \(height) high") {
      // Its frame, where it draws one itself, is part of the size.
      let place = try window.extents
      return place.width + 2 * place.x == width && place.height + 2 * place.y == height
    }
  }
}
