import Adw
import Domain
import ViewModels

/// The texts of a chat's messages, for what is selected across them.
final class ThreadTexts: SelectionTexts {
  /// Called to have a message come into view.
  var onReveal: (MessageID) -> Void = { _ in }
  private let thread: ThreadModel

  init(_ thread: ThreadModel) { self.thread = thread }

  func number(of text: AnyHashable) -> Int? { id(text).flatMap { thread.row(of: .message($0))?.number } }

  func parts(from first: Place, through last: Place) -> [Part]? {
    thread.shownTexts(in: first.number...last.number)?.map(part)
  }

  func read(from first: Place, through last: Place) async throws -> [Part] {
    guard let from = id(first.text), let through = id(last.text) else { return [] }
    return try await thread.readTexts(in: first.number...last.number, from: from, through: through).map(part)
  }

  func tellNotCopied(_ error: (any Error)?) { thread.tellNotCopied(error as? StoreError) }

  func whole(around text: AnyHashable) -> (first: AnyHashable, last: AnyHashable) { (text, text) }

  func reveal(_ text: AnyHashable) {
    if let id = id(text) { onReveal(id) }
  }

  private func id(_ text: AnyHashable) -> MessageID? {
    if case .message(let id) = text.base as? ThreadRowID { id } else { nil }
  }

  private func part(_ text: NumberedText) -> Part {
    (ThreadRowID.message(text.id), text.number, text.shown.blocks, "\n\n")
  }
}

/// The parts of a long text.
final class ReaderTexts: SelectionTexts {
  /// Called to have a part come into view.
  var onReveal: (Int) -> Void = { _ in }
  private let text: LongText

  init(_ text: LongText) { self.text = text }

  func number(of part: AnyHashable) -> Int? { part.base as? Int }

  func parts(from first: Place, through last: Place) -> [Part]? { all(from: first, through: last) }

  func read(from first: Place, through last: Place) async -> [Part] { all(from: first, through: last) }

  /// All of it is in memory.
  func tellNotCopied(_: (any Error)?) {}

  private func all(from first: Place, through last: Place) -> [Part] {
    (first.number...last.number).map { ($0, $0, text[$0], text.gap(before: $0)) }
  }

  func whole(around part: AnyHashable) -> (first: AnyHashable, last: AnyHashable) { (0, text.count - 1) }

  func reveal(_ part: AnyHashable) {
    if let part = number(of: part) { onReveal(part) }
  }
}
