import CAdw
import Glibc
import Synchronization

/// What programs say by themselves on the accessibility bus: that something has changed.
final class Signals: Sendable {
  /// Those of this session; nil where there is no such bus.
  static let shared = try? Signals()

  /// To ask what is there when a wait has failed.
  nonisolated(unsafe) let bus: AccessibilityBus
  private nonisolated(unsafe) let context = g_main_context_new()
  private let count = Mutex(0)

  private init() throws {
    bus = try AccessibilityBus()
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    let kinds: [(interface: String, member: String?)] = [
      ("org.a11y.atspi.Event.Object", nil), ("org.a11y.atspi.Event.Window", nil),
      ("org.freedesktop.DBus", "NameOwnerChanged"),
    ]
    for (interface, member) in kinds {
      g_dbus_connection_signal_subscribe(
        bus.connection, nil, interface, member, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, _, _, _, _, signals in
          Unmanaged<Signals>.fromOpaque(signals!).takeUnretainedValue().count.withLock { $0 += 1 }
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
    for event in ["object:", "window:"] {
      // GTK 4.8 tells without being asked; newer versions look who listens.
      _ = try? bus.call(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent",
        [g_variant_new_string(event)])
    }
  }

  /// Waits for a signal, at most so long; takes all that have arrived. False when there was none.
  func wait(milliseconds: Int) -> Bool {
    if take() { return true }
    final class Timer { var isOver = false }
    let timer = Timer()
    let source = g_timeout_source_new(guint(milliseconds))
    defer {
      g_source_destroy(source)
      g_source_unref(source)
    }
    g_source_set_callback(
      source,
      { timer in
        Unmanaged<Timer>.fromOpaque(timer!).takeUnretainedValue().isOver = true
        return 0
      }, Unmanaged.passUnretained(timer).toOpaque(), nil)
    g_source_attach(source, context)
    while count.withLock({ $0 }) == 0, !timer.isOver { g_main_context_iteration(context, 1) }
    return take()
  }

  /// Takes all signals that have arrived; false when there were none.
  @discardableResult
  func take() -> Bool {
    while g_main_context_iteration(context, 0) != 0 {}
    return count.withLock { count in
      defer { count = 0 }
      return count > 0
    }
  }
}
