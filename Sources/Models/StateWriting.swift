internal import AtomicFiles
internal import Domain
import Executors
internal import Platform
import Synchronization

/// Says to all that write states that nobody waits for them any more.
final class StateEnding: Sendable {
  private let isOver = Atomic(false)

  var hasBegun: Bool { isOver.load(ordering: .acquiring) }
  func begin() { isOver.store(true, ordering: .releasing) }
}

/// Writes one state: to a file that has no name before it is whole. The disk is not waited for: what a power cut takes of it
/// is noticed by its checksum.
actor StateWriting: ChatStateWriter {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let path: String
  private var left: Int64
  private var file: NewFile?
  private var digest: Digest?
  /// Whether the chat and the model are still there.
  private let isOfUse: @Sendable () async -> Bool
  private let ending: StateEnding

  /// Nil when the disk takes no file.
  init?(
    _ key: ChatStateKey, bytes: Int64, in folder: String, on executor: QueueExecutor,
    _ ending: StateEnding, isOfUse: @escaping @Sendable () async -> Bool
  ) {
    self.executor = executor
    self.isOfUse = isOfUse
    self.ending = ending
    path = folder + "/" + StateFile.name(key)
    left = bytes
    // A disk that takes nothing leaves the chat to be read again.
    guard var made = Digest(), let file = try? NewFile(in: folder, of: .library, mode: 0o600) else { return nil }
    let header = StateFile.header(key, bytes: bytes)
    header.withUnsafeBytes { made.update($0) }
    do throws(FileError) { try file.append(header) } catch { return nil }
    digest = consume made
    self.file = file
  }

  func append(_ bytes: [UInt8]) async -> Bool {
    left -= Int64(bytes.count)
    guard left >= 0, !ending.hasBegun, let file else { return giveUp() }
    bytes.withUnsafeBytes { digest?.update($0) }
    do throws(FileError) { try file.append(bytes) } catch { return giveUp() }
    return true
  }

  func finish() async -> Bool {
    guard left == 0, let file, let digest = digest.take() else { return giveUp() }
    self.file = nil
    do throws(FileError) {
      try file.append(digest.finish())
      guard !ending.hasBegun else { return giveUp() }
      try file.name(path)
    } catch {
      return false
    }
    // Asked now: whoever deletes the chat from here on finds the file.
    if await isOfUse() { return true }
    unlink(path)
    return false
  }

  private func giveUp() -> Bool {
    file = nil
    return false
  }
}

/// Reads one state, and finds out whether it is whole.
actor StateReading: ChatStateReader {
  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let bytes: Int64
  private let path: String
  private let descriptor: Int32
  /// Where the bytes begin, and up to which of them the system was told to fetch.
  private let start: Int64
  private var fetched: Int64 = 0
  private var left: Int64
  private var digest: Digest?

  private static let atOnce = 1 << 20
  /// So many bytes before they are asked for, the system is told to fetch them: also where it reads ahead only little itself.
  private static let ahead: Int64 = 1 << 24

  /// Nil when there is none, or one of another model, of other settings, or of another length; that one is removed.
  init?(_ key: ChatStateKey, in folder: String, on executor: QueueExecutor) {
    let path = folder + "/" + StateFile.name(key)
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    var found = stat()
    let around = Int64(StateFile.header(key, bytes: 0).count + StateFile.digestLength)
    let isFile = fstat(opened, &found) == 0 && found.st_mode & S_IFMT == S_IFREG && Int64(found.st_size) > around
    let bytes = max(0, Int64(found.st_size).minus(around))
    let header = StateFile.header(key, bytes: bytes)
    guard isFile, Self.read(header.count, of: opened) == header, var digest = Digest() else {
      close(opened)
      unlink(path)
      return nil
    }
    header.withUnsafeBytes { digest.update($0) }
    // Those that were of use last go last.
    futimens(opened, nil)
    start = Int64(header.count)
    self.executor = executor
    self.path = path
    self.bytes = bytes
    descriptor = opened
    left = bytes
    self.digest = consume digest
  }

  deinit { close(descriptor) }

  func next() async -> [UInt8]? {
    fetch()
    guard left > 0, let bytes = Self.read(Int(min(left, Int64(Self.atOnce))), of: descriptor) else { return nil }
    left -= Int64(bytes.count)
    bytes.withUnsafeBytes { digest?.update($0) }
    return bytes
  }

  /// Has the system fetch some more of what comes next. Does not wait for it.
  private func fetch() {
    let done = bytes - left
    guard left > 0, done + Self.ahead / 2 >= fetched else { return }
    posix_fadvise(descriptor, off_t(start + fetched), off_t(Self.ahead), Int32(POSIX_FADV_WILLNEED))
    fetched += Self.ahead
  }

  func isWhole() async -> Bool {
    let found = digest.take()?.finish()
    if left == 0, let found, Self.read(StateFile.digestLength, of: descriptor) == found { return true }
    unlink(path)
    return false
  }

  /// So many bytes, or nil where there are not so many.
  private static func read(_ count: Int, of descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let part = Platform.read(descriptor, room.baseAddress?.advanced(by: filled), count - filled)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return }
        filled += part
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
