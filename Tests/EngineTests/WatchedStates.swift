import Domain
import Synchronization

/// The real states, and what was done with them.
final class WatchedStates: ChatStates {
  enum Act: Equatable {
    case wrote
    /// All of it was read, and it was whole or not.
    case read(isWhole: Bool)
    case removed
  }
  private let states: any ChatStates
  private let done = Mutex<[Act]>([])
  private let lastKey = Mutex<ChatStateKey?>(nil)

  init(_ states: any ChatStates) { self.states = states }

  /// What was done since this was last asked.
  func take() -> [Act] {
    done.withLock { done in
      defer { done = [] }
      return done
    }
  }

  /// Of the state that was written last.
  var key: ChatStateKey? { lastKey.withLock { $0 } }

  fileprivate func note(_ act: Act) { done.withLock { $0.append(act) } }

  var isPossible: Bool { states.isPossible }
  func areWanted() async -> Bool { await states.areWanted() }
  func remove(of chat: ChatID) async { await states.remove(of: chat) }
  func used() async -> Int64 { await states.used() }
  func clear() async { await states.clear() }

  func remove(_ key: ChatStateKey) async {
    note(.removed)
    await states.remove(key)
  }

  func write(_ key: ChatStateKey, bytes: Int64) async -> (any ChatStateWriter)? {
    lastKey.withLock { $0 = key }
    return await states.write(key, bytes: bytes).map { Writer(writer: $0, watch: self) }
  }

  func read(_ key: ChatStateKey) async -> (any ChatStateReader)? {
    await states.read(key).map { Reader(reader: $0, watch: self) }
  }

  private struct Writer: ChatStateWriter {
    let writer: any ChatStateWriter
    let watch: WatchedStates
    func append(_ bytes: [UInt8]) async -> Bool { await writer.append(bytes) }
    func finish() async -> Bool {
      let isKept = await writer.finish()
      if isKept { watch.note(.wrote) }
      return isKept
    }
  }

  private struct Reader: ChatStateReader {
    let reader: any ChatStateReader
    let watch: WatchedStates
    var bytes: Int64 { reader.bytes }
    func next() async -> [UInt8]? { await reader.next() }
    func isWhole() async -> Bool {
      let isWhole = await reader.isWhole()
      watch.note(.read(isWhole: isWhole))
      return isWhole
    }
  }
}
