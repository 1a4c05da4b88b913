import Adw
import Domain
import Localization
import ViewModels

/// A message as a picture for others: who said it, what, and when, as a bubble in the colours of now. It is drawn from
/// widgets of its own, so that nothing of the messages around it can be in it.
enum MessagePicture {
  /// A picture, and whether the message was too long for all of it.
  struct Made {
    let texture: Texture
    let isCut: Bool
  }

  /// Of the column in which it is laid out.
  private static let width = 592
  private static let margin = 16
  /// At this size it is sharp on a screen of a high density, and 16,000 pixels high at most.
  private static let scale = 2
  private static let maximumHeight = 8_000

  /// Nil where the message says nothing.
  static func make(_ row: ThreadRow, agent: String, library: LibraryModel) async -> Made? {
    let pictures = await library.pictures.decoded(row.pictures.map(\.attachment))
    guard row.hasText || !pictures.isEmpty else { return nil }
    let isUser = row.sender == .user
    let side: BubbleColumn.Side = isUser ? .end : .start
    let bubble = Box(.vertical).styled("bubble", isUser ? "user" : row.sender == .summary ? "summary" : "agent")
    var parts: [any Widget] = [bubble]
    let column = BubbleColumn(free: 0).styled("message-picture")
    if !isUser {
      let name = Label(row.speaker(agent: agent)).ellipsized().styled("sender").margins(bottom: 2, start: 14)
      column.add(name, side)
      parts.append(name)
    }
    column.add(bubble, side, maximum: show(pictures, withText: row.hasText, in: bubble))
    if let trouble = row.trouble {
      let words = Label(trouble).wrapping().aligned(0).styled("trouble").margins(top: 2, start: 14, end: 14)
      column.add(words, side)
      parts.append(words)
    }
    let stamp = Label(row.exactTime).styled("stamp").margins(top: 3, start: 14, end: 14)
    column.add(stamp, side)
    parts.append(stamp)
    let window = OffscreenWindow(column, width: width)
    let isCut = show(LongText(row.text, isMarkdown: row.isMarkdown), in: bubble, onColor: isUser) {
      window.contentHeight <= maximumHeight
    }
    return window.picture(of: parts, margin: margin, maximumHeight: maximumHeight, scale: scale)
      .map { Made(texture: $0, isCut: isCut) }
  }

  /// The text, a part at a time for as long as there is room, and a line that says where more would come; whether that was
  /// needed.
  private static func show(_ text: LongText, in bubble: Box, onColor: Bool, _ fits: () -> Bool) -> Bool {
    guard !text.text.isEmpty else { return false }
    for index in 0..<text.count {
      let part = RichText().styled("text").onColor(onColor).foldsCode(false)
      part.show(text[index])
      // Nobody scrolls here: all of it is drawn.
      part.view(0..<Double(maximumHeight))
      bubble.append(part)
      if fits() { continue }
      // One alone is cut off at the picture's end.
      if index > 0 { bubble.remove(part) }
      bubble.append(Label("…").aligned(0).styled("text"))
      return true
    }
    return false
  }

  /// The pictures, above the text; how wide the bubble may be for them, nil where there are none.
  private static func show(_ pictures: [PictureModel], withText: Bool, in bubble: Box) -> Int? {
    guard !pictures.isEmpty else { return nil }
    bubble.styled("picture").style("bare", !withText)
    let isAlone = pictures.count == 1
    let grid = PictureGrid(
      width: PictureTile.side, single: isAlone ? PictureTile.size(of: pictures[0].attachment) : nil
    ) {
      for picture in pictures { tile(picture, isAlone: isAlone) }
    }
    bubble.append(grid.aligned(horizontally: .center).margins(bottom: withText ? 6 : 0))
    return max(grid.size.width, 200) + 8
  }

  private static func tile(_ picture: PictureModel, isAlone: Bool) -> Bin {
    let tile = Bin().styled("picture-tile").clipped()
    if let texture = picture.image.flatMap(Texture.init(of:)) {
      tile.show(
        Picture(texture, alternative: picture.attachment.alternative, fit: isAlone ? .contain : .cover).shrinking())
    } else {
      let isRemote = picture.attachment.remoteHost != nil
      tile.show(
        Box(.vertical, spacing: 6) {
          Image(icon: isRemote ? "network-server-symbolic" : "image-missing-symbolic", size: 24).styled("dim-label")
          Label(isRemote ? localized("Not loaded") : localized("Image unavailable")).wrapping().aligned(0.5)
            .styled("caption")
        }.aligned(vertically: .center).margins(4))
    }
    return tile
  }
}
