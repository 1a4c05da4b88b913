package import Adw

/// Where widgets are tried. Nothing else turns GLib's loop here, so nothing happens behind a test's back.
package enum WindowFixture {
  /// Whether GTK could start.
  package static var isThere: Bool {
    Criticals.watch()
    return Toolkit.start()
  }

  /// Lets GTK work until `condition` holds; false if it did not within so many milliseconds.
  @discardableResult
  package static func wait(upTo milliseconds: Int = 15_000, until condition: () -> Bool) async -> Bool {
    var isLate = false
    let alarm = MainLoop.after(milliseconds: milliseconds) { isLate = true }
    // A turn may block; tasks that come back from other threads must not wait for the next frame.
    let ticking = MainLoop.every(milliseconds: 4) { true }
    defer {
      alarm.cancel()
      ticking.cancel()
    }
    while !condition() {
      if isLate { return false }
      MainLoop.turn(mayBlock: true)
      await Task.yield()
    }
    return true
  }

  /// Awaits what is asynchronous while GTK goes on.
  package static func awaiting<Answer: Sendable>(_ body: @escaping () async -> Answer) async throws -> Answer {
    var answer: Answer?
    Task { answer = await body() }
    await wait { answer != nil }
    guard let answer else { throw Pointer.Failure(description: "the answer did not come") }
    return answer
  }

  /// Lets GTK paint so many frames of a window.
  package static func frames(_ count: Int, of window: Window) async -> Bool {
    let painted = PaintCounter.of(window)
    for _ in 0..<count {
      let before = painted.count
      window.requestFrame()
      guard await wait(until: { painted.count > before }) else { return false }
    }
    return true
  }

  /// Handles what is already there to be handled.
  package static func settle() {
    for _ in 0..<1000 where !MainLoop.turn() { return }
  }

  /// How many windows were opened. Each has a title of its own: one of a test before may just be going.
  private static var shown = 0

  /// Opens a window around a widget, lets `body` play with it, and takes it away.
  package static func show<R>(
    _ content: some Widget, width: Int = 400, height: Int = 500, _ body: (Window) async throws -> R
  ) async throws -> R {
    shown += 1
    let window = Window(title: "Stage \(shown)", width: width, height: height)
    window.smallest(width: 1, height: 1)  // libadwaita 1.4 and newer has a least size of its own
    window.show(content)
    let painted = PaintCounter.of(window)
    window.present()
    defer {
      window.destroy()
      settle()
    }
    guard await wait(until: { painted.count > 0 && window.width > 0 }) else {
      throw Pointer.Failure(description: "the window was never painted")
    }
    // Keys would go elsewhere, and each wait of the test would be vain.
    guard await wait(until: { window.isActive }) else {
      throw Pointer.Failure(description: "the window did not get the keyboard; has the window manager ended?")
    }
    return try await body(window)
  }
}

/// How often a window was painted.
package final class PaintCounter {
  package private(set) var count = 0
  /// How often any of the windows that are counted was painted.
  package private(set) static var all = 0
  private static var known: [Handle: PaintCounter] = [:]

  package static func of(_ window: Window) -> PaintCounter {
    if let counter = known[window.handle] { return counter }
    let counter = PaintCounter()
    known[window.handle] = counter
    window.onPaint {
      counter.count += 1
      all += 1
    }
    window.onGone { known[window.handle] = nil }
    return counter
  }
}
