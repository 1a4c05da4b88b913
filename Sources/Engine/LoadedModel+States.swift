internal import Domain
import EngineWire
import Workers

/// Chats that come back from the disk, and go there.
extension LoadedModel {
  /// An engine that takes longer is ended: the chat is then read again.
  private static let patience = Duration.seconds(30)

  /// Has the engine know again what it had read of a chat, if it does not and the disk has it. False when the engine died
  /// of it; that state is then gone.
  func bring(_ chat: ChatID) async -> Bool {
    guard let chats, !chats.isThere(chat), let reader = await chats.reader(of: chat) else { return true }
    do throws(EngineFailure) {
      let tokens = try await process.child.withDeadline(Self.patience) { () async throws(EngineFailure) in
        try await restore(chat, chats, reader)
      }
      if let tokens { chats.note(chat, restored: tokens) } else { await chats.remove(chat) }
      return true
    } catch {
      await chats.remove(chat)
      return false
    }
  }

  /// How many tokens are there again; nil where the bytes were not whole, or not to the engine's taste.
  private func restore(
    _ chat: ChatID, _ chats: ReadChats, _ reader: any ChatStateReader
  ) async throws(EngineFailure) -> Int? {
    let id = chats.order()
    try await process.send(.restore(id: id, chat: chats.number(of: chat), bytes: UInt64(reader.bytes)))
    while let bytes = await reader.next() { try await process.send(.bytes(id: id, bytes)) }
    try await process.send(.restoreEnds(id: id, isWhole: await reader.isWhole()))
    while true {
      switch try await process.next() {
      case .restored(id, let tokens): return tokens
      case .refused(id, _): return nil
      // Of an order that is over.
      default: break
      }
    }
  }

  /// Has the engine give out the chats of which at least so many tokens are not on the disk.
  func save(new: Int, within time: Duration) async {
    // What was read with other bytes than the model's is worth nothing.
    guard let chats, process.isRunning, files.areUntouched, await chats.areWanted() else { return }
    do throws(EngineFailure) {
      try await process.child.withDeadline(time) { () async throws(EngineFailure) in
        for chat in chats.unsaved(new) { try await save(chat, chats) }
      }
    } catch {
      // Its death is told elsewhere, and the chats are read again.
    }
  }

  private func save(_ chat: ChatID, _ chats: ReadChats) async throws(EngineFailure) {
    let id = chats.order()
    try await process.send(.save(id: id, chat: chats.number(of: chat)))
    while true {
      switch try await process.next() {
      case .saved(id), .refused(id, _): return
      default: break
      }
    }
  }

  /// The chat is gone for ever.
  func forget(_ chat: ChatID) async {
    guard let chats, chats.isThere(chat) else { return }
    chats.forget(chat)
    // One that has ended has forgotten it, too.
    try? await process.send(.forget(chat: chats.number(of: chat)))
  }
}
