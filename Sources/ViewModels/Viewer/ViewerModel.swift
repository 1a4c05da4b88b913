public import Domain
private import Localization
public import Observation
internal import Wording

/// One picture of a chat at full size, with the way to those before and after it.
@Observable
public final class ViewerModel {
  /// What the place of the picture shows.
  public enum Phase: Equatable {
    case loading
    case shown
    case unavailable(String)
  }

  /// Which picture is shown.
  public private(set) var picture: ChatPicture
  /// Where it is, from loading to shown.
  public private(set) var phase = Phase.loading
  /// What is drawn; nil until it is decoded.
  public private(set) var image: PictureImage?
  /// The steps of a picture that moves; empty for one that stands still.
  public private(set) var frames: [PictureFrame] = []
  /// The words that were sent with it.
  public private(set) var caption = ""
  /// Who sent it and when.
  public private(set) var origin = ""
  /// Whether an earlier picture can be shown.
  public private(set) var hasPrevious = false
  /// Whether a later picture can be shown.
  public private(set) var hasNext = false

  /// The chat whose pictures it goes through.
  public let chat: ChatID
  private let agentName: String
  private let service: ChatService
  private let clock: MinuteClock
  @ObservationIgnored private let notices: Notices
  @ObservationIgnored private let deletions: Deletions
  @ObservationIgnored var onClose: ((ViewerModel) -> Void)?
  @ObservationIgnored private var work: Task<Void, Never>?
  /// Nil until they are known.
  @ObservationIgnored private var neighbours: (previous: ChatPicture?, next: ChatPicture?)?
  /// How often they were looked for: what an earlier look finds late does not count.
  @ObservationIgnored private var looks = 0
  /// A step that was asked for before the neighbours were known.
  @ObservationIgnored private var wantedStep: Step?

  private enum Step {
    case previous, next
  }

  /// Bytes of pixels that a moving picture may take.
  static let frameBudget = 64 << 20

  init(_ picture: ChatPicture, in thread: ThreadModel, _ parts: LibraryParts) {
    self.picture = picture
    chat = thread.chat.id
    agentName = thread.agentName
    service = thread.service
    clock = thread.clock
    notices = parts.notices
    deletions = parts.deletions
    load()
  }

  /// The picture that is shown, without its place in the chat.
  public var attachment: Attachment { picture.attachment }

  /// Goes to the picture before, also in an earlier message.
  public func showPrevious() { take(.previous) }

  /// Goes to the picture after, also in a later message.
  public func showNext() { take(.next) }

  private func take(_ step: Step) {
    guard let neighbours else { return wantedStep = step }
    wantedStep = nil
    if let next = step == .next ? neighbours.next : neighbours.previous { show(next) }
  }

  /// Ends the look at pictures; the thread is shown again.
  public func close() {
    work?.cancel()
    onClose?(self)
  }

  /// Other messages are hidden than before.
  func closeIfHidden() { if deletions.hides(picture.message) { close() } }

  func take(_ event: ChatEvent) {
    switch event {
    case .messageRemoved(let id, _) where id == picture.message: close()
    // It may have been the one before or behind.
    case .messageRemoved(_, let id) where id == chat: Task { [weak self, picture] in await self?.look(around: picture) }
    case .removed(let id) where id == chat: close()
    // Other pictures may stand before and behind it.
    case .lineChanged(let id) where id == chat: load()
    case .messageSaved(let message) where message.id == picture.message:
      // A remote picture may have been loaded meanwhile.
      guard message.attachments.indices.contains(picture.index) else { return close() }
      guard message.attachments[picture.index] != picture.attachment else { return }
      show(ChatPicture(message: message.id, index: picture.index, attachment: message.attachments[picture.index]))
    default: break
    }
  }

  private func show(_ next: ChatPicture) {
    picture = next
    load()
  }

  private func load() {
    work?.cancel()
    neighbours = nil
    phase = .loading
    frames = []
    let picture = picture
    work = Task { [weak self] in
      await self?.look(around: picture)
      await self?.decode(picture)
      await self?.play(picture)
    }
  }

  private func decode(_ picture: ChatPicture) async {
    do throws(PictureError) {
      let image = try await service.pictures.image(of: picture.attachment, .full)
      guard picture == self.picture else { return }
      self.image = image
      phase = .shown
    } catch {
      guard picture == self.picture, error != .cancelled else { return }
      image = nil
      phase = .unavailable(error.sentence)
    }
  }

  /// What stands beside the picture, and what came with it.
  private func look(around picture: ChatPicture) async {
    looks += 1
    let look = looks
    do throws(StoreError) {
      let previous = try await neighbour(.previous, of: picture)
      let next = try await neighbour(.next, of: picture)
      let message = try await service.message(picture.message)
      guard picture == self.picture, look == looks else { return }
      neighbours = (previous, next)
      hasPrevious = previous != nil
      hasNext = next != nil
      caption = message?.text ?? ""
      let sender = message?.sender == .user ? localized("You") : agentName
      origin = message.map { "\(sender), \(clock.text.long($0.createdAt, now: clock.now))" } ?? ""
      if let wantedStep { take(wantedStep) }
    } catch {
      notices.tell(error.sentence)
    }
  }

  /// The next picture that way of a message that is shown.
  private func neighbour(_ step: Step, of picture: ChatPicture) async throws(StoreError) -> ChatPicture? {
    var index = picture
    while true {
      let found = try await service.pictures(
        in: chat,
        step == .next
          ? .after(index.message, index: index.index, limit: 1) : .before(index.message, index: index.index, limit: 1))
      guard let near = found.first else { return nil }
      if !deletions.hides(near.message) { return near }
      index = near
    }
  }

  private func play(_ picture: ChatPicture) async {
    guard case .kept(let kept) = picture.attachment.content, kept.format == .gif || kept.format == .webp else { return }
    do throws(PictureError) {
      let frames = try await service.pictures.frames(of: picture.attachment, byteBudget: Self.frameBudget)
      if picture == self.picture { self.frames = frames }
    } catch {
      // Its first step stands there already.
      if error != .cancelled { notices.tell(error.sentence) }
    }
  }
}
