public import Domain
public import Observation
internal import Wording

/// One picture on screen, decoded while it is in sight or near, and let go when it is not.
@Observable
public final class PictureModel {
  /// What the place of the picture shows.
  public enum Phase: Equatable {
    /// Not decoded yet: a placeholder of the right size.
    case waiting
    case shown
    /// Never fetched; names the host, and offers to load.
    case remote(host: String)
    /// Being fetched, because the user asked.
    case fetching(host: String)
    /// Gone or broken; says so.
    case unavailable
    /// Not shown for a reason that may pass: why, as a sentence. Asked for again when it comes near once more.
    case failed(String)
  }

  /// False where there is nothing to be seen and nothing on its way.
  public var isShownOrComing: Bool {
    switch phase {
    case .unavailable, .failed: false
    default: true
    }
  }

  /// The picture; another one once a remote one was loaded.
  public private(set) var attachment: Attachment
  /// Where it is, from waiting to shown.
  public private(set) var phase: Phase
  /// The pixels, while it is shown.
  public private(set) var image: PictureImage?

  @ObservationIgnored let size: PictureSize
  @ObservationIgnored private let pictures: any PictureStore
  @ObservationIgnored private let cache: PictureCache
  @ObservationIgnored private var decoding: Task<Void, Never>?
  @ObservationIgnored private var isNear = false

  public init(_ attachment: Attachment, _ size: PictureSize, pictures: any PictureStore, cache: PictureCache) {
    self.attachment = attachment
    self.size = size
    self.pictures = pictures
    self.cache = cache
    phase = Self.firstPhase(of: attachment)
  }

  private static func firstPhase(of attachment: Attachment) -> Phase {
    attachment.remoteHost.map { .remote(host: $0) } ?? .waiting
  }

  /// Another picture in the same place: one that was fetched meanwhile.
  func replace(_ new: Attachment) {
    guard new != attachment else { return }
    attachment = new
    decoding?.cancel()
    decoding = nil
    image = nil
    phase = Self.firstPhase(of: new)
    if isNear { decode() }
  }

  /// Decodes it when it comes near what the reader sees, and lets its pixels go when it leaves.
  public func setNear(_ near: Bool) {
    guard near != isNear else { return }
    isNear = near
    if near {
      if case .failed = phase { phase = .waiting }
      return decode()
    }
    decoding?.cancel()
    decoding = nil
    image = nil
    if phase == .shown { phase = .waiting }
  }

  /// Decodes it and waits for that; for one that is on no screen.
  func decoded() async {
    setNear(true)
    await decoding?.value
  }

  private func decode() {
    guard decoding == nil, phase == .waiting else { return }
    let key = PictureCache.Key(content: attachment.content, size: size)
    if let known = cache[key] { return show(known) }
    let (attachment, size, pictures) = (attachment, size, pictures)
    decoding = Task { [weak self, cache] in
      do throws(PictureError) {
        let image = try await pictures.image(of: attachment, size)
        cache.keep(image, for: key)
        self?.decoded(image, of: attachment)
      } catch .cancelled {
        self?.decoded(nil, of: attachment)
      } catch {
        self?.failed(attachment, because: error)
      }
    }
  }

  private func decoded(_ image: PictureImage?, of asked: Attachment) {
    guard asked == attachment, !Task.isCancelled else { return }
    decoding = nil
    if let image, isNear { show(image) }
  }

  private func failed(_ asked: Attachment, because error: PictureError) {
    guard asked == attachment, !Task.isCancelled else { return }
    decoding = nil
    phase = error == .unavailable ? .unavailable : .failed(error.sentence)
  }

  /// The user wants a picture that was not shown to be tried again.
  public func tryAgain() {
    guard case .failed = phase else { return }
    phase = .waiting
    decode()
  }

  private func show(_ image: PictureImage) {
    self.image = image
    phase = .shown
  }

  /// The user wants a remote picture: `fetch` gets it, and the message that is saved then brings it here.
  func fetch(_ fetch: @escaping () async -> Bool) async {
    guard case .remote(let host) = phase else { return }
    phase = .fetching(host: host)
    let came = await fetch()
    if !came, case .fetching = phase { phase = .remote(host: host) }
  }
}
