package import Frames

/// What a reader of pictures is asked: a task, what it may at most come across, and the bytes to work on.
package struct PictureOrder: Equatable, Sendable {
  package enum Task: Int, Sendable {
    /// Checks, scales and writes again a picture of unknown origin: answered by `whole`, `preview` and `thumbnail`.
    case prepare = 1
    /// Answered by pixels.
    case decode
    /// Answered by the pixels of each step of a picture that moves; by none for one that stands still.
    case frames
    /// Draws an SVG that came with the app: answered by pixels.
    case drawing
    /// Draws an SVG that came with the app: answered by a PNG file.
    case drawingFile
    /// Says what holds of the reader's confinement: the answer's width as bits, its height as Landlock's version.
    case cage
  }

  /// What a picture may be at most; the reader knows no numbers of its own.
  package struct Limits: Equatable, Sendable {
    package var pixels: Int
    package var side: Int
    package var frames: Int
    /// Bytes of a file that moves and is kept as it came.
    package var movingBytes: Int
    /// The longest sides of what `prepare` makes.
    package var full: Int
    package var preview: Int
    package var thumbnail: Int

    package init(
      pixels: Int, side: Int, frames: Int, movingBytes: Int, full: Int, preview: Int, thumbnail: Int
    ) {
      self.pixels = pixels
      self.side = side
      self.frames = frames
      self.movingBytes = movingBytes
      self.full = full
      self.preview = preview
      self.thumbnail = thumbnail
    }
  }

  package var task: Task
  /// The longest side of the pixels wanted.
  package var longSide: Int
  /// Bytes of pixels that the frames may have together.
  package var byteBudget: Int
  package var limits: Limits

  package init(_ task: Task, longSide: Int = 0, byteBudget: Int = 0, limits: Limits) {
    self.task = task
    self.longSide = longSide
    self.byteBudget = byteBudget
    self.limits = limits
  }

  /// No number of an order that is meant is larger, and two of them multiplied are still a number.
  private static let most = 1 << 30
  /// No file that is sent is longer.
  private static let mostBytes = 1 << 28
  private static let words = 10

  /// Sends the order, and the bytes to work on.
  package func send(_ picture: [UInt8], on stream: borrowing FrameStream) throws(FrameError) {
    let numbers = [
      task.rawValue, longSide, byteBudget, limits.pixels, limits.side, limits.frames, limits.movingBytes, limits.full,
      limits.preview, limits.thumbnail,
    ]
    try stream.send(WireKind.order.rawValue, words: numbers.map { UInt64(clamping: $0) })
    try stream.send(WireKind.picture.rawValue, picture)
  }

  /// Reads an order up to the bytes to work on, which `stream.receive` has to take next; throws on one that is none, or
  /// that asks for more than any machine has.
  package static func receive(
    on stream: borrowing FrameStream
  ) throws(FrameError) -> (order: PictureOrder, count: Int) {
    let numbers = try stream.words(WireKind.order.rawValue, words).compactMap { Int(exactly: $0) }
    guard numbers.count == words, let task = Task(rawValue: numbers[0]), numbers.dropFirst().allSatisfy({ $0 <= most })
    else { throw .unexpected }
    let picture = try stream.header(atMost: mostBytes)
    guard picture.kind == WireKind.picture.rawValue else { throw .unexpected }
    let limits = Limits(
      pixels: numbers[3], side: numbers[4], frames: numbers[5], movingBytes: numbers[6], full: numbers[7],
      preview: numbers[8], thumbnail: numbers[9])
    return (PictureOrder(task, longSide: numbers[1], byteBudget: numbers[2], limits: limits), picture.count)
  }
}
