import CAdw

/// A selection that may go across several texts, which are read from top to bottom.
@MainActor package final class SelectionGroup {
  private var members: [Handle: WeakBody] = [:]
  private var anchor: End?
  private var head: End?
  private var heardChange: @MainActor () -> Void = {}

  private struct End {
    weak var body: RichTextBody?
    var position: TextPosition
  }

  private struct WeakBody { weak var body: RichTextBody? }

  /// An empty selection.
  package init() {}

  /// Lets what is selected in a text go on in the others. A text is in one group at a time.
  package func join(_ text: RichText) { join(text.body) }

  func join(_ body: RichTextBody) {
    guard body.group !== self || members[body.widget.handle] == nil else { return }
    if body.group !== self { body.group.leave(body) }
    body.group = self
    if members.count % 64 == 63 { members = members.filter { $0.value.body != nil } }
    members[body.widget.handle] = WeakBody(body: body)
    show(in: body)
  }

  func leave(_ body: RichTextBody) {
    members[body.widget.handle] = nil
    if anchor?.body === body || head?.body === body { clear() }
  }

  /// Calls `body` whenever something else is selected.
  @discardableResult
  package func onChange(_ body: @escaping @MainActor () -> Void) -> Self {
    heardChange = body
    return self
  }

  /// Whether nothing is selected.
  package var isEmpty: Bool { selectedBodies.isEmpty }

  /// Selects nothing any more.
  package func clear() {
    guard anchor != nil else { return }
    anchor = nil
    head = nil
    tell()
  }

  /// All that is selected, as it is copied, with an empty line between texts; nil for nothing.
  package var text: String? {
    let texts = selectedBodies.compactMap(\.selectedText)
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  /// The texts of which something is selected, from top to bottom, and of each the lines of its source that are: to copy
  /// these.
  package var lines: [(text: RichText, lines: Range<Int>)] {
    selectedBodies.compactMap { body in body.selectedLines.map { (RichText(handle: body.widget.handle), $0) } }
  }

  private var selectedBodies: [RichTextBody] {
    let bodies = members.values.compactMap(\.body).filter { $0.selected != nil }
    return bodies.count < 2 ? bodies : bodies.sorted { isBefore($0, $1) }
  }

  // MARK: For the texts

  /// Begins anew at a place.
  func begin(at position: TextPosition, in body: RichTextBody) {
    if members[body.widget.handle] == nil { join(body) }
    anchor = End(body: body, position: position)
    head = anchor
    tell()
  }

  /// Goes on to a place, from where it began.
  func extend(to position: TextPosition, in body: RichTextBody) {
    guard anchor?.body != nil else { return begin(at: position, in: body) }
    head = End(body: body, position: position)
    tell()
  }

  /// The end that moves, if it is in this text.
  func head(in body: RichTextBody) -> TextPosition? { head?.body === body ? head?.position : nil }

  /// Whether something was begun that can go on.
  var hasBegun: Bool { anchor?.body != nil }

  /// The text that is at some height of a window, or the nearest to it.
  func member(at y: Double, in window: AnyWidget) -> RichTextBody? {
    func distance(_ body: RichTextBody) -> Double {
      let top = body.widget.point(Point(x: 0, y: 0), in: window).y
      return max(top - y, y - top - Double(body.widget.height), 0)
    }
    return members.values.compactMap(\.body).filter { $0.widget.isMapped }.min { distance($0) < distance($1) }
  }

  private func isBefore(_ one: RichTextBody, _ other: RichTextBody) -> Bool {
    guard let window = one.widget.window else { return false }
    let tops = [one, other].map { $0.widget.point(Point(x: 0, y: 0), in: window).y }
    return tops[0] < tops[1]
  }

  private func tell() {
    for member in members.values { if let body = member.body { show(in: body) } }
    heardChange()
  }

  /// Has a text draw what is selected of it.
  private func show(in body: RichTextBody) {
    let part = part(of: body)
    guard part != body.selected else { return }
    body.selected = part
    gtk_widget_queue_draw(body.widget.widget)
  }

  private func part(of body: RichTextBody) -> Range<TextPosition>? {
    guard let anchor, let head, let from = anchor.body, let to = head.body else { return nil }
    if from === to {
      guard body === from, anchor.position != head.position else { return nil }
      return min(anchor.position, head.position)..<max(anchor.position, head.position)
    }
    let isDown = isBefore(from, to)
    let (first, last) = isDown ? (anchor, head) : (head, anchor)
    if body === first.body { return first.position..<max(first.position, .end) }
    if body === last.body { return last.position > .start ? .start..<last.position : nil }
    guard let top = first.body, let bottom = last.body, isBefore(top, body), isBefore(body, bottom) else { return nil }
    return .start..<TextPosition.end
  }
}
