import CAdw
import Observation

extension Object {
  /// Keeps `apply` true for as long as this object lives: it runs now, and again before the next frame whenever
  /// something observable that it read has changed.
  @discardableResult
  package func observe(_ apply: @escaping @MainActor (Self) -> Void) -> Self {
    let subject = self
    let effect = Effect { apply(subject) }
    whenGone { effect.stop() }
    return self
  }
}

/// A tracked closure. Those whose model changed run together, once, just before GTK lays out the next frame.
@MainActor package final class Effect: @MainActor Observable {
  private var body: (@MainActor () -> Void)?
  private var isQueued = false
  /// Read by every run and changed by `stop()`: a tracking that never fires would stay in the model's registrar.
  private let ending = ObservationRegistrar()
  private var hasEnded = false

  private static var dirty: [Effect] = []
  private static var isScheduled = false

  /// Runs `body` now and after every change of what it read, until `stop()`.
  package init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
    run()
  }

  /// Ends the effect and takes its trackings out of the models.
  package func stop() {
    guard body != nil else { return }
    body = nil
    ending.withMutation(of: self, keyPath: \.hasEnded) { hasEnded = true }
  }

  private func run() {
    isQueued = false
    guard let body else { return }
    withObservationTracking {
      ending.access(self, keyPath: \.hasEnded)
      body()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.mark() }
    }
  }

  /// Told before the change happens: the model must not be read here.
  private func mark() {
    guard !isQueued, body != nil else { return }
    isQueued = true
    Effect.dirty.append(self)
    guard !Effect.isScheduled else { return }
    Effect.isScheduled = true
    // After input (0), before GTK's resize (110) and redraw (120).
    MainLoop.idle(priority: Int(G_PRIORITY_HIGH_IDLE) + 5) { Effect.flush() }
  }

  /// Runs all effects whose model has changed, now.
  package static func flush() {
    isScheduled = false
    let due = dirty
    dirty = []
    for effect in due { effect.run() }
  }
}
