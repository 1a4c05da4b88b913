internal import AtomicFiles
public import Domain
import Executors
import Platform

/// Keeps what models have read of chats in a folder of the library, within the room that the settings leave them.
public actor StateKeeper: ChatStates {
  private let executor = QueueExecutor(label: "sotto.states")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let store: any ChatStore
  private let folder: String
  public nonisolated let isPossible: Bool
  private nonisolated let ending = StateEnding()
  private var isSwept = false

  private static let gigabyte: Int64 = 1_000_000_000
  /// A disk is never filled up to its end.
  private static let spare: Int64 = 1 << 29

  /// - Parameters:
  ///   - library: the folder of the library.
  ///   - isPossible: false where what is written must not lie open, or nothing may be written.
  public init(store: any ChatStore, library: String, isPossible: Bool) {
    self.store = store
    folder = library + "/states"
    self.isPossible = isPossible
  }

  public func areWanted() async -> Bool { await quota() > 0 }

  public func write(_ key: ChatStateKey, bytes: Int64) async -> (any ChatStateWriter)? {
    let quota = await quota()
    guard !ending.hasBegun, bytes > 0, bytes <= quota, makeFolder() else { return nil }
    await sweep()
    // The one before is replaced.
    makeRoom(for: bytes, within: quota, but: StateFile.name(key))
    guard (freeSpace(in: folder) ?? 0).minus(Self.spare) >= bytes else { return nil }
    return StateWriting(key, bytes: bytes, in: folder, on: executor, ending) { [weak self] in
      await self?.isOfUse(key, bytes: bytes) ?? false
    }
  }

  /// Whether a state that was just written is to stay: its chat and its model are there, and the settings still have room.
  private func isOfUse(_ key: ChatStateKey, bytes: Int64) async -> Bool {
    let quota = await quota()
    guard bytes <= quota, await !Self.isGone(key.chat, key.model.short, in: store) else { return false }
    makeRoom(for: bytes, within: quota, but: StateFile.name(key))
    return true
  }

  public func read(_ key: ChatStateKey) async -> (any ChatStateReader)? {
    guard await quota() > 0 else { return nil }
    return StateReading(key, in: folder, on: executor)
  }

  public func remove(_ key: ChatStateKey) { remove { $0 == StateFile.name(key) } }

  public func remove(of chat: ChatID) { remove { StateFile.owner(of: $0)?.chat == chat } }

  /// Removes all states of a model.
  func remove(of model: ModelID) { remove { StateFile.owner(of: $0)?.model == model.short } }

  public func kept() async -> [KeptChat] {
    await sweep()
    return files().sorted { $0.usedAt > $1.usedAt }.compactMap { file in
      StateFile.owner(of: file.name).map { owner in
        KeptChat(
          chat: owner.chat, model: owner.model, bytes: file.bytes,
          usedAt: Timestamp(milliseconds: file.usedAt / 1_000_000))
      }
    }
  }

  public func clear() { remove { _ in true } }

  /// Removes what is of no chat or no model any more, and what is more than the settings allow.
  func tidy() async {
    await sweep()
    if let quota = await knownQuota() { makeRoom(for: 0, within: quota) }
  }

  public nonisolated func end() { ending.begin() }

  // MARK: Room

  /// Bytes that all states may take; 0 where none is to be kept, or where nobody knows.
  private func quota() async -> Int64 { await knownQuota() ?? 0 }

  /// The same; nil where nobody knows.
  private func knownQuota() async -> Int64? {
    guard isPossible else { return nil }
    // A library that cannot be read now is no place to write to.
    let settings = try? await store.read { store throws(StoreError) in try Settings(reading: store) }
    return settings.map { Int64($0.warmChats).times(Self.gigabyte) }
  }

  /// Those that were not of use for longest go.
  private func makeRoom(for bytes: Int64, within quota: Int64, but name: String? = nil) {
    let others = files().filter { $0.name != name }.sorted { $0.usedAt < $1.usedAt }
    var taken = others.reduce(bytes) { $0.plus($1.bytes) }
    for file in others where taken > quota {
      unlink(folder + "/" + file.name)
      taken = taken.minus(file.bytes)
    }
  }

  // MARK: Files

  private struct File {
    var name: String
    var bytes: Int64
    /// In nanoseconds since 1970.
    var usedAt: Int64
  }

  private func makeFolder() -> Bool {
    if mkdir(folder, 0o700) == 0 { return true }
    var found = stat()
    return errno == EEXIST && lstat(folder, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  private func files() -> [File] {
    folderNames(folder).compactMap { name in
      var found = stat()
      guard StateFile.owner(of: name) != nil, lstat(folder + "/" + name, &found) == 0 else { return nil }
      let time = Int64(found.st_mtim.tv_sec).times(1_000_000_000).plus(Int64(found.st_mtim.tv_nsec))
      return File(name: name, bytes: Int64(found.st_size), usedAt: time)
    }
  }

  private func remove(_ isMeant: (_ name: String) -> Bool) {
    for name in folderNames(folder) where StateFile.owner(of: name) != nil && isMeant(name) {
      unlink(folder + "/" + name)
    }
  }

  /// Once in each process: what a process left that was killed, and what is of a chat or a model that is gone.
  func sweep() async {
    guard isPossible, !isSwept else { return }
    isSwept = true
    for name in folderNames(folder) {
      let path = folder + "/" + name
      if name.hasPrefix(NewFile.mark) {
        NewFile.removeIfLeft(path)
      } else if let owner = StateFile.owner(of: name), await Self.isGone(owner.chat, owner.model, in: store) {
        unlink(path)
      }
    }
  }

  /// False where nobody knows.
  private static func isGone(_ chat: ChatID, _ model: String, in store: any ChatStore) async -> Bool {
    // A library that cannot be read now says nothing of its chats.
    let isGone = try? await store.read { store throws(StoreError) -> Bool in
      let models = try store.models()
      return try store.chat(chat) == nil || !models.contains { $0.id.short == model }
    }
    return isGone ?? false
  }
}
