import CLlama
import EngineWire
import Platform

/// Gives out what was read of chats, and takes it back.
struct States {
  private let app: App
  private let memory: Memory
  /// Chats with fewer tokens are read again sooner than they are written.
  private let least: Int

  init(_ app: App, _ memory: Memory, least: Int) {
    self.app = app
    self.memory = memory
    self.least = least
  }

  // MARK: Out

  func save(_ id: UInt64, _ chat: UInt64) {
    app.begin(id)
    guard let line = memory[chat], !line.tokens.isEmpty, give(line, while: { !app.isCalledOff }) else {
      return app.say(.refused(id: id, EngineRefusal(app.isCalledOff ? .stopped : .failed)))
    }
    memory.noteSaved(chat)
    app.say(.saved(id: id))
  }

  /// The chat is to be forgotten. What is new since it was given out last is a loss only where it is much.
  func forgetting(_ line: Memory.Line) {
    guard line.chat != 0, !line.tokens.isEmpty else { return }
    let new = line.tokens.count - line.saved
    if least > 0, line.tokens.count >= least, new * 4 >= least { _ = give(line) }
    app.say(.forgotten(chat: line.chat))
  }

  private func give(_ line: Memory.Line, while isWanted: () -> Bool = { true }) -> Bool {
    guard isWanted(), let state = memory.state(of: line) else { return false }
    defer { state.free() }
    let head = EngineStateHead(tokens: line.tokens, beginning: line.beginning).bytes
    app.say(.state(chat: line.chat, tokens: line.tokens.count, bytes: UInt64(head.count + state.count)))
    return head.withUnsafeBytes { say($0, while: isWanted) } && say(UnsafeRawBufferPointer(state), while: isWanted)
  }

  private func say(_ bytes: UnsafeRawBufferPointer, while isWanted: () -> Bool) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isWanted() else { return false }
      let part = rest.prefix(EngineEvent.longestBytes)
      rest = rest.dropFirst(part.count)
      app.say(.bytes([UInt8](part)))
    }
    return true
  }

  // MARK: In

  /// Takes all bytes in before any of them is looked at.
  func restore(_ id: UInt64, _ chat: UInt64, count: UInt64) {
    let room = Int(exactly: count).flatMap { UnsafeMutableRawBufferPointer(mallocated: $0) }
    defer { room?.free() }
    var filled = 0
    while true {
      switch app.next() {
      case .bytes(id, let bytes):
        guard let room else { continue }
        guard bytes.count <= room.count - filled else { app.leave() }
        UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyBytes(from: bytes)
        filled += bytes.count
      case .restoreEnds(id, let isWhole):
        guard let room, isWhole, filled == room.count, restore(chat, UnsafeRawBufferPointer(room)) else {
          return app.say(.refused(id: id, EngineRefusal(room == nil ? .noMemory : .damaged)))
        }
        return app.say(.restored(id: id, tokens: memory.tokens.count))
      // Another chat was deleted meanwhile; this one is forgotten before it is taken back in any case.
      case .forget(let other): memory.forget(other)
      // Of an order that is over.
      case .stop: continue
      default: app.leave()
      }
    }
  }

  private func restore(_ chat: UInt64, _ state: UnsafeRawBufferPointer) -> Bool {
    guard let (head, length) = EngineStateHead.read(from: state) else { return false }
    return memory.restore(chat, head, UnsafeRawBufferPointer(rebasing: state[length...]))
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Nil where there is not so much memory, which must not end the process.
  init?(mallocated count: Int) {
    guard let start = malloc(Swift.max(1, count)) else { return nil }
    self.init(start: start, count: count)
  }

  func free() { Platform.free(baseAddress) }
}
