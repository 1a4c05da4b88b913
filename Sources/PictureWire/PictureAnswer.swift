package import Frames

/// What a reader of pictures answers: a verdict, and parts where it is good.
package struct PictureAnswer: Sendable {
  package enum Verdict: Int, Sendable {
    case good = 0
    case notAPicture
    /// The answer's width and height say how many.
    case tooManyPixels
    case tooManyFrames
    case damaged
    case tooHard
  }

  /// One file, or the pixels of one picture.
  package struct Part: Sendable {
    package enum Kind: Int, Sendable {
      case jpeg = 1
      case png
      case gif
      case webp
      /// Premultiplied blue, green, red and alpha, without padding.
      case pixels
    }
    package var kind: Kind
    package var width: Int
    package var height: Int
    /// How long a step of a picture that moves is shown.
    package var milliseconds: Int
    package var bytes: [UInt8]

    package init(kind: Kind, width: Int, height: Int, milliseconds: Int = 0, bytes: [UInt8]) {
      self.kind = kind
      self.width = width
      self.height = height
      self.milliseconds = milliseconds
      self.bytes = bytes
    }
  }

  package var verdict: Verdict
  /// Size of the picture in pixels.
  package var width: Int
  package var height: Int
  package var parts: [Part]

  package init(_ verdict: Verdict, width: Int = 0, height: Int = 0, parts: [Part] = []) {
    self.verdict = verdict
    self.width = width
    self.height = height
    self.parts = parts
  }

  /// What an asker takes at most, whatever the reader claims.
  package struct Bounds: Sendable {
    package var parts: Int
    package var bytes: Int

    package init(parts: Int, bytes: Int) {
      self.parts = parts
      self.bytes = bytes
    }
  }

  /// No picture that is sent has a longer side.
  private static let side = 1 << 20

  package func send(on stream: borrowing FrameStream) throws(FrameError) {
    let head = [verdict.rawValue, width, height, parts.count]
    try stream.send(WireKind.answer.rawValue, words: head.map { UInt64(clamping: $0) })
    for part in parts {
      let numbers = [part.kind.rawValue, part.width, part.height, part.milliseconds]
      try stream.send(WireKind.part.rawValue, words: numbers.map { UInt64(clamping: $0) })
      try stream.send(WireKind.bytes.rawValue, part.bytes)
    }
  }

  /// Reads an answer; throws on one that is none or larger than `bounds`.
  package static func receive(
    on stream: borrowing FrameStream, within bounds: Bounds
  ) throws(FrameError) -> PictureAnswer {
    let head = try stream.words(WireKind.answer.rawValue, 4)
    guard let verdict = Verdict(rawValue: Int(clamping: head[0])), head[1] < side, head[2] < side,
      head[3] <= bounds.parts
    else { throw .unexpected }
    var answer = PictureAnswer(verdict, width: Int(head[1]), height: Int(head[2]))
    var left = bounds.bytes
    for _ in 0..<Int(head[3]) {
      let words = try stream.words(WireKind.part.rawValue, 4)
      guard let kind = Part.Kind(rawValue: Int(clamping: words[0])), words[1] < side, words[2] < side,
        words[3] < UInt64(Int32.max)
      else { throw .unexpected }
      let (width, height) = (Int(words[1]), Int(words[2]))
      let size = kind == .pixels ? width * height * 4 : nil
      guard width > 0, height > 0, size ?? 0 <= left else { throw .unexpected }
      let bytes = try stream.bytes(WireKind.bytes.rawValue, atMost: size ?? left)
      guard !bytes.isEmpty, bytes.count == size ?? bytes.count else { throw .unexpected }
      left -= bytes.count
      answer.parts.append(
        Part(kind: kind, width: width, height: height, milliseconds: Int(words[3]), bytes: bytes))
    }
    return answer
  }
}
