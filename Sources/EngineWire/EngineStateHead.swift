internal import Frames

/// What stands at the beginning of what is kept of a chat, before the library's own bytes.
package struct EngineStateHead: Equatable, Sendable {
  /// What was read, one token after the other.
  package var tokens: [Int32]
  /// The first messages of the last prompt that was cut; empty where none was.
  package var beginning: [EnginePrompt.Message]

  package init(tokens: [Int32], beginning: [EnginePrompt.Message]) {
    self.tokens = tokens
    self.beginning = beginning
  }

  /// With their count before them.
  package var bytes: [UInt8] {
    var writer = WireWriter()
    writer.count(tokens.count)
    for token in tokens { writer.number(token) }
    writer.messages(beginning)
    var whole = WireWriter()
    whole.count(writer.bytes.count)
    whole.rest(writer.bytes)
    return whole.bytes
  }

  /// Reads it from the beginning of a state, and says how many bytes it took; nil where that makes no sense.
  package static func read(from state: UnsafeRawBufferPointer) -> (head: EngineStateHead, length: Int)? {
    let size = MemoryLayout<UInt32>.size
    guard state.count >= size else { return nil }
    let count = Int(UInt32(littleEndian: state.loadUnaligned(as: UInt32.self)))
    guard count <= state.count - size else { return nil }
    var reader = WireReader(Frame(0, Array(state[size..<size + count])))
    do throws(FrameError) {
      let tokens = try reader.list(atMost: EngineOrder.Opening.longestContext) { reader throws(FrameError) in
        try reader.number(Int32.self)
      }
      let head = EngineStateHead(tokens: tokens, beginning: try reader.messages())
      try reader.end()
      return (head, size + count)
    } catch {
      return nil
    }
  }
}
