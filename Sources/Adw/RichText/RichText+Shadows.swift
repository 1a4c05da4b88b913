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
    guard AssistiveTechnology.isOn, castsShadows else {
      for shadow in shadows { shadow.remove() }
      shadows = []
      return
    }
    let parts = shadowParts
    while shadows.count > parts.count { shadows.removeLast().remove() }
    for (index, part) in parts.enumerated() {
      let buttons = buttons(of: part)
      if index < shadows.count, shadows[index].shows(placed[part]) || shadows[index].take(placed[part].map(\.block)) {
        shadows[index].show(buttons, in: widget)
        continue
      }
      let new = Shadow(of: placed[part].map(\.block), in: widget, behind: index > 0 ? shadows[index - 1].last : nil)
      new.show(buttons, in: widget)
      if index < shadows.count {
        shadows[index].remove()
        shadows[index] = new
      } else {
        shadows.append(new)
      }
    }
    gtk_widget_queue_allocate(widget.widget)
  }

  /// Those of a block, and how they are called.
  private func buttons(of part: Range<Int>) -> [Shadow.Button] {
    guard part.count == 1, let index = part.first else { return [] }
    return placed[index].shape.buttons.map {
      Shadow.Button(kind: $0.kind, title: title(of: BlockButton(block: index, kind: $0.kind)))
    }
  }

  /// Gives the shadows the places of their blocks.
  func placeShadows() {
    for (shadow, part) in zip(shadows, shadowParts) {
      shadow.place(placed[part]) { kind in
        part.first.flatMap { frame(of: BlockButton(block: $0, kind: kind)) }
      }
    }
  }

  /// Tells a screen reader on which link or button the keyboard is: to it, the whole text has it. Once the keyboard is
  /// elsewhere that is said no more, though Tab goes on from there.
  func tellFocusedStop(hasFocus: Bool) {
    guard AssistiveTechnology.isOn else { return }
    switch hasFocus ? focusedStop : nil {
    case .link(let place):
      guard let link = link(at: place), let words = words(of: place) else { break }
      return _ = widget.described(localized("Link: \(words), \(LinkHost(of: link).shown)"))
    case .button(let button):
      guard isThere(button) else { break }
      return _ = widget.described(title(of: button))
    case nil: break
    }
    widget.undescribed()
  }
}
