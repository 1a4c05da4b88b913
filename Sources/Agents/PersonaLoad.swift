import Domain
import Synchronization

/// What a persona pretends to load: nothing but time passes. It goes once nobody has asked for a while.
final class PersonaLoad: Sendable {
  private struct State {
    /// When it began to load; nil while nothing is there.
    var began: Timestamp?
    /// Replies that are being made.
    var users = 0
    var lastUse: Timestamp?
    /// Waits for the end of the loading, then for the idle time.
    var watch: Task<Void, Never>?
  }
  private let state = Mutex(State())
  private let loading: Persona.Loading
  private let surroundings: any Surroundings
  private let onChange: @Sendable () -> Void

  /// How often the progress is told.
  private static let step = Duration.milliseconds(125)

  init(_ loading: Persona.Loading, surroundings: any Surroundings, onChange: @escaping @Sendable () -> Void) {
    self.loading = loading
    self.surroundings = surroundings
    self.onChange = onChange
  }

  var status: AgentStatus {
    let now = surroundings.now()
    return state.withLock { state in
      guard let began = state.began else { return .unloaded }
      let part = part(since: began, now)
      return part < 1 ? .loading(part: part) : .ready
    }
  }

  private func part(since began: Timestamp, _ now: Timestamp) -> Double {
    let part = Double(now.since(began).wholeMilliseconds) / Double(max(1, loading.duration.wholeMilliseconds))
    return min(max(0, part), 1)
  }

  /// How long until the next progress is worth telling, and the part done by now; nil once all is loaded.
  func remainder() -> (wait: Duration, part: Double)? {
    guard case .loading(let part?) = status else { return nil }
    return (min(Self.step, loading.duration * (1 - part) + .milliseconds(1)), part)
  }

  /// Begins to load, unless that is done or under way.
  func begin() {
    let now = surroundings.now()
    let hasBegun = state.withLock { state in
      state.lastUse = now
      guard state.began == nil else { return false }
      state.began = now
      state.watch?.cancel()
      state.watch = Task { [weak self, surroundings] in
        while let wait = self?.nextWait() {
          do throws(CancellationError) { try await surroundings.sleep(for: wait) } catch { return }
        }
      }
      return true
    }
    if hasBegun { onChange() }
  }

  /// A reply is being made: it loads if need be, and stays.
  func use() {
    begin()
    state.withLock { $0.users += 1 }
  }

  /// The reply is over.
  func letGo() {
    let now = surroundings.now()
    state.withLock { state in
      state.users -= 1
      state.lastUse = now
    }
  }

  /// Lets go of what is loaded, unless a reply is being made; `always` where the persona has died.
  func unload(always: Bool = false) {
    let isGone = state.withLock { state in
      guard state.began != nil, always || state.users == 0 else { return false }
      state.began = nil
      state.watch?.cancel()
      state.watch = nil
      return true
    }
    if isGone { onChange() }
  }

  /// How long until something is to be told or done; nil when it has gone.
  private func nextWait() -> Duration? {
    onChange()
    if let rest = remainder() { return rest.wait }
    let now = surroundings.now()
    let (isBusy, left) = state.withLock { state in
      (state.users > 0, loading.idle - (state.lastUse.map { now.since($0) } ?? .zero))
    }
    if isBusy { return loading.idle }
    guard left <= .zero else { return left }
    unload()
    return nil
  }
}
