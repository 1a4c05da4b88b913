import Domain
import Synchronization
import TestSupport

@testable import Agents

/// Surroundings in which every wait of less than half a minute is over at once, and the clock shows that it has passed. Longer
/// ones, in which nobody asks for anything, last until they are called off.
final class RushedSurroundings: Surroundings {
  private let chance: ManualSurroundings
  private let time = Mutex(Timestamp(milliseconds: 1_735_000_000_000))
  private let waits = Mutex<[Duration]>([])

  init(seed: UInt64 = 1) {
    chance = ManualSurroundings(seed: seed)
  }

  func now() -> Timestamp { time.withLock { $0 } }
  func random() -> UInt64 { chance.random() }
  func newID() -> (high: UInt64, low: UInt64) { chance.newID() }
  var timeText: TimeText { chance.timeText }

  func sleep(for duration: Duration) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if duration >= .seconds(30) {
      do { try await Task.sleep(for: .seconds(86_400)) } catch { throw CancellationError() }
    }
    waits.withLock { $0.append(duration) }
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Every wait so far, in order.
  var allWaits: [Duration] { waits.withLock { $0 } }
}

/// The two personas that come with the app.
func persona(_ id: String) throws -> Persona {
  let all = try ScriptedAgents.personas(from: PackageResources.personas_json)
  guard let one = all.first(where: { $0.profile.id == id }) else { throw NoSuchPersona(id: id) }
  return one
}

struct NoSuchPersona: Error {
  var id: String
}

func agent(_ id: String, in surroundings: any Surroundings) throws -> ScriptedAgent {
  ScriptedAgent(persona: try persona(id), surroundings: surroundings)
}

let someChat = ChatID(high: 1, low: 1)

func request(
  reading messages: @escaping @Sendable (Int) throws(StoreError) -> [PromptMessage]
) -> ReplyRequest {
  ReplyRequest(
    chat: someChat, reply: MessageID(high: 2, low: 2),
    messages: PromptMessages { _, limit throws(StoreError) in PromptMessages.Page(try messages(limit), start: nil) },
    chatBegan: Timestamp(milliseconds: 0),
    picture: { _ throws(PictureError) in throw .cancelled })
}

func request(after history: [PromptMessage] = []) -> ReplyRequest { request { Array(history.suffix($0)) } }

func message(
  _ sender: Sender, _ text: String, attachments: [Attachment] = [], state: MessageState = .complete
) -> PromptMessage {
  PromptMessage(
    id: MessageID(high: 3, low: 3), sender: sender, text: text, pictures: attachments, isComplete: state == .complete)
}

extension ScriptedAgent {
  /// What it owes after one more message.
  func plan(afterUserMessageWith state: String?) -> ReplyPlan {
    profile.schedule.plan(after: state) { surroundings.random(in: $0) }
  }
}

/// All events of a stream.
func events(of stream: AsyncStream<ReplyEvent>) async -> [ReplyEvent] {
  var events: [ReplyEvent] = []
  for await event in stream { events.append(event) }
  return events
}

extension [ReplyEvent] {
  var text: String { chunks.joined() }

  var chunks: [String] {
    compactMap { event in
      guard case .text(let chunk) = event else { return nil }
      return chunk
    }
  }

  var pictures: [Attachment] {
    compactMap { event in
      guard case .picture(let picture) = event else { return nil }
      return picture
    }
  }

  var usage: [ReplyUsage] {
    compactMap { event in
      guard case .usage(let usage) = event else { return nil }
      return usage
    }
  }
}
