public import Domain
import Synchronization

/// An agent whose tokens are the bytes of what was said: it holds 100 of them, and 25 of these are the reply's.
public final class MeasuredAgent: ContextAgent {
  private struct State {
    var asked = 0
    var length = 100
    var fault: ContextFault?
    /// How many questions it still calls off.
    var callsOff = 0
  }
  private let state = Mutex(State())
  /// Makes its replies.
  public let puppet: PuppetAgent

  public init(id: String = "measured", name: String = "Measured") { puppet = PuppetAgent(id: id, name: name) }

  public var profile: AgentProfile {
    var profile = puppet.profile
    profile.contextLength = state.withLock(\.length)
    return profile
  }

  public func reply(to request: ReplyRequest) -> AsyncStream<ReplyEvent> {
    let (stream, events) = AsyncStream.makeStream(of: ReplyEvent.self)
    let making = Task {
      if let seen = try? await view(of: request).extent {
        events.yield(.context(ReplyContext(length: seen.length, firstMessage: seen.firstMessage)))
      }
      for await event in puppet.reply(to: request) { events.yield(event) }
      events.finish()
    }
    events.onTermination = { _ in making.cancel() }
    return stream
  }

  /// It says that it holds so many from now on.
  public func holds(_ length: Int) { state.withLock { $0.length = length } }

  /// How often it was asked what it would see.
  public var timesAsked: Int { state.withLock(\.asked) }

  /// What it answers instead.
  public func fails(_ fault: ContextFault?) { state.withLock { $0.fault = fault } }

  /// Calls the next questions off, as for replies that come first.
  public func callsOff(_ count: Int) { state.withLock { $0.callsOff = count } }

  public func extent(of request: ReplyRequest) async throws(ContextFault) -> ContextExtent {
    try await view(of: request).extent
  }

  public func loadedView(
    of request: ReplyRequest, anyway: Bool, _ progress: @escaping @Sendable (Double?) -> Void
  ) async throws(ContextFault) -> ContextView { try await view(of: request) }

  public func summaryPlace(in request: ReplyRequest) async throws(ContextFault) -> MessageID? {
    let seen = try await view(of: request).extent
    guard seen.firstMessage != nil else { return nil }
    do throws(StoreError) {
      // Half of what it holds is left.
      var left = 50
      let messages = try await request.messages.page(limit: 100).messages
      return messages.reversed().prefix {
        left -= $0.text.utf8.count
        return left >= 0
      }.last?.id
    } catch {
      throw .failed(.unreadable(error))
    }
  }

  public func view(of request: ReplyRequest) async throws(ContextFault) -> ContextView {
    let fault = state.withLock { state -> ContextFault? in
      state.asked += 1
      if state.callsOff > 0 {
        state.callsOff -= 1
        return .calledOff
      }
      return state.fault
    }
    if let fault { throw fault }
    let page: PromptMessages.Page
    do throws(StoreError) {
      page = try await request.messages.page(limit: 100)
    } catch {
      throw .failed(.unreadable(error))
    }
    var seen = page.messages[...]
    while seen.count > 1, seen.reduce(0, { $0 + $1.text.utf8.count }) > 75 { seen.removeFirst() }
    let isCut = seen.count < page.messages.count
    return ContextView(
      extent: ContextExtent(
        length: 100, room: 75, used: seen.reduce(0) { $0 + $1.text.utf8.count },
        firstMessage: isCut ? seen.first?.id : nil),
      pieces: seen.flatMap { message in
        [
          ContextPiece(.special, tokens: 0, text: "<turn>"), ContextPiece(.template, tokens: 0, text: "\n"),
          ContextPiece(.message(message.sender), tokens: message.text.utf8.count, text: message.text, of: message.id),
        ]
      }, leftOut: page.messages.count - seen.count)
  }
}
