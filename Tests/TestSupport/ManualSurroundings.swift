public import Domain
import Synchronization

/// Surroundings whose time stands still until a test moves it, and whose chance and ids follow from a seed.
public final class ManualSurroundings: Surroundings {
  private struct State {
    var now: Timestamp
    var chance: UInt64
    var ids: UInt64 = 0
    var sleepers: [(id: UInt64, until: Timestamp, wake: CheckedContinuation<Bool, Never>)] = []
    var cancelled: Set<UInt64> = []
    var nextSleeper: UInt64 = 0
    var watchers: [(count: Int, time: Duration?, wake: Wake<Void>)] = []

    func isMet(_ count: Int, _ time: Duration?) -> Bool {
      let end = time.map { now.advanced(by: $0) }
      return sleepers.count { sleeper in end.map { sleeper.until <= $0 } ?? true } >= count
    }
  }
  private let state: Mutex<State>

  public init(now: Int64 = 1_735_000_000_000, seed: UInt64 = 1) {
    state = Mutex(State(now: Timestamp(milliseconds: now), chance: seed))
  }

  public func now() -> Timestamp { state.withLock(\.now) }

  public var timeText: TimeText {
    TimeText(clock: .twelveHours) { CivilCalendar.utc($0) }
  }

  /// SplitMix64.
  public func random() -> UInt64 {
    state.withLock { state in
      state.chance &+= 0x9E37_79B9_7F4A_7C15
      var z = state.chance
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  public func newID() -> (high: UInt64, low: UInt64) {
    state.withLock { state in
      state.ids += 1
      return (UInt64(bitPattern: state.now.milliseconds) << 16 | 0x7000, 0x8000_0000_0000_0000 | state.ids)
    }
  }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    let slept = await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        let (refused, ready): (Bool, [Wake<Void>]) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (true, []) }
          state.sleepers.append((id, state.now.advanced(by: duration), wake))
          return (false, Self.takeReadyWatchers(&state))
        }
        if refused { wake.resume(returning: false) }
        ready.forEach { $0.end() }
      }
    } onCancel: {
      let wake = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index).wake
      }
      wake?.resume(returning: false)
    }
    if !slept { throw CancellationError() }
  }

  /// Waits until at least `count` tasks sleep; where `time` is given, until so many wake within it. Without it, tasks that
  /// sleep for long may be counted before the one that a test wants to wake.
  public func sleepers(atLeast count: Int, within time: Duration? = nil) async {
    let wake = Wake<Void>()
    let isReady = state.withLock { state in
      if state.isMet(count, time) { return true }
      state.watchers.append((count, time, wake))
      return false
    }
    if !isReady { await wake.wait() }
  }

  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// How long the soonest sleeper still sleeps; nil when nobody does.
  public var nextWake: Duration? {
    state.withLock { state in state.sleepers.map(\.until).min()?.since(state.now) }
  }

  /// Moves time on and wakes those whose time has come, soonest first.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.now }.sorted { $0.until < $1.until }
      state.sleepers.removeAll { $0.until <= state.now }
      return due.map(\.wake)
    }
    woken.forEach { $0.resume(returning: true) }
  }

  private static func takeReadyWatchers(_ state: inout State) -> [Wake<Void>] {
    let ready = state.watchers.filter { state.isMet($0.count, $0.time) }.map(\.wake)
    state.watchers.removeAll { [state] in state.isMet($0.count, $0.time) }
    return ready
  }
}
