/// What can go wrong with a picture; each case is a sentence for the user.
public enum PictureError: Error, Hashable, Sendable {
  /// Not of a kind that Sotto reads.
  case notAPicture(name: String)
  /// A folder, a pipe, a device or a link that leads to one.
  case notAFile(name: String)
  case cannotRead(name: String, reason: String)
  /// A copy for the user could not be written.
  case cannotWrite(path: String, reason: String)
  case fileTooLarge(name: String, bytes: Int64)
  case tooManyPixels(name: String, width: Int, height: Int)
  case tooManyFrames(name: String)
  /// It begins like a picture, but is cut off or broken.
  case damaged(name: String)
  /// Decoding took longer than `PictureLimits.time`, or more memory than the reader may use.
  case tooHard(name: String)
  /// The file changed while it was read.
  case changed(name: String)
  /// A kept picture whose file is gone or broken.
  case unavailable
  /// A remote picture: the host did not give it.
  case notLoaded(host: String, reason: String)
  /// The program that reads pictures does not run.
  case noReader(reason: String)
  case store(StoreError)
  /// The one who asked no longer wants it.
  case cancelled

  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .notAPicture(let name):
      "“\(name)” is not a picture that Sotto reads. It takes JPEG, PNG, GIF, WebP, HEIC, AVIF and TIFF."
    case .notAFile(let name):
      "“\(name)” is no ordinary file. Choose the picture itself, not a folder, a link or a device."
    case .cannotRead(let name, let reason): "“\(name)” cannot be read: \(reason)."
    case .cannotWrite(let path, let reason): "“\(path)” cannot be written: \(reason)."
    case .fileTooLarge(let name, let bytes):
      "“\(name)” has \(ByteCount.text(bytes)); a picture may have \(ByteCount.text(Int64(PictureLimits.bytes)))."
    case .tooManyPixels(let name, let width, let height):
      "“\(name)” has \(width) × \(height) pixels; a picture may have \(PictureLimits.pixels / 1_000_000) million."
    case .tooManyFrames(let name): "“\(name)” moves in more than \(PictureLimits.frames) steps."
    case .damaged(let name): "“\(name)” is damaged or cut off and cannot be read."
    case .tooHard(let name): "“\(name)” takes too long or too much memory to read."
    case .changed(let name): "“\(name)” was changed while Sotto read it. Try again."
    case .unavailable: "This picture is no longer there, or its file is damaged."
    case .notLoaded(let host, let reason): "The picture at \(host) was not loaded: \(reason)."
    case .noReader(let reason): "Sotto's picture reader does not start: \(reason)."
    case .store(let error): error.sentence
    case .cancelled: "The picture was not needed any more."
    }
  }
}
