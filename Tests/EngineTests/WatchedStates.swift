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
  /// Who waits for a disk that takes nothing; nil while it does.
  private let held = Mutex<[CheckedContinuation<Void, Never>]?>(nil)
  private let waits = AsyncStream.makeStream(of: Void.self)

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

  /// The disk takes nothing from now on.
  func hold() { held.withLock { $0 = [] } }

  /// Whether something waits for the disk.
  var isHoldingUp: Bool { held.withLock { $0?.isEmpty == false } }

  /// Returns when something waits for the disk; for one who asks.
  func isWaitedFor() async { for await _ in waits.stream { return } }

  /// It does again.
  func letGo() {
    let waiting = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for one in waiting { one.resume() }
  }

  fileprivate func disk() async {
    await withCheckedContinuation { (go: CheckedContinuation<Void, Never>) in
      let isHeld = held.withLock { held in
        held?.append(go)
        return held != nil
      }
      if isHeld { waits.continuation.yield() } else { go.resume() }
    }
  }

  fileprivate func note(_ act: Act) { done.withLock { $0.append(act) } }

  var isPossible: Bool { states.isPossible }
  func areWanted() async -> Bool { await states.areWanted() }
  func remove(of chat: ChatID) async { await states.remove(of: chat) }
  func kept() async -> [KeptChat] { await states.kept() }
  func end() { states.end() }
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
    func append(_ bytes: [UInt8]) async -> Bool {
      await watch.disk()
      return await writer.append(bytes)
    }
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
    func next() async -> [UInt8]? {
      await watch.disk()
      return await reader.next()
    }
    func isWhole() async -> Bool {
      let isWhole = await reader.isWhole()
      watch.note(.read(isWhole: isWhole))
      return isWhole
    }
  }
}
