internal import Domain
import Synchronization

/// What becomes of all downloads, for those who look: may be changed from any thread, and everybody hears of it in order.
final class DownloadBoard: Sendable {
  private let state = Mutex<[ModelDownload]>([])
  private let listeners = Listeners<[ModelDownload]>()

  deinit { listeners.finish() }

  var all: [ModelDownload] { state.withLock { $0 } }

  func one(_ id: String) -> ModelDownload? { all.first { $0.id == id } }

  func listen() -> AsyncStream<[ModelDownload]> {
    let stream = listeners.add()
    change { _ in }
    return stream
  }

  func change(_ body: (inout [ModelDownload]) -> Void) {
    // Told within the lock, or a later state could be overtaken by an earlier one.
    state.withLock { all in
      body(&all)
      listeners.tell(all)
    }
  }

  /// Puts it behind the others, in the place of one with the same id.
  func add(_ download: ModelDownload) {
    change { all in
      all.removeAll { $0.id == download.id }
      all.append(download)
    }
  }

  func change(_ id: String, _ body: (inout ModelDownload) -> Void) {
    change { all in
      guard let index = all.firstIndex(where: { $0.id == id }) else { return }
      body(&all[index])
    }
  }
}
