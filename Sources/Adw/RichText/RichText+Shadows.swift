import CAdw
import Markdown

/// What screen readers find in a text: a label for each block, which has a place, but is never measured nor drawn.
struct Shadow {
  let label: AnyWidget
  let role: Role
  let links: [AnyWidget]
  /// Its buttons, and how they are called.
  let buttons: [(label: AnyWidget, kind: BlockButton.Kind, title: String)]
  /// What they were made of.
  let block: Block
}

extension RichText {
  /// What screen readers find in it; for tests.
  package var spoken: [(role: Role, text: String)] {
    body.shadows.flatMap { shadow in
      [(role: shadow.role, text: Label(handle: shadow.label.handle).text)]
        + shadow.links.map { (role: Role.link, text: Label(handle: $0.handle).text) }
        + shadow.buttons.map { (role: Role.button, text: $0.title) }
    }
  }
}

extension RichTextBody {
  /// More is not told block by block: it is the message's to say how long it is.
  private static let most = 400
  private static let longest = 20_000

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

  /// Makes the shadows of what is shown now.
  func castShadows() {
    guard AssistiveTechnology.isOn else {
      for shadow in shadows { remove(shadow) }
      shadows = []
      return
    }
    let wanted = placed.prefix(Self.most).map(\.block)
    while shadows.count > wanted.count { remove(shadows.removeLast()) }
    for (index, block) in wanted.enumerated() {
      guard index < shadows.count else {
        shadows.append(makeShadow(of: block, index))
        continue
      }
      let known = shadows[index]
      guard known.block != block || known.buttons.map(\.title) != buttons(of: index).map(\.title) else { continue }
      let role = Self.role(of: block)
      if known.role == role, known.links.isEmpty, Self.linkTexts(of: block).isEmpty,
        known.buttons.map(\.title) == buttons(of: index).map(\.title)
      {
        gtk_label_set_text(^known.label, Self.spoken(block))
        shadows[index] = Shadow(label: known.label, role: role, links: [], buttons: known.buttons, block: block)
      } else {
        // In its place: what comes behind it would be read before it otherwise.
        for shadow in shadows[index...] { remove(shadow) }
        shadows.removeSubrange(index...)
        shadows.append(makeShadow(of: block, index))
      }
    }
    gtk_widget_queue_allocate(widget.widget)
  }

  private func remove(_ shadow: Shadow) {
    for child in shadow.links + shadow.buttons.map(\.label) { gtk_widget_unparent(child.widget) }
    gtk_widget_unparent(shadow.label.widget)
  }

  private func buttons(of index: Int) -> [(kind: BlockButton.Kind, title: String)] {
    placed[index].shape.buttons.map { ($0.kind, title(of: BlockButton(block: index, kind: $0.kind))) }
  }

  private func makeShadow(of block: Block, _ index: Int) -> Shadow {
    let role = Self.role(of: block)
    let label = makeChild(Self.spoken(block), role)
    let links = Self.linkTexts(of: block).map { makeChild($0, .link) }
    let buttons = buttons(of: index).map { (makeChild($0.title, .button), $0.kind, $0.title) }
    return Shadow(label: label, role: role, links: links, buttons: buttons, block: block)
  }

  private func makeChild(_ text: String, _ role: Role) -> AnyWidget {
    let label = Label(text).role(role)
    label.isTarget = false
    gtk_widget_set_parent(label.widget, widget.widget)
    return AnyWidget(label)
  }

  /// Gives the shadows the places of their blocks.
  func placeShadows() {
    for (index, shadow) in shadows.enumerated() where index < placed.count {
      let frame = placed[index].frame
      var room = GtkAllocation(
        x: gint(frame.x), y: gint(frame.y), width: gint(max(frame.width, 1)), height: gint(max(frame.height, 1)))
      for child in [shadow.label] + shadow.links { gtk_widget_size_allocate(child.widget, &room, -1) }
      for button in shadow.buttons {
        guard let frame = self.frame(of: BlockButton(block: index, kind: button.kind)) else { continue }
        var room = GtkAllocation(
          x: gint(frame.x), y: gint(frame.y), width: gint(frame.width), height: gint(frame.height))
        gtk_widget_size_allocate(button.label.widget, &room, -1)
      }
    }
  }

  private static func role(of block: Block) -> Role {
    if case .heading = block.content { return .heading }
    if let inner = block.containers.last, inner.isFirst, case .item = inner.kind { return .listItem }
    return .label
  }

  private static func spoken(_ block: Block) -> String {
    let text =
      switch block.content {
      case .paragraph(let text), .heading(_, let text), .typed(let text, _): text.text
      case .code(let code): code.text
      case .table(let table):
        ([table.head] + table.rows).map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
      case .rule: ""
      }
    return text.utf8.count > longest ? String(text.prefix(longest)) : text
  }

  private static func linkTexts(of block: Block) -> [String] {
    let texts: [Inline] =
      switch block.content {
      case .paragraph(let text), .heading(_, let text), .typed(let text, _): [text]
      case .table(let table): ([table.head] + table.rows).flatMap(\.self)
      case .code, .rule: []
      }
    return texts.flatMap { text in
      text.spans.compactMap { span -> String? in
        guard case .link = span.style else { return nil }
        let from = text.text.utf8.index(text.text.startIndex, offsetBy: span.range.lowerBound)
        return String(text.text[from..<text.text.utf8.index(from, offsetBy: span.range.count)])
      }
    }
  }
}
