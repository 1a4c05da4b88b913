public import Domain

/// The one clock by which all relative times on screen are kept true: it ticks at each full minute of the wall clock
/// and at once when told.
public final class MinuteClock {
  let surroundings: any Surroundings
  private var listeners: [() -> Void] = []
  private var ticking: Task<Void, Never>?

  public init(surroundings: any Surroundings) {
    self.surroundings = surroundings
  }

  /// The time, asked anew each time.
  public var now: Timestamp { surroundings.now() }
  /// How the user's locale writes times.
  public var text: TimeText { surroundings.timeText }

  /// Calls `listener` at every tick for as long as the clock lives.
  func onTick(_ listener: @escaping () -> Void) { listeners.append(listener) }

  /// Ticks from here on at each full minute.
  public func start() {
    guard ticking == nil else { return }
    ticking = Task { [weak self, surroundings] in
      while !Task.isCancelled {
        let rest = 60_000 - surroundings.now().milliseconds % 60_000
        guard await surroundings.slept(for: .milliseconds(rest)) else { return }
        self?.tick()
      }
    }
  }

  /// Ticks no more.
  public func stop() { ticking?.cancel() }

  func tick() {
    for listener in listeners { listener() }
  }
}
