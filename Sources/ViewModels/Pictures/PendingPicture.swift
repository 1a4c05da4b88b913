public import Domain
public import Observation

/// A picture in the composer that is to go with the next message.
@Observable
public final class PendingPicture: @MainActor Identifiable {
  /// Tells pictures of one composer apart.
  public nonisolated let id: Int
  /// How its source is called.
  public private(set) var name: String
  /// The picture as it will be sent; nil while it is still read.
  public private(set) var thumbnail: PictureModel?
  @ObservationIgnored var reading: Task<Void, Never>?

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// What would be sent; nil while it is being read.
  public var attachment: Attachment? { thumbnail?.attachment }
  /// Whether it can be sent.
  public var isReady: Bool { thumbnail != nil }

  func become(_ picture: PictureModel) {
    thumbnail = picture
    name = picture.attachment.alternative
    picture.setNear(true)
  }
}

extension PictureSource {
  /// How the source is called before it was read.
  var name: String {
    switch self {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .bytes(_, let name): name
    case .remote(let address): RemoteAddress.shownHost(of: address)
    }
  }
}
