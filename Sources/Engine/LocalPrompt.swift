internal import Domain
import EngineWire

/// What a model is given to read of a chat.
struct LocalPrompt {
  var prompt: EnginePrompt
  /// For each message of the prompt that of the chat.
  private let sources: [MessageID?]
  /// Whether all that was to be read is in it.
  let isWhole: Bool
  /// The summary with which it begins.
  private let summary: MessageID?

  /// No token is taken to be longer, in bytes: what is left out must be more than the model can hold in any case.
  private static let longestToken = 24
  private static let pageLength = 100

  /// The instructions and the messages, the newest pages of them, until these are more than fits into `context` tokens.
  static func read(_ request: ReplyRequest, context: Int) async throws(Unmade) -> LocalPrompt {
    let room = bytes(in: context)
    let system = request.instructions.map { [EnginePrompt.Message(.system, $0)] } ?? []
    var left = room - system.reduce(0) { $0 + $1.text.utf8.count }
    var newestFirst: [PromptMessage] = []
    var end: PromptMessages.Place?
    repeat {
      let page: PromptMessages.Page
      do throws(StoreError) {
        page = try await request.messages.page(before: end, limit: pageLength)
      } catch {
        throw .failed(.unreadable(error))
      }
      for message in page.messages.reversed() where left >= 0 {
        left -= text(of: message).utf8.count + 1
        // One that is too long alone is sent all the same: the engine says that it does not fit.
        if left >= 0 || newestFirst.isEmpty { newestFirst.append(message) }
      }
      end = page.start
    } while end != nil && left >= 0 && newestFirst.count < EnginePrompt.mostMessages / 2
    let summary = newestFirst.last.flatMap { $0.sender == .summary ? $0.id : nil }
    let turns = turns(newestFirst.reversed())
    let messages = system + turns.map(\.message)
    guard messages.reduce(0, { $0 + $1.text.utf8.count }) <= EnginePrompt.mostBytes else { throw .failed(.tooLong) }
    let thinking: EnginePrompt.Thinking =
      switch request.parameters.reasoning {
      case nil: .unspecified
      case true?: .on
      case false?: .off
      }
    return LocalPrompt(
      prompt: EnginePrompt(
        messages, thinking: thinking, time: request.chatBegan.shown.milliseconds / 1_000, contextLength: context),
      sources: system.map { _ in nil } + turns.map(\.source), isWhole: end == nil && left >= 0, summary: summary)
  }

  /// More bytes than these no model holds in so many tokens.
  static func bytes(in context: Int) -> Int {
    min(context.multipliedReportingOverflow(by: longestToken).partialValue, EnginePrompt.mostBytes)
  }

  /// The chat's message that one of the prompt is.
  func source(of index: Int) -> MessageID? { sources.indices.contains(index) ? sources[index] : nil }

  /// The chat's oldest message that a model reads which begins with this one of the prompt, nil for all of it; nil where
  /// nothing is left out.
  func firstMessage(_ index: Int?) -> MessageID? { index.flatMap(source) ?? oldest }

  /// The oldest message that is in it, where older ones were not even read.
  private var oldest: MessageID? { isWhole ? nil : sources.lazy.compactMap { $0 }.first }

  /// How many of the chat's messages come before this one of the prompt; nil where not all of the chat was read.
  func count(before index: Int) -> Int? { isWhole ? sources.prefix(index).count { $0 != nil } : nil }

  /// Whether the prompt's message is a summary.
  func isSummary(_ index: Int) -> Bool { summary != nil && source(of: index) == summary }

  /// What stands for messages that were summed up.
  // untranslated: the model reads it
  static func words(ofSummary text: String) -> String { "Summary of our conversation so far:\n\n" + text }

  /// The user first, as most templates want it.
  private static func turns(
    _ messages: some Sequence<PromptMessage>
  ) -> [(message: EnginePrompt.Message, source: MessageID?)] {
    var turns: [(message: EnginePrompt.Message, source: MessageID?)] = []
    for message in messages {
      let role: EnginePrompt.Role = message.sender == .agent ? .assistant : .user
      if turns.isEmpty, role == .assistant { turns.append((EnginePrompt.Message(.user, ""), nil)) }
      turns.append((EnginePrompt.Message(role, text(of: message)), message.id))
    }
    return turns
  }

  /// What a model without eyes can have of it: for pictures, what they are called.
  private static func text(of message: PromptMessage) -> String {
    if message.sender == .summary { return words(ofSummary: message.text) }
    let pictures = message.pictures.map { "[\($0.alternative)]" }
    return (pictures + (message.text.isEmpty ? [] : [message.text])).joined(separator: "\n")
  }
}
