public import Domain

/// The one clock by which all relative times on screen are kept true: it ticks at each full minute of the wall clock
/// and at once when told.
public final class MinuteClock {
  let surroundings: any Surroundings
  private var listeners: [Listener] = []
  private var ticking: Task<Void, Never>?

  public init(surroundings: any Surroundings) {
    self.surroundings = surroundings
  }

  /// The time, asked anew each time.
  public var now: Timestamp { surroundings.now() }
  /// How the user's locale writes times.
  public var text: TimeText { surroundings.timeText }

  private struct Listener {
    weak var owner: AnyObject?
    let tell: () -> Void
  }

  /// Calls `listener` at every tick for as long as its owner lives, whom it must not hold.
  func onTick(of owner: AnyObject, _ listener: @escaping () -> Void) {
    letGo()
    listeners.append(Listener(owner: owner, tell: listener))
  }

  /// Forgets the listeners whose owners are gone.
  private func letGo() { listeners.removeAll { $0.owner == nil } }

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
    letGo()
    for listener in listeners where listener.owner != nil { listener.tell() }
  }
}
