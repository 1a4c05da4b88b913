import CLlama
import EngineWire
import Frames
import Platform

/// The one who gives the orders, at the other end of the stream. When the app is gone, or says nonsense, the process ends:
/// an engine has nothing to save.
final class App {
  private let stream: FrameStream
  /// What came while something else was done.
  private var waiting: [EngineOrder] = []
  /// Those of them that were called off.
  private var stopped: Set<UInt64> = []
  /// The order in hand, and whether it was called off.
  private var current: UInt64?
  private var isStopped = false
  private var looked: Int64 = 0
  /// Words that the app has no room for yet.
  private var chunk: (id: UInt64, isReasoning: Bool, text: String)?

  /// An app that means well waits for answers before it orders so much.
  private static let mostWaiting = 64
  /// How often to look for a stop, in microseconds.
  private static let pause: Int64 = 1_000
  /// Bytes of words that wait at most.
  private static let mostHeld = 1 << 14

  init(_ stream: consuming FrameStream) { self.stream = stream }

  /// Ends the process, also where others of its threads compute.
  func leave() -> Never { _exit(0) }

  /// The next order; waits for it.
  func next() -> EngineOrder {
    (current, isStopped) = (nil, false)
    while waiting.isEmpty { take() }
    return waiting.removeFirst()
  }

  /// From here on the order in hand is this one.
  func begin(_ id: UInt64) {
    current = id
    isStopped = stopped.remove(id) != nil
  }

  /// Whether the order in hand was called off. Cheap, so that it can be asked all the time.
  var isCalledOff: Bool {
    let now = llama_time_us()
    guard !isStopped, now - looked >= Self.pause else { return isStopped }
    looked = now
    while stream.hasInput, !isStopped { take() }
    return isStopped
  }

  /// Takes one order in.
  private func take() {
    do throws(FrameError) {
      let order = try EngineOrder(stream.frame(atMost: EngineOrder.frameLimit))
      if case .stop(let id) = order {
        if id == current { isStopped = true } else if waiting.contains(where: { $0.id == id }) { stopped.insert(id) }
      } else {
        waiting.append(order)
        if waiting.count > Self.mostWaiting { leave() }
      }
    } catch {
      leave()
    }
  }

  /// Says something, after the words that wait.
  func say(_ event: EngineEvent) {
    sendWords()
    send(event)
  }

  /// Says the next words of a reply: at once, or together with those that follow while the app reads slowly.
  func say(_ text: String, isReasoning: Bool, id: UInt64) {
    guard !text.isEmpty else { return }
    if let held = chunk, held.id == id, held.isReasoning == isReasoning {
      chunk?.text += text
    } else {
      sendWords()
      chunk = (id, isReasoning, text)
    }
    if stream.hasRoom || chunk.map({ $0.text.utf8.count > Self.mostHeld }) == true { sendWords() }
  }

  private func sendWords() {
    guard let (id, isReasoning, text) = chunk else { return }
    chunk = nil
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(wholeBytes: EngineEvent.longestChunk)
      rest = rest[part.endIndex...]
      send(isReasoning ? .reasoning(id: id, String(part)) : .text(id: id, String(part)))
    }
  }

  private func send(_ event: EngineEvent) {
    do throws(FrameError) { try stream.send(event.frame) } catch { leave() }
  }
}

extension EngineOrder {
  /// The order's number; opening has none.
  fileprivate var id: UInt64? {
    switch self {
    case .open: nil
    case .generate(let id, _), .stop(let id), .measure(let id, _, _), .render(let id, _, _), .bench(let id, _, _),
      .save(let id, _):
      id
    // What is restored is broken off by its end, and to forget is quick.
    case .restore, .bytes, .restoreEnds, .forget: nil
    }
  }
}

extension Substring {
  /// At most so many bytes from the beginning, without breaking a character.
  fileprivate func prefix(wholeBytes most: Int) -> Substring {
    guard utf8.count > most else { return self }
    var end = utf8.index(startIndex, offsetBy: most)
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return self[..<end]
  }
}
