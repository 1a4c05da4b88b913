public import Domain
import Synchronization

/// Everything that a service told since the log was opened; tests wait on it for what they expect.
public final class EventLog: Sendable {
  private struct State {
    var events: [ChatEvent] = []
    var watchers: [(isMet: @Sendable (ChatEvent) -> Bool, wake: Wake<ChatEvent>)] = []
  }
  private let state = Mutex(State())

  public init(of service: ChatService) async {
    let events = await service.events()
    Task { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  public var events: [ChatEvent] { state.withLock(\.events) }

  /// The first event, past or to come, that is as asked. A test's time limit ends a wait in vain, with an event that says so.
  @discardableResult
  public func first(where isMet: @escaping @Sendable (ChatEvent) -> Bool) async -> ChatEvent {
    let wake = Wake<ChatEvent>()
    let met = state.withLock { state -> ChatEvent? in
      if let event = state.events.first(where: isMet) { return event }
      state.watchers.append((isMet, wake))
      return nil
    }
    if let met { return met }
    return await wake.wait() ?? .failed(.store(.cancelled))
  }

  /// Waits until the message is saved in this state, and returns it. After a wait in vain it is one without a text, in no
  /// chat, that has failed.
  @discardableResult
  public func message(_ id: MessageID, is wanted: MessageState) async -> Message {
    let event = await first {
      if case .messageSaved(let message) = $0 { message.id == id && message.state == wanted } else { false }
    }
    if case .messageSaved(let message) = event { return message }
    return Message(
      id: id, chat: ChatID(high: 0, low: 0), sender: .agent, text: "", state: .failed,
      createdAt: Timestamp(milliseconds: 0))
  }

  /// Forgets what was told so far.
  public func clear() { state.withLock { $0.events = [] } }

  private func take(_ event: ChatEvent) {
    let ready = state.withLock { state in
      state.events.append(event)
      let ready = state.watchers.filter { $0.isMet(event) }.map(\.wake)
      state.watchers.removeAll { $0.isMet(event) }
      return ready
    }
    ready.forEach { $0.end(with: event) }
  }
}
