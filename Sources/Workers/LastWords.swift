import Dispatch
import Synchronization

/// What a child said last on its standard error, for whoever asks why it ended.
package final class LastWords: Sendable {
  private let pipe: Pipe
  private let most: Int
  private let kept = Mutex<[UInt8]>([])

  /// Takes over a pipe whose writing the child has, and reads on a thread of its own to the end; the last `most` bytes
  /// are kept.
  package init(_ pipe: consuming Pipe, atMost most: Int = 4_096) {
    pipe.closeWriting()
    self.pipe = pipe
    self.most = most
    DispatchQueue(label: "app.sotto.workers.words", qos: .utility).async { self.read() }
  }

  package var text: String { kept.withLock { String(decoding: $0, as: UTF8.self) } }

  private func read() {
    while case let some = pipe.readSome(), !some.isEmpty {
      kept.withLock { kept in
        kept += some
        kept.removeFirst(max(0, kept.count - most))
      }
    }
  }
}
