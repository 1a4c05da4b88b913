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

  /// "SottoPA1".
  private static let mark: UInt64 = 0x3141_506F_7474_6F53
  /// No picture that is sent has a longer side.
  private static let side = 1 << 20

  package func send(on stream: borrowing WireEnd) throws(WireEnd.Failure) {
    try stream.send([Self.mark] + [verdict.rawValue, width, height, parts.count].map { UInt64(clamping: $0) })
    for part in parts {
      let numbers = [part.kind.rawValue, part.width, part.height, part.milliseconds, part.bytes.count]
      try stream.send(numbers.map { UInt64(clamping: $0) })
      try stream.send(part.bytes)
    }
  }

  /// Reads an answer; throws on one that is none or larger than `bounds`.
  package static func receive(
    on stream: borrowing WireEnd, within bounds: Bounds
  ) throws(WireEnd.Failure) -> PictureAnswer {
    let head = try stream.words(5)
    guard head[0] == mark, let verdict = Verdict(rawValue: Int(clamping: head[1])), head[2] < side, head[3] < side,
      head[4] <= bounds.parts
    else { throw .nonsense }
    var answer = PictureAnswer(verdict, width: Int(head[2]), height: Int(head[3]))
    var left = bounds.bytes
    for _ in 0..<Int(head[4]) {
      let words = try stream.words(5)
      guard let kind = Part.Kind(rawValue: Int(clamping: words[0])), words[1] < side, words[2] < side,
        words[3] < UInt64(Int32.max), words[4] <= UInt64(left)
      else { throw .nonsense }
      let (width, height, count) = (Int(words[1]), Int(words[2]), Int(words[4]))
      guard width > 0, height > 0, count > 0, kind != .pixels || count == width * height * 4 else { throw .nonsense }
      left -= count
      answer.parts.append(
        Part(
          kind: kind, width: width, height: height, milliseconds: Int(words[3]), bytes: try stream.bytes(count)))
    }
    return answer
  }
}
