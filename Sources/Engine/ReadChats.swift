internal import Domain
import EngineWire
import Synchronization

/// What one process of the engine has read of chats, what of it is on the disk, and what it gives out just now.
final class ReadChats: Sendable {
  private struct Chat {
    let id: ChatID
    /// How many tokens were read of it, nearly.
    var tokens = 0
    /// How many of them are on the disk.
    var saved = 0
    var isThere = false
  }
  private struct Incoming {
    let chat: ChatID
    let tokens: Int
    var left: UInt64
    let writer: (any ChatStateWriter)?
    /// Something else is wanted of the engine: what still comes is not written.
    var isCalledOff = false
  }
  private struct State {
    var chats: [ChatID: Chat] = [:]
    /// Their numbers before the engine, from 1 on.
    var numbered: [ChatID] = []
    var incoming: Incoming?
    /// How many parts of states were taken in, and whether the disk has one just now.
    var parts = 0
    var isAtDisk = false
    var orders: UInt64 = 1 << 63
  }
  private let state = Mutex(State())
  private let states: any ChatStates
  private let model: ModelID
  /// As the engine says it; empty until its model is open.
  private let format = Mutex("")

  /// Chats with fewer tokens are read again in a moment.
  static let least = 256

  init(_ states: any ChatStates, of model: ModelID) {
    self.states = states
    self.model = model
  }

  func note(format: String) { self.format.withLock { $0 = format } }

  private func key(of chat: ChatID) -> ChatStateKey {
    ChatStateKey(chat: chat, model: model, format: format.withLock { $0 })
  }

  /// What the engine knows the chat by.
  func number(of chat: ChatID) -> UInt64 {
    state.withLock { state in
      if let index = state.numbered.firstIndex(of: chat) { return UInt64(index + 1) }
      state.numbered.append(chat)
      return UInt64(state.numbered.count)
    }
  }

  /// A number for an order, which no reply has.
  func order() -> UInt64 {
    state.withLock { state in
      state.orders += 1
      return state.orders
    }
  }

  func areWanted() async -> Bool { await states.areWanted() }

  func reader(of chat: ChatID) async -> (any ChatStateReader)? { await states.read(key(of: chat)) }

  func remove(_ chat: ChatID) async { await states.remove(key(of: chat)) }

  func isThere(_ chat: ChatID) -> Bool { state.withLock { $0.chats[chat]?.isThere == true } }

  /// Whether the engine has read anything of a chat.
  var areAny: Bool { state.withLock { $0.chats.values.contains(where: \.isThere) } }

  /// So much was read of it by now.
  func note(_ chat: ChatID, tokens: Int) {
    change(chat) { $0.tokens = tokens }
  }

  /// It was restored; the disk has all of it.
  func note(_ chat: ChatID, restored tokens: Int) {
    change(chat) { ($0.tokens, $0.saved) = (tokens, tokens) }
  }

  private func change(_ id: ChatID, _ change: (inout Chat) -> Void) {
    state.withLock { state in
      var chat = state.chats[id] ?? Chat(id: id)
      chat.isThere = true
      change(&chat)
      state.chats[id] = chat
    }
  }

  func forget(_ chat: ChatID) { state.withLock { $0.chats[chat] = nil } }

  /// Those of which at least so many tokens are not on the disk.
  func unsaved(_ new: Int) -> [ChatID] {
    state.withLock { state in
      state.chats.values.filter { $0.isThere && $0.tokens >= Self.least && abs($0.tokens - $0.saved) >= new }.map(\.id)
    }
  }

  // MARK: What the engine gives out

  /// Takes in what the engine says of states by itself; false for anything else. Throws where it says what cannot be.
  func take(_ event: EngineEvent) async throws(EngineFailure) -> Bool {
    switch event {
    case .state(let number, let tokens, let bytes): try await begin(number, tokens, bytes)
    case .bytes(let bytes): try await take(bytes)
    case .forgotten(let number):
      let chat = try chat(number)
      state.withLock { $0.chats[chat]?.isThere = false }
    default: return false
    }
    return true
  }

  /// How many parts of states were taken in until now.
  var parts: Int { state.withLock(\.parts) }

  /// Whether more of them were taken in since then, or one is being written.
  func isTaking(since parts: Int) -> Bool { state.withLock { $0.isAtDisk || $0.parts != parts } }

  private func noteDisk(isBusy: Bool) {
    state.withLock { state in
      state.isAtDisk = isBusy
      if !isBusy { state.parts += 1 }
    }
  }

  /// What it gives out just now is not wanted any more.
  func callOff() { state.withLock { $0.incoming?.isCalledOff = true } }

  /// The rest of what it gives out does not come.
  func breakOff() { state.withLock { $0.incoming = nil } }

  private func chat(_ number: UInt64) throws(EngineFailure) -> ChatID {
    let chat = state.withLock { state in
      number > 0 && number <= state.numbered.count ? state.numbered[Int(number) - 1] : nil
    }
    guard let chat else { throw .died }
    return chat
  }

  private func begin(_ number: UInt64, _ tokens: Int, _ bytes: UInt64) async throws(EngineFailure) {
    let chat = try chat(number)
    // A chat that was deleted meanwhile is not to be kept.
    let isKnown = state.withLock { $0.chats[chat] != nil && $0.incoming == nil }
    let length = Int64(exactly: bytes)
    let writer: (any ChatStateWriter)? =
      if isKnown, let length { await states.write(key(of: chat), bytes: length) } else { nil }
    state.withLock { $0.incoming = Incoming(chat: chat, tokens: tokens, left: bytes, writer: writer) }
  }

  private func take(_ bytes: [UInt8]) async throws(EngineFailure) {
    let incoming = state.withLock { state -> Incoming? in
      guard let incoming = state.incoming, incoming.left >= bytes.count, !bytes.isEmpty else { return nil }
      state.incoming?.left -= UInt64(bytes.count)
      return incoming
    }
    guard let incoming else { throw .died }
    noteDisk(isBusy: true)
    defer { noteDisk(isBusy: false) }
    // What the disk does not take is told at the end.
    if !incoming.isCalledOff { _ = await incoming.writer?.append(bytes) }
    guard incoming.left == bytes.count else { return }
    let isCalledOff = state.withLock { $0.incoming?.isCalledOff ?? true }
    let isKept = if isCalledOff { false } else { await incoming.writer?.finish() ?? false }
    state.withLock { state in
      state.incoming = nil
      // It is written another time.
      if isCalledOff { return }
      // What cannot be kept now is not tried again and again.
      state.chats[incoming.chat]?.saved = incoming.tokens
      if isKept { state.chats[incoming.chat]?.tokens = incoming.tokens }
    }
  }
}
