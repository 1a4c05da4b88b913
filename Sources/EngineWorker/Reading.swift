import CLlama
import EngineWire

/// Reads tokens that a model has not read yet, in batches that take as long as one likes to wait for a word on how far it is.
struct Reading {
  private let session: Session
  private let tokens: ArraySlice<Token>
  private let tell: (_ done: Int) -> Void

  /// What is read at first, before it is known how fast that goes.
  private static let firstBatch = 128
  /// Microseconds that a batch may take before the next ones are smaller, and the least time between two words.
  private static let long: Int64 = 1_000_000
  private static let pause: Int64 = 100_000

  init(_ session: Session, _ tokens: ArraySlice<Token>, _ tell: @escaping (_ done: Int) -> Void) {
    self.session = session
    self.tokens = tokens
    self.tell = tell
  }

  /// Nil when all was read; else why not.
  func finish() -> EngineEvent.End? {
    var rest = tokens
    var size = Self.firstBatch
    var told = llama_time_us()
    while !rest.isEmpty {
      if session.app.isCalledOff { return .stopped }
      let start = llama_time_us()
      let batch = rest.prefix(size)
      switch session.memory.read(batch) {
      case .read: rest = rest.dropFirst(batch.count)
      case .noRoom: return .contextFull
      case .stopped: return .stopped
      case .failed(let code): return .failed(EngineRefusal(.failed, "\(code)"))
      }
      let now = llama_time_us()
      size = now - start < Self.long ? min(size * 2, Session.largestBatch) : max(size / 2, Self.firstBatch)
      if now - told >= Self.pause {
        told = now
        tell(tokens.count - rest.count)
      }
    }
    return nil
  }
}
