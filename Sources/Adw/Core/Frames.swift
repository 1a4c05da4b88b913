import CAdw

/// A point in time on the frame clock, in microseconds.
package typealias FrameTime = Int

extension Widget {
  /// Calls `body` before every frame while the widget is on screen, until it answers false.
  package func onTick(_ body: @escaping @MainActor (FrameTime) -> Bool) {
    gtk_widget_add_tick_callback(
      widget,
      { _, clock, box in
        nonisolated(unsafe) let box = box!
        let time = gdk_frame_clock_get_frame_time(clock)
        return MainActor.assumeIsolated { Unmanaged<Tick>.fromOpaque(box).takeUnretainedValue().body(time).c }
      }, Unmanaged.passRetained(Tick(body)).toOpaque(), { Unmanaged<Tick>.fromOpaque($0!).release() })
  }

  /// Calls `body` in each frame's layout phase, after GTK has laid the widgets out and before anything is painted.
  /// What it changes is laid out again before the paint.
  func onLayout(_ body: @escaping @MainActor () -> Void) { onClock("layout", body) }

  /// Calls `body` after each frame has been painted; for tests and measurements.
  package func onPaint(_ body: @escaping @MainActor () -> Void) { onClock("after-paint", body) }

  /// Calls `body` at the beginning of each frame, before what moves by itself has moved.
  func onBeforePaint(_ body: @escaping @MainActor () -> Void) { onClock("before-paint", body) }

  /// Connects to the frame clock whenever the widget has one.
  private func onClock(_ signal: String, _ body: @escaping @MainActor () -> Void) {
    let weak = Weak(self)
    var connection: Connection?
    let connect: @MainActor () -> Void = {
      guard connection == nil, let widget = weak.value?.widget, let clock = gtk_widget_get_frame_clock(widget) else {
        return
      }
      connection = AnyObjectHandle(clock).on(signal, body)
    }
    let disconnect: @MainActor () -> Void = {
      connection?.end()
      connection = nil
    }
    // After the default handlers, so that GTK's own layout handler was connected first and runs first.
    on("realize", after: true, connect)
    on("unrealize", disconnect)
    connect()
  }

  /// Asks for a frame, even if nothing is to be drawn.
  package func requestFrame() {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
  }

  /// Asks for the layout phase of the next frame.
  func requestLayoutPhase() {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }
}

/// A tick callback that C can hold.
private final class Tick {
  let body: @MainActor (FrameTime) -> Bool
  init(_ body: @escaping @MainActor (FrameTime) -> Bool) { self.body = body }
}
