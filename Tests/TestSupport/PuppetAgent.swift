public import Domain
import Synchronization

/// An agent that a test speaks through: it says what it is told, when it is told.
public final class PuppetAgent: Agent {
  private struct State {
    var open: [(reply: MessageID, stream: AsyncStream<ReplyEvent>.Continuation)] = []
    var request: ReplyRequest?
    var asked = 0
    var stopped = 0
    var watchers: [(isReady: @Sendable (Int, Int) -> Bool, wake: Wake<Void>)] = []
    var profile: AgentProfile
  }
  private let state: Mutex<State>

  public init(id: String = "puppet", name: String = "Puppet") {
    state = Mutex(
      State(
        profile: AgentProfile(
          id: id, name: name, summary: "Says what a test tells it.", suggestions: ["Hello?"])))
  }

  public var profile: AgentProfile { state.withLock(\.profile) }

  /// When the agent owes a reply; else after every message.
  public func answers(_ schedule: ReplySchedule) { state.withLock { $0.profile.schedule = schedule } }

  /// What of a chat's settings it takes; else nothing.
  public func takes(_ settings: TakenSettings) { state.withLock { $0.profile.takes = settings } }

  public func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: ReplyEvent.self)
    continuation.onTermination = { [weak self] reason in
      guard case .cancelled = reason, let self else { return }
      wake {
        $0.stopped += 1
        $0.open.removeAll { $0.reply == request.reply }
      }
    }
    wake {
      $0.open.append((request.reply, continuation))
      $0.request = request
      $0.asked += 1
    }
    return stream
  }

  /// Waits until replies have been asked for so many times in all.
  public func asked(times count: Int) async { await wait { asked, _ in asked >= count } }

  /// Waits until so many replies have been cut off.
  public func stopped(times count: Int) async { await wait { _, stopped in stopped >= count } }

  /// What it was asked last.
  public var request: ReplyRequest? { state.withLock(\.request) }

  public var timesAsked: Int { state.withLock(\.asked) }

  /// Says something in the newest reply, or in the one that is named.
  public func say(_ events: ReplyEvent..., in reply: MessageID? = nil) {
    let stream = state.withLock { state in
      (reply.map { reply in state.open.first { $0.reply == reply } } ?? state.open.last)?.stream
    }
    for event in events { stream?.yield(event) }
  }

  /// Closes without a last word, in the newest reply.
  public func die() { state.withLock { $0.open.popLast() }?.stream.finish() }

  /// Says the last word and closes.
  public func end(_ end: ReplyEnd = .finished, in reply: MessageID? = nil) {
    say(.ended(end), in: reply)
    let stream = state.withLock { state -> AsyncStream<ReplyEvent>.Continuation? in
      guard let index = reply.map({ reply in state.open.firstIndex { $0.reply == reply } }) ?? state.open.indices.last
      else { return nil }
      return state.open.remove(at: index).stream
    }
    stream?.finish()
  }

  private func wait(until isReady: @escaping @Sendable (Int, Int) -> Bool) async {
    let wake = Wake<Void>()
    let isDone = state.withLock { state in
      if isReady(state.asked, state.stopped) { return true }
      state.watchers.append((isReady, wake))
      return false
    }
    if !isDone { await wake.wait() }
  }

  private func wake(after change: (inout sending State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      let (asked, stopped) = (state.asked, state.stopped)
      let ready = state.watchers.filter { $0.isReady(asked, stopped) }.map(\.wake)
      state.watchers.removeAll { $0.isReady(asked, stopped) }
      return ready
    }
    ready.forEach { $0.end() }
  }
}
