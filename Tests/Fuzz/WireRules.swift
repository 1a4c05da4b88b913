import Frames
import Glibc
import PictureWire

/// What has to hold on both ends of the stream between the app and a reader, whatever comes out of it.
enum WireRules {
  private static let bounds = PictureAnswer.Bounds(parts: 12, bytes: 1 << 16)
  /// What fits into a socket while nobody reads.
  private static let most = 1 << 16

  /// The reader's end: an order, the file that follows it, and the header of that file judged by the limits that came.
  static func order(_ input: UnsafeRawBufferPointer) {
    let far = sending(input)
    do throws(FrameError) {
      let (order, count) = try PictureOrder.receive(on: far)
      let source = try Source(count, from: far)
      demand(source.count == count && count <= input.count, "a file is as long as it was said to be")
      let written = sent(96 + count) { end throws(FrameError) in
        try order.send([UInt8](source.bytes.pointer), on: end)
      }
      demand(written.elementsEqual(input.prefix(written.count)), "an order that was read is written as it came")
      _ = try? Header.read(source.bytes, order.limits)
    } catch {
      // Whoever breaks off an order gets no answer.
    }
  }

  /// The app's end: what comes from a reader that may have been taken over.
  static func answer(_ input: UnsafeRawBufferPointer) {
    if let answer = received(input) {
      demand(answer.parts.count <= bounds.parts, "an answer has no more parts than were asked for")
      demand(answer.parts.reduce(0) { $0 + $1.bytes.count } <= bounds.bytes, "an answer has no more bytes than that")
      for part in answer.parts {
        demand(part.width > 0 && part.height > 0 && !part.bytes.isEmpty, "no part is empty")
        demand(
          part.kind != .pixels || part.bytes.count == part.width * part.height * 4, "there are as many pixels as said")
      }
      let written = sent(answer)
      demand(written.elementsEqual(input.prefix(written.count)), "an answer that was read is written as it came")
    }
    let made = answer(from: input)
    let written = sent(made)
    guard let again = written.withUnsafeBytes({ received($0) }) else {
      return demand(false, "an answer that was written can be read")
    }
    demand(isSame(made, again), "an answer is read as it was written")
  }

  /// An answer that a reader might give, made of the input's bytes.
  private static func answer(from input: UnsafeRawBufferPointer) -> PictureAnswer {
    var rest = input[...]
    func next() -> Int { Int(rest.popFirst() ?? 0) }
    let verdict = PictureAnswer.Verdict(rawValue: next() % 6) ?? .good
    var answer = PictureAnswer(verdict, width: next() << 8 | next(), height: next())
    while rest.count > 4, answer.parts.count < bounds.parts {
      let kind = PictureAnswer.Part.Kind(rawValue: next() % 5 + 1) ?? .pixels
      let (width, height, milliseconds) = (next() % 8 + 1, next() % 8 + 1, next() << 12)
      let bytes =
        kind == .pixels
        ? (0..<width * height * 4).map { _ in UInt8(next()) } : [UInt8](rest.prefix(1 + next())) + [0]
      answer.parts.append(.init(kind: kind, width: width, height: height, milliseconds: milliseconds, bytes: bytes))
    }
    return answer
  }

  private static func isSame(_ one: PictureAnswer, _ other: PictureAnswer) -> Bool {
    (one.verdict, one.width, one.height, one.parts.count)
      == (other.verdict, other.width, other.height, other.parts.count)
      && zip(one.parts, other.parts).allSatisfy {
        ($0.kind, $0.width, $0.height, $0.milliseconds, $0.bytes)
          == ($1.kind, $1.width, $1.height, $1.milliseconds, $1.bytes)
      }
  }

  private static func received(_ input: UnsafeRawBufferPointer) -> PictureAnswer? {
    let far = sending(input)
    return try? PictureAnswer.receive(on: far, within: bounds)
  }

  private static func sent(_ answer: PictureAnswer) -> [UInt8] {
    sent(40 + answer.parts.reduce(0) { $0 + 48 + $1.bytes.count }) { end throws(FrameError) in
      try answer.send(on: end)
    }
  }

  /// What is written, which has to have this length.
  private static func sent(
    _ length: Int, _ body: (borrowing FrameStream) throws(FrameError) -> Void
  ) -> [UInt8] {
    let far = sending(body)
    var bytes = [UInt8](repeating: 0, count: length)
    let isRead = bytes.withUnsafeMutableBytes { (try? far.receive(into: $0)) != nil }
    demand(isRead && (try? far.header(atMost: .max)) == nil, "what is sent is as long as its frames")
    return bytes
  }

  /// One frame of any kind and length.
  static func frame(_ input: UnsafeRawBufferPointer) {
    let most = 1 << 12
    let far = sending(input)
    do throws(FrameError) {
      var index = 0
      while true {
        let frame = try far.frame(atMost: most)
        demand(frame.bytes.count <= most, "a frame is no longer than is accepted")
        let written = sent(8 + frame.bytes.count) { end throws(FrameError) in try end.send(frame) }
        demand(written.elementsEqual(input[index...].prefix(written.count)), "a frame is written as it came")
        index += written.count
      }
    } catch {
      demand([.ended, .broken].contains(error) || isTooLong(error), "a stream ends, breaks off or asks for too much")
    }
  }

  private static func isTooLong(_ error: FrameError) -> Bool {
    if case .tooLong(let bytes) = error { bytes > 1 << 12 } else { false }
  }

  private static func sending(_ bytes: UnsafeRawBufferPointer) -> FrameStream {
    demand(bytes.count <= most, "inputs are short (-max_len)")
    let (near, far) = pair()
    demand(bytes.isEmpty || Glibc.send(near, bytes.baseAddress, bytes.count, 0) == bytes.count, "what fits can be sent")
    close(near)
    return FrameStream(socket: far)
  }

  /// Two sockets that are joined.
  private static func pair() -> (near: Int32, far: Int32) {
    var ends: [Int32] = [-1, -1]
    demand(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0, "there are sockets")
    return (ends[0], ends[1])
  }

  /// Sends to one end of a pair, closes it, and returns the other.
  private static func sending(_ body: (borrowing FrameStream) throws(FrameError) -> Void) -> FrameStream {
    let (near, far) = pair()
    do throws(FrameError) { try body(FrameStream(socket: near)) } catch { demand(false, "what fits can be sent") }
    return FrameStream(socket: far)
  }
}
