import CAdw

/// A selection that may go across several texts, which are read from top to bottom. Its ends are places in texts, not in
/// widgets: a text whose widget goes stays selected, and shows it again when it has a new one.
@MainActor package final class SelectionGroup {
  let texts: (any SelectionTexts)?
  private var members: [AnyHashable: WeakBody] = [:]
  private(set) var anchor: End?
  private var head: End?
  /// The pointer that is selecting just now.
  private(set) var drag: SelectionDrag?
  /// Whether the keyboard, not the pointer, chose where it ends.
  var showsCaret = false
  /// What is read to be copied, where it is not in memory.
  var reading: Task<Void, Never>?
  /// What was offered last to the middle button.
  var offered: Offered?
  private var heardChange: @MainActor () -> Void = {}

  /// A place in one of the texts.
  struct End {
    let text: AnyHashable
    /// Where the text stands among all, as far as was known last.
    var number: Int
    var position: TextPosition

    var place: SelectionTexts.Place { (text, number) }

    static func < (one: End, other: End) -> Bool {
      (one.number, one.position) < (other.number, other.position)
    }
  }

  private struct WeakBody { weak var body: RichTextBody? }

  /// An empty selection; of one text alone, unless somebody knows `texts`.
  package init(_ texts: (any SelectionTexts)? = nil) { self.texts = texts }

  /// Calls `body` when something else is selected, and when a pointer begins or ceases to select.
  package func onChange(_ body: @escaping @MainActor () -> Void) { heardChange = body }

  /// Whether something is selected, or a pointer is about to.
  package var isAtWork: Bool { drag != nil || ends != nil }

  /// Lets what is selected in a text go on in the others. A text is in one group at a time; `id` is what `texts` knows it
  /// by, whichever widget shows it.
  package func join(_ text: RichText, as id: AnyHashable) { join(text.body, as: id) }

  func join(_ body: RichTextBody, as id: AnyHashable) {
    body.group.leave(body)
    body.group = self
    body.id = id
    if members.count % 64 == 63 { members = members.filter { $0.value.body != nil } }
    members[id] = WeakBody(body: body)
    show(in: body)
  }

  private func leave(_ body: RichTextBody) {
    guard let id = body.id, members[id]?.body === body else { return }
    members[id] = nil
  }

  /// Selects nothing any more.
  package func clear() {
    guard anchor != nil else { return }
    anchor = nil
    head = nil
    drag = nil
    tell()
  }

  /// Selects nothing any more if it begins or ends in a text whose letters are others now; nor can be pasted what was
  /// selected there.
  package func drop(endIn text: AnyHashable) {
    if anchor?.text == text || head?.text == text { clear() }
    if let ends = offered?.ends, ends.first.text == text || ends.last.text == text { withdraw() }
  }

  // MARK: Its ends

  typealias Ends = (first: End, last: End)

  /// From where to where it goes; nil for nothing.
  var ends: Ends? {
    guard let anchor = anchor.map(renewed), let head = head.map(renewed) else { return nil }
    if anchor < head { return (anchor, head) }
    return head < anchor ? (head, anchor) : nil
  }

  private func renewed(_ end: End) -> End {
    guard let number = texts?.number(of: end.text) else { return end }
    var end = end
    end.number = number
    return end
  }

  /// A place in a text that has a widget.
  func end(at position: TextPosition, in body: RichTextBody) -> End {
    let id = body.id ?? AnyHashable(body.widget.handle)
    if members[id]?.body !== body { join(body, as: id) }
    return End(text: id, number: texts?.number(of: id) ?? 0, position: position)
  }

  /// Begins anew at a place.
  func begin(at position: TextPosition, in body: RichTextBody) {
    let end = end(at: position, in: body)
    select(from: end, to: end)
  }

  /// Goes on to a place, from where it began.
  func extend(to position: TextPosition, in body: RichTextBody) {
    guard let anchor else { return begin(at: position, in: body) }
    select(from: anchor, to: end(at: position, in: body))
  }

  /// Goes from one place to another, which is the one that moves.
  func select(from anchor: End, to head: End) {
    if let old = self.anchor, let end = self.head, old.text == anchor.text, old.position == anchor.position,
      end.text == head.text, end.position == head.position
    {
      return
    }
    self.anchor = anchor
    self.head = head
    tell()
  }

  /// Goes from the beginning of one text to the end of another, and of what is still to come to that.
  func select(from first: AnyHashable, through last: AnyHashable) {
    let numbers = [first, last].map { texts?.number(of: $0) ?? 0 }
    select(
      from: End(text: first, number: numbers[0], position: .start),
      to: End(text: last, number: numbers[1], position: .end))
  }

  /// The end that moves, if it is in this text.
  func head(in body: RichTextBody) -> TextPosition? { head?.text == body.id ? head?.position : nil }

  /// The text in which the end that moves is.
  var headText: AnyHashable? { head?.text }

  /// The widget of that text, if it has one.
  var headBody: RichTextBody? { head.flatMap { body(of: $0.text) } }

  /// What shows the text in which it began.
  var anchorBody: RichTextBody? { anchor.flatMap { body(of: $0.text) } }

  /// Whether something was begun that can go on.
  var hasBegun: Bool { anchor != nil }

  // MARK: Its texts

  /// What shows a text just now.
  func body(of text: AnyHashable) -> RichTextBody? {
    guard let body = members[text]?.body, body.widget.isMapped else { return nil }
    return body
  }

  private var shown: [RichTextBody] { members.values.compactMap(\.body).filter { $0.widget.isMapped } }

  /// The text that is at some height of a window, or the nearest to it.
  func member(at y: Double, in window: AnyWidget) -> RichTextBody? {
    func distance(_ body: RichTextBody) -> Double {
      let top = body.widget.point(Point(x: 0, y: 0), in: window).y
      return max(top - y, y - top - Double(body.widget.height), 0)
    }
    return shown.min { distance($0) < distance($1) }
  }

  /// The next text that has a widget, or the one before.
  func neighbour(of body: RichTextBody, isForward: Bool) -> RichTextBody? {
    guard let texts, let own = body.id.flatMap({ texts.number(of: $0) }) else { return nil }
    let others = shown.compactMap { other in
      other.id.flatMap { texts.number(of: $0) }.map { (body: other, number: $0) }
    }
    return isForward
      ? others.filter { $0.number > own }.min { $0.number < $1.number }?.body
      : others.filter { $0.number < own }.max { $0.number < $1.number }?.body
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
    guard let ends, let id = body.id else { return nil }
    return Self.part(of: id, number: texts?.number(of: id) ?? 0, from: ends.first, to: ends.last)
  }

  /// What lies in a text of what lies between two places; nil for nothing.
  static func part(of text: AnyHashable, number: Int, from first: End, to last: End) -> Range<TextPosition>? {
    let isFirst = text == first.text
    let isLast = text == last.text
    guard isFirst || isLast || number > first.number && number < last.number else { return nil }
    let from = isFirst ? first.position : .start
    let to = isLast ? last.position : .end
    return from < to ? from..<to : nil
  }

  // MARK: The pointer

  /// Begins to follow the pointer.
  func beginDrag(_ drag: SelectionDrag) {
    self.drag = drag
    drag.begin()
    heardChange()
  }

  func endDrag() {
    guard drag != nil else { return }
    drag = nil
    heardChange()
    keepPrimary()
  }
}
