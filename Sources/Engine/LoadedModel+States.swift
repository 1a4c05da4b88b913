internal import Domain
import EngineWire
import Workers

/// Chats that come back from the disk, and go there.
extension LoadedModel {
  /// An engine that says and takes nothing for so long is ended: the chat is then read again. How long the disk takes is not
  /// its fault.
  private static let patience = Duration.seconds(30)

  private enum Restored {
    case tokens(Int)
    /// The bytes were not whole, or not to the engine's taste.
    case refused
    case calledOff
  }

  /// Has the engine know again what it had read of a chat, if it does not and the disk has it. False when the engine died
  /// of it; that state is then gone.
  ///
  /// - Parameter isWanted: false calls it off.
  func bring(_ chat: ChatID, while isWanted: () -> Bool) async -> Bool {
    guard let chats, !chats.isThere(chat), let reader = await chats.reader(of: chat) else { return true }
    do throws(EngineFailure) {
      switch try await restore(chat, chats, reader, while: isWanted) {
      case .tokens(let tokens): chats.note(chat, restored: tokens)
      case .refused: await chats.remove(chat)
      case .calledOff: break
      }
      return true
    } catch {
      // An engine that a quit ends says nothing against its state.
      if isWanted() { await chats.remove(chat) }
      return false
    }
  }

  /// The same for a chat in which nothing was asked yet, where no other one would go for it.
  ///
  /// - Parameter isWanted: false calls it off.
  func bringAhead(_ chat: ChatID?, while isWanted: (ChatID) -> Bool) async {
    guard let chat, chats?.areAny == false else { return }
    // Whoever asks finds that the engine died of it, and has another one started.
    _ = await bring(chat) { isWanted(chat) }
  }

  private func restore(
    _ chat: ChatID, _ chats: ReadChats, _ reader: any ChatStateReader, while isWanted: () -> Bool
  ) async throws(EngineFailure) -> Restored {
    let id = chats.order()
    let start = EngineOrder.restore(id: id, chat: chats.number(of: chat), bytes: UInt64(reader.bytes))
    try await process.send(start, within: Self.patience)
    var isCalledOff = !isWanted()
    var bytes = isCalledOff ? nil : await reader.next()
    while !isCalledOff, let here = bytes {
      // While the engine takes these, the next ones come from the disk and are checked.
      async let next = reader.next()
      try await process.send(.bytes(id: id, here), within: Self.patience)
      bytes = await next
      isCalledOff = !isWanted()
    }
    let isWhole = if isCalledOff { false } else { await reader.isWhole() }
    try await process.send(.restoreEnds(id: id, isWhole: isWhole), within: Self.patience)
    while true {
      switch try await process.next(within: Self.patience) {
      case .restored(id, let tokens): return .tokens(tokens)
      case .refused(id, _): return isCalledOff ? .calledOff : .refused
      // Of an order that is over.
      default: break
      }
    }
  }

  /// Has the engine give out the chats of which at least so many tokens are not on the disk. A task that is cancelled breaks
  /// it off, and the engine goes on.
  ///
  /// - Parameter limit: an engine that takes longer in all is ended.
  func save(new: Int, within limit: Duration? = nil) async {
    // What was read with other bytes than the model's is worth nothing.
    guard let chats, process.isRunning, await files.areUntouched(), await chats.areWanted() else { return }
    do throws(EngineFailure) {
      guard let limit else { return try await saveAll(new, chats) }
      try await process.child.withDeadline(limit) { () async throws(EngineFailure) in try await saveAll(new, chats) }
    } catch {
      // Its death is told elsewhere, and the chats are read again.
    }
  }

  private func saveAll(_ new: Int, _ chats: ReadChats) async throws(EngineFailure) {
    for chat in chats.unsaved(new) where !Task.isCancelled { try await save(chat, chats) }
  }

  private func save(_ chat: ChatID, _ chats: ReadChats) async throws(EngineFailure) {
    let id = chats.order()
    let order = EngineOrder.save(id: id, chat: chats.number(of: chat))
    try await Self.whole { () async throws(EngineFailure) in
      try await process.send(order, within: Self.patience)
    }.get()
    try await withTaskCancellationHandler {
      await Self.whole { () async throws(EngineFailure) in try await saved(id, chats) }
    } onCancel: {
      chats.callOff()
      // One that has gone gives nothing out.
      Task { try? await process.send(.stop(id: id)) }
    }.get()
  }

  private func saved(_ id: UInt64, _ chats: ReadChats) async throws(EngineFailure) {
    while true {
      switch try await process.next(within: Self.patience) {
      case .saved(id): return
      case .refused(id, _): return chats.breakOff()
      default: break
      }
    }
  }

  /// Does it to its end also where the task is cancelled: half of what two say to each other ends the engine.
  private static func whole(
    _ body: @escaping @Sendable () async throws(EngineFailure) -> Void
  ) async -> Result<Void, EngineFailure> {
    await Task { () -> Result<Void, EngineFailure> in
      do throws(EngineFailure) { return .success(try await body()) } catch { return .failure(error) }
    }.value
  }

  /// The chat is gone for ever.
  func forget(_ chat: ChatID) async {
    guard let chats, chats.isThere(chat) else { return }
    chats.forget(chat)
    // One that has ended has forgotten it, too.
    try? await process.send(.forget(chat: chats.number(of: chat)))
  }
}
