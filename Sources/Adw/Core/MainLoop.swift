import CAdw
import Dispatch  // links the two functions with which a foreign run loop drains the main queue
import Platform

/// GLib's main loop, as far as an app has to do with it.
package enum MainLoop {
  private static var isPumped = false

  /// Lets GLib's loop run what waits on the main dispatch queue, so that Swift's main actor works inside `run()`.
  static func pumpMainQueue() {
    guard !isPumped else { return }
    isPumped = true
    g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
  }

  /// Handles one event if one is there; for tests, and for loops that GTK does not run itself.
  @discardableResult
  package static func turn(mayBlock: Bool = false) -> Bool { g_main_context_iteration(nil, mayBlock.c) != 0 }

  /// Runs `body` once, soon, after the events that are already there.
  @discardableResult
  package static func soon(_ body: @escaping @MainActor () -> Void) -> Timer {
    idle(priority: Int(G_PRIORITY_DEFAULT_IDLE), body)
  }

  /// Runs `body` once, soon, unless the object is gone by then: its window may be closed meanwhile.
  @discardableResult
  package static func soon<O: Object>(with object: O, _ body: @escaping @MainActor (O) -> Void) -> Timer {
    let weak = Weak(object)
    return soon { if let object = weak.value { body(object) } }
  }

  /// Runs `body` once after some milliseconds.
  @discardableResult
  package static func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) -> Timer {
    every(milliseconds: milliseconds) {
      body()
      return false
    }
  }

  /// Runs `body` every so many milliseconds until it answers false.
  @discardableResult
  package static func every(milliseconds: Int, _ body: @escaping @MainActor () -> Bool) -> Timer {
    let timer = Timer(body)
    timer.source = g_timeout_add_full(
      gint(G_PRIORITY_DEFAULT), guint(max(milliseconds, 0)), Timer.fire, timer.box(), Timer.release)
    return timer
  }

  /// Runs `body` once when nothing more urgent is waiting.
  @discardableResult
  static func idle(priority: Int, _ body: @escaping @MainActor () -> Void) -> Timer {
    let timer = Timer {
      body()
      return false
    }
    timer.source = g_idle_add_full(gint(priority), Timer.fire, timer.box(), Timer.release)
    return timer
  }
}

/// Something that will happen later and can be called off. Letting go of it does not call it off.
@MainActor package final class Timer {
  private let body: @MainActor () -> Bool
  fileprivate var source: guint = 0

  fileprivate init(_ body: @escaping @MainActor () -> Bool) { self.body = body }

  /// Whether it is still to come.
  package var isWaiting: Bool { source != 0 }

  /// Calls it off; does nothing if it has already happened.
  package func cancel() {
    guard source != 0 else { return }
    let gone = source
    source = 0
    g_source_remove(gone)
  }

  fileprivate func box() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  fileprivate static let fire: GSourceFunc = { box in
    nonisolated(unsafe) let box = box!
    return MainActor.assumeIsolated {
      let timer = Unmanaged<Timer>.fromOpaque(box).takeUnretainedValue()
      let goesOn = timer.body()
      // The body may have cancelled it, and then the source is already gone.
      guard timer.source != 0 else { return 0 }
      if !goesOn { timer.source = 0 }
      return goesOn.c
    }
  }

  fileprivate static let release: GDestroyNotify = { box in
    nonisolated(unsafe) let box = box!
    MainActor.assumeIsolated { Unmanaged<Timer>.fromOpaque(box).release() }
  }
}
