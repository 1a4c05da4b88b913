import CAdw
import Localization
import Markdown

extension RichText {
  /// What screen readers find in it; for tests.
  package var spoken: [(role: Role, text: String)] { body.shadows.flatMap(\.spoken) }
}

extension RichTextBody {
  /// So many blocks have a shadow each; what comes behind has one for every hundred, with all of their text: it can be
  /// read, and costs little.
  private static let most = (single: 400, together: 100)

  static let everybody = Everybody()

  /// All texts, to tell them when somebody begins to listen.
  final class Everybody {
    private var known: [Handle: RichTextBody] = [:]
    private var isListening = false

    func add(_ body: RichTextBody) {
      let handle = body.widget.handle
      known[handle] = body
      body.widget.whenGone { [weak self] in self?.known[handle] = nil }
      guard !isListening else { return }
      isListening = true
      AssistiveTechnology.onChange { [weak self] in
        for body in self?.known.values.map(\.self) ?? [] { body.castShadows() }
      }
    }
  }

  /// The blocks of each shadow.
  private var shadowParts: [Range<Int>] {
    let (single, together) = Self.most
    guard placed.count > single else { return placed.indices.map { $0..<($0 + 1) } }
    return (0..<single).map { $0..<($0 + 1) }
      + stride(from: single, to: placed.count, by: together).map { $0..<min($0 + together, placed.count) }
  }

  /// Makes the shadows of what is shown now.
  func castShadows() {
    guard AssistiveTechnology.isOn else {
      for shadow in shadows { shadow.remove() }
      shadows = []
      return
    }
    let parts = shadowParts
    while shadows.count > parts.count { shadows.removeLast().remove() }
    for (index, part) in parts.enumerated() {
      if index < shadows.count, shadows[index].shows(placed[part]) { continue }
      let blocks = placed[part].map(\.block)
      if index < shadows.count, shadows[index].take(blocks) { continue }
      let new = Shadow(of: blocks, in: widget, behind: index > 0 ? shadows[index - 1].last : nil)
      if index < shadows.count {
        shadows[index].remove()
        shadows[index] = new
      } else {
        shadows.append(new)
      }
    }
    gtk_widget_queue_allocate(widget.widget)
  }

  /// Gives the shadows the places of their blocks.
  func placeShadows() {
    for (shadow, part) in zip(shadows, shadowParts) { shadow.place(placed[part]) }
  }

  /// Tells a screen reader on which link the keyboard is: to it, the whole text has it.
  func tellFocusedLink() {
    guard AssistiveTechnology.isOn else { return }
    guard let place = focusedLink, let link = link(at: place), let words = words(of: place) else {
      return _ = widget.undescribed()
    }
    widget.described(localized("Link: \(words), \(Self.host(of: link))"))
  }
}
