import Domain

/// Decoded pictures that were shown lately, up to a number of bytes; the ones not looked at for longest go first.
public final class PictureCache {
  /// What a picture is known by here: what it is, and how large it was asked for.
  struct Key: Hashable {
    var content: Attachment.Content
    var size: PictureSize
  }

  /// Bytes of pixels that are kept at most.
  public let budget: Int
  /// How many bytes of pixels it holds.
  public private(set) var bytes = 0
  private var images: [Key: (image: PictureImage, use: Int)] = [:]
  private var uses = 0

  /// All that pictures may add to the window is 48 MB; the rows that show them have their part of it.
  public nonisolated static let usualBudget = 44 << 20

  public init(budget: Int = PictureCache.usualBudget) { self.budget = budget }

  subscript(key: Key) -> PictureImage? {
    guard let image = images[key]?.image else { return nil }
    uses += 1
    images[key]?.use = uses
    return image
  }

  func keep(_ image: PictureImage, for key: Key) {
    guard image.pixels.count <= budget else { return }
    uses += 1
    bytes += image.pixels.count - (images[key]?.image.pixels.count ?? 0)
    images[key] = (image, uses)
    while bytes > budget, let oldest = images.min(by: { $0.value.use < $1.value.use }) {
      bytes -= oldest.value.image.pixels.count
      images[oldest.key] = nil
    }
  }
}
