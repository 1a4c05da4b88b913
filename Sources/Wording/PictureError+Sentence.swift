public import Domain
private import Localization

extension PictureError {
  /// What happened and what to do, for the user.
  public var sentence: String {
    let limit = ByteCount.text(Int64(PictureLimits.bytes))
    let megapixels = PictureLimits.pixels / 1_000_000
    return switch self {
    case .notAPicture(let name):
      localized("“\(name)” is not a picture that Sotto reads. It takes JPEG, PNG, GIF, WebP, HEIC, AVIF and TIFF.")
    case .notAFile(let name):
      localized("“\(name)” is no ordinary file. Choose the picture itself, not a folder, a link or a device.")
    case .cannotRead(let name, let reason): localized("“\(name)” cannot be read: \(reason).")
    case .cannotWrite(let path, let reason): localized("“\(path)” cannot be written: \(reason).")
    case .fileTooLarge(let name, let bytes):
      localized("“\(name)” has \(ByteCount.text(bytes)); a picture may have at most \(limit).")
    case .tooManyPixels(let name, let width, let height):
      localized("“\(name)” has \(width) × \(height) pixels; a picture may have at most \(megapixels) million.")
    case .tooManyFrames(let name): localized("“\(name)” has more than \(PictureLimits.frames) frames.")
    case .damaged(let name): localized("“\(name)” is damaged or cut off and cannot be read.")
    case .tooHard(nil): localized("The picture takes too long or too much memory to read.")
    case .tooHard(let name?): localized("“\(name)” takes too long or too much memory to read.")
    case .changed(let name): localized("“\(name)” was changed while Sotto read it. Try again.")
    case .unavailable: localized("This picture is no longer there, or its file is damaged.")
    case .notLoaded(let host, let fault): fault.sentence(of: host)
    case .noReader(let fault): fault.sentence
    case .store(let error): error.sentence
    case .cancelled: localized("The picture was not needed any more.")
    }
  }
}
