internal import Domain
import EngineWire

extension LoadedModel {
  /// As few tokens as tell something, so that also a slow machine is measured within a minute.
  private static let promptTokens = 128
  private static let replyTokens = 32

  /// Reads and makes some tokens, which no chat ever sees.
  func measure(_ id: UInt64, _ tell: (ModelSpeed) -> Void) async throws(Unmade) -> ReplyEnd {
    do throws(EngineFailure) {
      try await process.send(.bench(id: id, promptTokens: Self.promptTokens, replyTokens: Self.replyTokens))
      while true {
        switch try await process.next() {
        case .benched(id, let reading, let writing):
          tell(ModelSpeed(reading: reading, writing: writing))
          return .finished
        case .refused(id, let refusal):
          if refusal.code == .stopped { return .stopped }
          throw .refused(refusal)
        // Of an order that is over.
        default: break
        }
      }
    } catch {
      throw .failed(.model(.notMeasured(name: model.name)))
    }
  }
}
