/// What can go wrong with a picture; its sentences stand in `Wording`.
public enum PictureError: Error, Hashable, Sendable {
  /// Not of a kind that Sotto reads.
  case notAPicture(name: String)
  /// A folder, a pipe, a device or a link that leads to one.
  case notAFile(name: String)
  /// - Parameter reason: in the system's own words.
  case cannotRead(name: String, reason: String)
  /// A copy for the user could not be written; the reason is in the system's own words.
  case cannotWrite(path: String, reason: String)
  case fileTooLarge(name: String, bytes: Int64)
  case tooManyPixels(name: String, width: Int, height: Int)
  case tooManyFrames(name: String)
  /// It begins like a picture, but is cut off or broken.
  case damaged(name: String)
  /// Decoding took longer than `PictureLimits.time`, or more memory than the reader may use; a kept picture has no name.
  case tooHard(name: String?)
  /// The file changed while it was read.
  case changed(name: String)
  /// A kept picture whose file is gone or broken.
  case unavailable
  /// A remote picture: the host did not give it.
  case notLoaded(host: String, RemoteFault)
  /// The program that reads pictures does not run.
  case noReader(ReaderFault)
  case store(StoreError)
  /// The one who asked no longer wants it.
  case cancelled

  /// What went wrong, for programs: stays the same from version to version.
  public var kind: String {
    switch self {
    case .notAPicture: "not-a-picture"
    case .notAFile: "not-a-file"
    case .cannotRead: "cannot-read"
    case .cannotWrite: "cannot-write"
    case .fileTooLarge: "file-too-large"
    case .tooManyPixels: "too-many-pixels"
    case .tooManyFrames: "too-many-frames"
    case .damaged: "damaged"
    case .tooHard: "too-hard"
    case .changed: "changed"
    case .unavailable: "unavailable"
    case .notLoaded: "not-loaded"
    case .noReader: "no-reader"
    case .store: "data-folder"
    case .cancelled: "cancelled"
    }
  }
}
