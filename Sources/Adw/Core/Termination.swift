import CAdw
import Platform

extension Application {
  /// Calls `body` when the process is asked to end from outside: Ctrl+C, the end of the session, `kill`.
  package func onTermination(_ body: @escaping @MainActor () -> Void) {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      let box = Unmanaged.passRetained(Closure(body)).toOpaque()
      g_unix_signal_add(
        signal,
        { box in
          nonisolated(unsafe) let box = box!
          MainActor.assumeIsolated { Unmanaged<Closure>.fromOpaque(box).takeUnretainedValue().body() }
          return 1
        }, box)
    }
  }
}
