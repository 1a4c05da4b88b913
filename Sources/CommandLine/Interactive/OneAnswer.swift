import Domain
import Localization
import Platform
import Records
import Sotto
import Wording

/// One answer to one text, written as it comes and kept nowhere.
final class OneAnswer {
  private let context: CommandContext
  private let agent: any Agent
  private let statusLine: StatusLine
  private let events = ConsoleEvents()
  private var phase = ReplyPhase.queued
  private var hasSpoken = false
  private var isAtLineStart = true
  private var end: ReplyEnd?
  private var cause: Int32?
  private var askedAt: Timestamp?
  private var firstTokenMilliseconds: Int64?

  init(_ context: CommandContext, _ agent: any Agent) {
    self.context = context
    self.agent = agent
    statusLine = StatusLine(context)
  }

  func run(_ prompt: String, atMost tokens: Int?) async throws {
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    events.tick(every: .milliseconds(250), context.composition.surroundings)
    askedAt = context.now
    let stream = agent.reply(to: request(prompt, atMost: tokens))
    let answering = Task {
      for await event in stream {
        take(timed(event))
        // Nobody reads on.
        if context.out.isClosed { return }
      }
    }
    let listening = Task {
      for await event in events.stream {
        switch event {
        case .signal(let number):
          cause = number
          answering.cancel()
        case .tick: showPhase()
        case .changed, .input, .inputEnded: break
        }
      }
    }
    await answering.value
    listening.cancel()
    try conclude()
  }

  private func request(_ prompt: String, atMost tokens: Int?) -> ReplyRequest {
    let surroundings = context.composition.surroundings
    let message = PromptMessage(id: surroundings.newID(), sender: .user, text: prompt)
    let messages = PromptMessages { _, _ in PromptMessages.Page([message], start: nil) }
    var request = ReplyRequest(
      chat: surroundings.newID(), reply: surroundings.newID(), instructions: context.invocation.values["system"],
      messages: messages, chatBegan: context.now,
      picture: { _ throws(PictureError) in throw .noReader(.notIncluded) })
    request.parameters.maximumTokens = tokens
    return request
  }

  /// What it cost is told with the time to its first token, as the service does it for a chat.
  private func timed(_ event: ReplyEvent) -> ReplyEvent {
    switch event {
    case .reasoning(let chunk), .text(let chunk):
      if !chunk.isEmpty, firstTokenMilliseconds == nil {
        firstTokenMilliseconds = askedAt.map { max(0, context.now.since($0).wholeMilliseconds) }
      }
    case .usage(var usage):
      usage.firstTokenMilliseconds = firstTokenMilliseconds
      return .usage(usage)
    default: break
    }
    return event
  }

  private func take(_ event: ReplyEvent) {
    if case .ended(let end) = event { self.end = end }
    if context.isJSON {
      if let record = RunRecord(event) { context.out.line(record) }
      return context.out.flush()
    }
    switch event {
    case .loading(let part): show(.loading(ReplyProgress(part: part)))
    case .reading(let part): show(.reading(ReplyProgress(part: part)))
    case .reasoning: show(.thinking)
    case .text(let text): write(Terminal.harmless(text))
    case .picture, .context, .settings, .usage, .ended: break
    }
  }

  private func show(_ phase: ReplyPhase) {
    self.phase = phase
    showPhase()
  }

  private func showPhase() {
    guard !hasSpoken, end == nil else { return }
    statusLine.advance()
    statusLine.show(phase, of: Terminal.oneLine(agent.profile.name))
  }

  private func write(_ text: String) {
    guard let last = text.unicodeScalars.last else { return }
    statusLine.hide()
    hasSpoken = true
    context.out.write(text)
    context.out.flush()
    isAtLineStart = last == "\n"
  }

  private func conclude() throws {
    statusLine.hide()
    if !isAtLineStart { context.out.line() }
    if let cause {
      if context.isJSON, end == nil { context.out.line(RunRecord(.ended(.stopped))) }
      context.out.flush()
      throw Failure(ExitCode(rawValue: 128 + cause) ?? .failed)
    }
    try context.out.checkReader()
    switch end {
    case .finished: break
    case .failed(.model(.endedEngine(let name))):
      // It was asked for.
      throw Failure(.replyFailed, localized("“\(Terminal.oneLine(name))” stopped the engine while it was loaded."))
    case .failed(let failure):
      throw Failure(.replyFailed, failure.sentence(agent: agent.profile.name))
    case .stopped, .overflowed, nil:
      throw Failure(.replyFailed, localized("The reply was stopped before it was done."))
    }
  }
}
