package import Frames

/// What the frames between the app and a reader of pictures are.
enum WireKind: UInt32 {
  /// From the reader, once: it is locked in and waits.
  case ready = 1
  /// To the reader: what is asked, and then the file.
  case order
  case picture
  /// From the reader: the verdict, and then two frames for each part.
  case answer
  case part
  case bytes
}

/// How a reader of pictures begins.
package enum PictureGreeting {
  /// "SottoPR2", which is raised when the frames change.
  private static let word: UInt64 = 0x3252_506F_7474_6F53

  package static func send(on stream: borrowing FrameStream) throws(FrameError) {
    try stream.send(WireKind.ready.rawValue, words: [word])
  }

  package static func receive(on stream: borrowing FrameStream) throws(FrameError) {
    guard try stream.words(WireKind.ready.rawValue, 1) == [word] else { throw .unexpected }
  }
}
