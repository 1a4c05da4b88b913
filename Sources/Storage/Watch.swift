import Dispatch
import Platform

/// Wakes when another process may have committed: by inotify, or by the clock each second where that is not to be had; and
/// each minute besides, for a process may be killed between its commit and the touch that wakes others.
final class Watch {
  enum Kind {
    case inotify
    /// Looks once a second.
    case clock
  }

  let kind: Kind
  /// How often it wakes without a touch.
  static let usualInterval = Duration.seconds(60)
  private let sources: [any DispatchSourceProtocol]

  /// Calls `look` on `queue` whenever a file in `folder` was touched, and after each `interval`.
  init(
    _ folder: String, kind wanted: Kind, every interval: Duration, on queue: DispatchQueue,
    look: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { look() }
    let step: DispatchTimeInterval
    if wanted == .inotify, let descriptor = folderWatch(folder, for: .touched) {
      kind = .inotify
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        drainWatch(descriptor)
        look()
      }
      source.setCancelHandler { close(descriptor) }
      sources = [source, timer]
      step = .milliseconds(Int(interval / .milliseconds(1)))
    } else {
      kind = .clock
      sources = [timer]
      step = .seconds(1)
    }
    timer.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(200))
    for source in sources { source.activate() }
  }

  deinit { for source in sources { source.cancel() } }
}
