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
  /// The same, read from wherever they are. Nobody is told where that fails: perhaps nobody asked for it.
  func read(from first: Place, through last: Place) async throws -> [Part]
  /// Tells the user why nothing was copied: the reading failed, or, for nil, nothing is left of what was selected.
  func tellNotCopied(_ error: (any Error)?)
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
  package var text: String? {
    guard let ends else { return nil }
    guard let texts else { return alone(ends) }
    return texts.parts(from: ends.first.place, through: ends.last.place).flatMap { joined($0, ends) }
  }

  /// Copies what is selected, and calls `done` then; false for nothing. What is not in memory is read first. The user is told
  /// where that fails, and where nothing is left of it.
  @discardableResult
  package func copy(then done: @escaping @MainActor () -> Void = {}) -> Bool {
    guard let ends, !isEmpty else { return false }
    reading?.cancel()
    guard let texts else { return copy(alone(ends), done) }
    if let known = texts.parts(from: ends.first.place, through: ends.last.place) { return copy(known, ends, done) }
    reading = Task {
      do {
        let read = try await texts.read(from: ends.first.place, through: ends.last.place)
        if !Task.isCancelled { copy(read, ends, done) }
      } catch {
        if !Task.isCancelled { texts.tellNotCopied(error) }
      }
    }
    return true
  }

  @discardableResult
  private func copy(_ parts: [SelectionTexts.Part], _ ends: Ends, _ done: @MainActor () -> Void) -> Bool {
    guard parts.isEmpty else { return copy(joined(parts, ends), done) }
    texts?.tellNotCopied(nil)
    return true
  }

  private func copy(_ text: String?, _ done: @MainActor () -> Void) -> Bool {
    guard let text else { return false }
    Clipboard.copy(text)
    done()
    return true
  }

  /// What is selected in a text that has no others beside it.
  private func alone(_ ends: Ends) -> String? {
    body(of: ends.first.text)?.text(in: ends.first.position..<ends.last.position)
  }

  private func joined(_ parts: [SelectionTexts.Part], _ ends: Ends) -> String? {
    var ends = ends
    // Messages that were put between may have moved the others on.
    for part in parts {
      if part.text == ends.first.text { ends.first.number = part.number }
      if part.text == ends.last.text { ends.last.number = part.number }
    }
    var all: String?
    for part in parts {
      guard let range = Self.part(of: part.text, number: part.number, from: ends.first, to: ends.last),
        let text = RichTextBody.text(of: part.blocks, in: range, goesOn: ends.first.text != ends.last.text)
      else { continue }
      if all == nil {
        all = text
      } else {
        // In place: there may be thousands of them.
        all?.append(part.gap)
        all?.append(text)
      }
    }
    return all
  }
}

// What the middle button pastes.
extension SelectionGroup {
  /// What was offered to the middle button, until its letters are others.
  final class Offered {
    fileprivate(set) var ends: Ends?
    fileprivate var offer: Weak<AnyObjectHandle>?

    fileprivate init(_ ends: Ends) { self.ends = ends }
  }

  /// What is selected can be pasted by the middle button, also when it is not selected any more.
  func keepPrimary() {
    guard let ends, !isEmpty else { return }
    let new = Offered(ends)
    new.offer = Clipboard.keepSelected { await self.pasted(new) }
    offered = new
  }

  private func pasted(_ offered: Offered) async -> String? {
    guard let ends = offered.ends else { return nil }
    guard let texts else { return alone(ends) }
    let known = texts.parts(from: ends.first.place, through: ends.last.place)
    // Whoever pastes gets nothing where it cannot be read; the user may not even have asked, but a clipboard manager.
    let read = known == nil ? try? await texts.read(from: ends.first.place, through: ends.last.place) : nil
    // Reading may have found that the letters are others.
    guard let parts = known ?? read, offered.ends != nil else { return nil }
    return joined(parts, ends)
  }

  /// Lets nobody paste any more what was selected.
  func withdraw() {
    offered?.ends = nil
    if let offer = offered?.offer?.value { Clipboard.withdraw(offer) }
    offered = nil
  }
}
