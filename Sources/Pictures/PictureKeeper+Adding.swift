public import Domain
import PictureWire

extension PictureKeeper {
  public func add(_ source: PictureSource) async throws(PictureError) -> Attachment {
    try await callers.outcome { [self] () async throws(PictureError) in try await takeIn(source) }
  }

  private func takeIn(_ source: PictureSource) async throws(PictureError) -> Attachment {
    switch source {
    case .file(let path):
      return try await keep(intake.read(path), name: PictureDisplayName.of(path: path))
    case .bytes(let bytes, let name):
      let name = PictureDisplayName.harmless(name)
      guard bytes.count <= PictureLimits.bytes else { throw .fileTooLarge(name: name, bytes: Int64(bytes.count)) }
      return try await keep(bytes, name: name)
    case .remote(let address):
      return try await keep(fetching.fetch(address), name: Fetching.name(of: address))
    }
  }

  private func keep(_ bytes: [UInt8], name: String) async throws(PictureError) -> Attachment {
    let picture = try await prepare(bytes, name: name)
    if Task.isCancelled { throw .cancelled }
    let hash: PictureHash
    do throws(StoreError) { hash = try await files.put(picture) } catch { throw .store(error) }
    let kept = KeptPicture(hash: hash, format: picture.full.format, bytes: Int64(picture.full.bytes.count))
    return Attachment(
      content: .kept(kept), width: picture.width, height: picture.height,
      alternative: PictureDisplayName.withoutExtension(name))
  }

  /// Has the reader check, scale and write the picture again.
  private func prepare(_ bytes: [UInt8], name: String) async throws(PictureError) -> PreparedPicture {
    let answer: PictureAnswer
    do throws(ReaderFailure) {
      let bounds = PictureAnswer.Bounds(parts: 3, bytes: PictureLimits.bytes)
      answer = try await imports.ask(PictureOrder(.prepare, limits: Self.limits), bytes, within: bounds)
    } catch {
      throw PictureError(error, name: name)
    }
    switch answer.verdict {
    case .good: break
    case .notAPicture: throw .notAPicture(name: name)
    case .tooManyPixels: throw .tooManyPixels(name: name, width: answer.width, height: answer.height)
    case .tooManyFrames: throw .tooManyFrames(name: name)
    case .damaged: throw .damaged(name: name)
    case .tooHard: throw .tooHard(name: name)
    }
    guard let picture = PreparedPicture(answer) else { throw .damaged(name: name) }
    return picture
  }
}

extension PictureError {
  init(_ failure: ReaderFailure, name: String) {
    switch failure {
    case .cannotStart(let fault): self = .noReader(fault)
    case .tooHard: self = .tooHard(name: name)
    case .damaged: self = .damaged(name: name)
    case .cancelled: self = .cancelled
    }
  }
}

extension PreparedPicture {
  /// Nil when the reader's answer is not what was asked for.
  fileprivate init?(_ answer: PictureAnswer) {
    let sizes = [PictureSize.full, .preview, .thumbnail]
    guard answer.parts.count == sizes.count, let full = answer.parts.first, full.width == answer.width,
      full.height == answer.height,
      zip(answer.parts, sizes).allSatisfy({ max($0.width, $0.height) <= $1.longSide })
    else { return nil }
    let files = answer.parts.compactMap(PictureFile.init)
    guard files.count == sizes.count else { return nil }
    self.init(full: files[0], preview: files[1], thumbnail: files[2], width: answer.width, height: answer.height)
  }
}

extension PictureFile {
  /// Nil when the bytes do not begin as a file of their kind does.
  init?(_ part: PictureAnswer.Part) {
    let (format, start): (PictureFormat, [UInt8])
    switch part.kind {
    case .jpeg: (format, start) = (.jpeg, [0xFF, 0xD8, 0xFF])
    case .png: (format, start) = (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .gif: (format, start) = (.gif, Array("GIF8".utf8))
    case .webp: (format, start) = (.webp, Array("RIFF".utf8))
    case .pixels: return nil
    }
    guard part.bytes.starts(with: start) else { return nil }
    self.init(bytes: part.bytes, format: format)
  }
}
