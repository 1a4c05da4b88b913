/// The port to pictures: takes in what people hand over, and decodes what is shown. No picture of unknown origin is
/// decoded in the caller's process, and none on its thread.
public protocol PictureStore: Sendable {
  /// Reads, checks, scales and keeps a picture: upright, in sRGB, without metadata. When this returns, its files are on
  /// disk; a draft or a message that names it keeps them there.
  func add(_ source: PictureSource) async throws(PictureError) -> Attachment

  /// Decodes a picture no larger than `size`; a cancelled task ends it with `PictureError.cancelled`.
  func image(of attachment: Attachment, _ size: PictureSize) async throws(PictureError) -> PictureImage

  /// The steps of a picture that moves, in order, at most `byteBudget` bytes of pixels; empty for one that stands still
  /// or is too large to be played.
  func frames(of attachment: Attachment, byteBudget: Int) async throws(PictureError) -> [PictureFrame]

  /// The whole picture as a file's bytes, for the clipboard, another program or the user's own folders. A drawing comes
  /// as PNG.
  func file(of attachment: Attachment) async throws(PictureError) -> PictureFile

  /// Writes a file, a picture's or one of a message's text, into the user's own folders, complete or not at all; what was
  /// at the path is replaced.
  func export(_ bytes: [UInt8], to path: String) async throws(PictureError)

  /// The same into `folder`, made where it is not there, under a name that no other file there has; returns its path.
  func export(_ file: PictureFile, named name: String, into folder: String) async throws(PictureError) -> String

  /// A file for other programs to read, but not to write into, where no other user may read it, gone with `end`; returns
  /// its path.
  func copyForOthers(_ bytes: [UInt8], named name: String) async throws(PictureError) -> String

  /// Gives up all that is still read or loaded, for the end of the program: whoever waits gets
  /// `PictureError.cancelled`, and so does whoever comes later. Copies for others are removed; what these have open
  /// stays theirs.
  func end()
}

/// Where a picture comes from.
public enum PictureSource: Hashable, Sendable {
  case file(path: String)
  /// A file's bytes, as the clipboard or the camera gives them; `name` stands for the picture in words.
  case bytes([UInt8], name: String)
  /// An http or https address: the one thing that fetches, and only after a deliberate act.
  case remote(address: String)
}

/// A picture as a file.
public struct PictureFile: Hashable, Sendable {
  /// The whole file.
  public var bytes: [UInt8]
  /// What kind of file it is.
  public var format: PictureFormat

  public init(bytes: [UInt8], format: PictureFormat) {
    self.bytes = bytes
    self.format = format
  }
}

/// A decoded picture in sRGB: rows from the top, each pixel blue, green, red and alpha of a byte each, premultiplied,
/// no padding; what cairo, GDK and Core Graphics draw without another copy.
public final class PictureImage: Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// `width * height * 4` bytes.
  public let pixels: PixelMemory

  /// Takes a copy; nil when the pixels do not fill the size.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.pixels = PixelMemory(pixels)
  }
}

/// One step of a picture that moves.
public struct PictureFrame: Sendable {
  /// What is shown in this step, in full and not as a difference.
  public var image: PictureImage
  /// How long it is shown.
  public var duration: Duration

  public init(image: PictureImage, duration: Duration) {
    self.image = image
    self.duration = duration
  }
}

/// The port to the disk beneath `PictureStore`: files by the hash of the kept bytes. Nothing here decodes.
public protocol PictureFiles: Sendable {
  /// Keeps the three files, each whole and on disk when this returns; a picture that is there is left as it is.
  func put(_ picture: PreparedPicture) async throws(StoreError) -> PictureHash
  /// The file's bytes; nil when it is gone. What is read as `whole` has the hash that it is named for, else nil.
  func bytes(of picture: PictureHash, _ size: PictureSize) async throws(StoreError) -> [UInt8]?
}

/// A picture as it will be kept: made of a source, not yet on disk.
public struct PreparedPicture: Hashable, Sendable {
  /// At most 2048 pixels on its longest side.
  public var full: PictureFile
  /// At most 480.
  public var preview: PictureFile
  /// At most 200.
  public var thumbnail: PictureFile
  /// Size of `whole` in pixels.
  public var width: Int
  /// As `width`.
  public var height: Int

  public init(full: PictureFile, preview: PictureFile, thumbnail: PictureFile, width: Int, height: Int) {
    self.full = full
    self.preview = preview
    self.thumbnail = thumbnail
    self.width = width
    self.height = height
  }
}

/// What a picture may be at most; beyond these it is refused before it is decoded.
public enum PictureLimits {
  /// The size of a file in bytes: 40 MB.
  public static let bytes = 40_000_000
  /// Width times height.
  public static let pixels = 50_000_000
  /// The longest side in pixels.
  public static let side = 30_000
  /// Steps of a picture that moves.
  public static let frames = 500
  /// How long one picture may take.
  public static let time = Duration.seconds(10)
  /// Pictures of one message.
  public static let perMessage = 10
}
