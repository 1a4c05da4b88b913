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

  /// "SottoPO1".
  private static let mark: UInt64 = 0x314F_506F_7474_6F53
  package static let words = 12
  /// No number of an order that is meant is larger, and two of them multiplied are still a number.
  private static let most = 1 << 30
  /// No file that is sent is longer.
  private static let mostBytes = 1 << 28
  /// "SottoPR1": what a reader says once, when it is ready.
  package static let greeting: UInt64 = 0x3152_506F_7474_6F53

  /// The order as it is sent; `count` bytes of a picture follow it.
  package func header(count: Int) -> [UInt64] {
    let numbers = [
      task.rawValue, longSide, byteBudget, limits.pixels, limits.side, limits.frames, limits.movingBytes, limits.full,
      limits.preview, limits.thumbnail, count,
    ]
    return [Self.mark] + numbers.map { UInt64(clamping: $0) }
  }

  /// Reads a header; nil when it is none, or asks for more than any machine has.
  package static func read(_ words: [UInt64]) -> (order: PictureOrder, count: Int)? {
    let numbers = words.compactMap { Int(exactly: $0) }
    guard numbers.count == Self.words, words[0] == mark, let task = Task(rawValue: numbers[1]),
      numbers.dropFirst(2).allSatisfy({ $0 <= most }), numbers[11] <= mostBytes
    else { return nil }
    let limits = Limits(
      pixels: numbers[4], side: numbers[5], frames: numbers[6], movingBytes: numbers[7], full: numbers[8],
      preview: numbers[9], thumbnail: numbers[10])
    return (PictureOrder(task, longSide: numbers[2], byteBudget: numbers[3], limits: limits), numbers[11])
  }
}
