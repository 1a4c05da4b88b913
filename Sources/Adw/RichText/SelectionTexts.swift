package import Markdown

/// Knows the texts of a selection, also those that no widget shows just now.
@MainActor package protocol SelectionTexts: AnyObject {
  /// One of the texts, and where it stood among all when that was last known: it may be gone.
  typealias Place = (text: AnyHashable, number: Int)
  /// What one of the texts shows, and what stands between the one before it and it when both are copied.
  typealias Part = (text: AnyHashable, number: Int, blocks: [Block], gap: String)

  /// Where a text stands among all, from top to bottom; nil where that cannot be said now.
  func number(of text: AnyHashable) -> Int?
  /// What all texts show from one to another, from top to bottom; nil where not all of them are in memory.
  func parts(from first: Place, through last: Place) -> [Part]?
  /// The same, read from wherever they are; nil where that failed, of which the user was told.
  func read(from first: Place, through last: Place) async -> [Part]?
  /// From which text to which all is selected by the keyboard in one of them.
  func whole(around text: AnyHashable) -> (first: AnyHashable, last: AnyHashable)
  /// Brings a text that has no widget on screen.
  func reveal(_ text: AnyHashable)
}

// What is copied: also what no widget shows, and always as it is by then.
extension SelectionGroup {
  /// Whether nothing is selected.
  package var isEmpty: Bool {
    guard let ends else { return true }
    guard ends.first.text == ends.last.text else { return false }
    if let body = body(of: ends.first.text) { return body.selectedText == nil }
    return texts?.parts(from: ends.first.place, through: ends.last.place)?.isEmpty ?? false
  }

  /// All that is selected, as it is copied; nil for nothing, and where it would have to be read first.
  package var text: String? { ends.flatMap { atHand($0) ?? nil } }

  /// Copies what is selected, and calls `done` then; false for nothing. What is not in memory is read first.
  @discardableResult
  package func copy(then done: @escaping @MainActor () -> Void = {}) -> Bool {
    guard let ends, !isEmpty else { return false }
    reading?.cancel()
    if let known = atHand(ends) {
      guard let text = known else { return false }
      Clipboard.copy(text)
      done()
    } else {
      reading = Task {
        guard let text = await read(ends), !Task.isCancelled else { return }
        Clipboard.copy(text)
        done()
      }
    }
    return true
  }

  /// What is selected can be pasted by the middle button, also when it is not selected any more.
  func keepPrimary() {
    guard let ends, !isEmpty else { return }
    Clipboard.keepSelected { await self.read(ends) }
  }

  /// Nil where it would have to be read.
  private func atHand(_ ends: (first: End, last: End)) -> String?? {
    guard let texts else {
      return .some(body(of: ends.first.text)?.text(in: ends.first.position..<ends.last.position))
    }
    return texts.parts(from: ends.first.place, through: ends.last.place).map { joined($0, ends) }
  }

  private func read(_ ends: (first: End, last: End)) async -> String? {
    if let known = atHand(ends) { return known }
    let parts = await texts?.read(from: ends.first.place, through: ends.last.place)
    return parts.flatMap { joined($0, ends) }
  }

  private func joined(_ parts: [SelectionTexts.Part], _ ends: (first: End, last: End)) -> String? {
    var all: String?
    for part in parts {
      guard let range = Self.part(of: part.text, number: part.number, from: ends.first, to: ends.last),
        let text = RichTextBody.text(of: part.blocks, in: range)
      else { continue }
      all = all.map { $0 + part.gap + text } ?? text
    }
    return all
  }
}
