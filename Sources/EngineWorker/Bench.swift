import CLlama
import EngineWire

/// Measures how fast a model reads and writes on this machine.
struct Bench {
  private let session: Session
  private let promptTokens: Int
  private let replyTokens: Int

  init(_ session: Session, promptTokens: Int, replyTokens: Int) {
    self.session = session
    self.promptTokens = min(promptTokens, session.memory.capacity)
    self.replyTokens = min(replyTokens, session.memory.capacity)
  }

  func answer(_ id: UInt64) throws(EngineRefusal) -> EngineEvent {
    defer { session.memory.clear() }
    // The first batch of a process pays for all the memory that such a batch takes.
    _ = try time(tokens(min(promptTokens, Session.largestBatch)), atOnce: Session.largestBatch)
    let prompt = try time(tokens(promptTokens), atOnce: Session.largestBatch)
    let reply = try time(tokens(replyTokens), atOnce: 1)
    return .benched(id: id, prompt: prompt, reply: reply)
  }

  /// Any tokens: what they say makes no difference to how long they take.
  private func tokens(_ count: Int) -> [Token] {
    (0..<count).map { Token(($0 * 7 + 1) % max(1, session.vocabulary.count)) }
  }

  /// Tokens a second.
  private func time(_ tokens: [Token], atOnce size: Int) throws(EngineRefusal) -> Double {
    session.memory.clear()
    let start = llama_time_us()
    var rest = tokens.prefix(session.memory.capacity)
    let count = rest.count
    while !rest.isEmpty {
      let batch = rest.prefix(size)
      rest = rest.dropFirst(size)
      switch session.memory.read(batch) {
      case .read: break
      case .stopped: throw EngineRefusal(.stopped)
      case .noRoom: throw EngineRefusal(.failed)
      case .failed(let code): throw EngineRefusal(.failed, "\(code)")
      }
      if session.app.isCalledOff { throw EngineRefusal(.stopped) }
    }
    return Double(count) * 1e6 / Double(max(1, llama_time_us() - start))
  }
}
