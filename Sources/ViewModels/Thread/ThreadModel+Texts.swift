public import Domain
private import Localization
internal import Wording

/// What the bubble of a message shows, and where the message stands.
public struct NumberedText: Equatable, Sendable {
  /// Of which message it is.
  public let id: MessageID
  /// Where the message stands among all.
  public let number: Int
  /// What the bubble shows.
  public let shown: ShownText
}

/// What the messages show, also those that are not in memory: to copy what was selected across them.
extension ThreadModel {
  /// How many messages are read at once.
  private static let step = 100

  /// The texts between two numbers as their bubbles show them, oldest first; nil where not all are in memory, or nobody
  /// keeps up any more what is. A message that is hidden or has no text has none.
  public func shownTexts(in numbers: ClosedRange<Int>) -> [NumberedText]? {
    let known = window.messages.map(\.number)
    guard !hasLeft, !isRemoved, !window.hasOlder || known.first.map({ $0 <= numbers.lowerBound }) ?? false,
      !window.hasNewer || known.last.map({ $0 >= numbers.upperBound }) ?? false
    else { return nil }
    return window.messages.filter { numbers.contains($0.number) }.compactMap(shownText)
  }

  /// The same, read from the disk: what the line goes through from `first` to `last`. They had these numbers; where one is
  /// gone or on another branch, its number says where it stood.
  public func readTexts(
    in numbers: ClosedRange<Int>, from first: MessageID, through last: MessageID
  ) async throws(StoreError) -> [NumberedText] {
    let from = try await pageOnLine(from: first, before: 0, after: Self.step - 1)
    let through = try await pageOnLine(from: last, before: from == nil ? Self.step - 1 : 0, after: 0)
    let lower = from?.first?.number ?? numbers.lowerBound
    let upper = through?.last?.number ?? numbers.upperBound
    func shown(_ page: [Message]) -> [NumberedText] {
      page.filter { $0.number >= lower && $0.number <= upper }.compactMap(shownText)
    }
    if let from {
      var texts = shown(from)
      if from.last.map({ $0.number >= upper }) ?? true { return texts }
      for try await page in service.pages(of: chat.id, .oldestFirst, length: Self.step, beyond: from) {
        texts += shown(page)
        if page.contains(where: { $0.number >= upper }) { break }
      }
      return texts
    }
    // From below, a page at a time, as nobody knows how many there are.
    let below = through?.reversed() ?? []
    var pages = [shown(below.reversed())]
    if below.last.map({ $0.number <= lower }) ?? false { return pages[0] }
    for try await page in service.pages(of: chat.id, .newestFirst, length: Self.step, beyond: below) {
      pages.append(shown(page.reversed()))
      if page.contains(where: { $0.number <= lower }) { break }
    }
    return pages.reversed().flatMap(\.self)
  }

  /// A message and so many around it; nil where the line does not go through it.
  private func pageOnLine(from id: MessageID, before: Int, after: Int) async throws(StoreError) -> [Message]? {
    try await service.messages(in: chat.id, around: [id], nearest: 0, before: before, after: after)?.messages
  }

  /// Tells why nothing was copied: the reading failed, or nothing is left of what was selected.
  public func tellNotCopied(_ error: StoreError?) {
    notices.tell(error?.sentence ?? localized("Nothing is left of what was selected"))
  }

  private func shownText(_ message: Message) -> NumberedText? {
    guard !deletions.hides(message.id), message.state != .queued else { return nil }
    let row = shown.row(for: message)
    // Nobody tells the rows of a chat that was left what became of their messages.
    if hasLeft { shown.show(message, in: row) }
    let text = row.shownText
    return text.blocks.isEmpty ? nil : NumberedText(id: message.id, number: message.number, shown: text)
  }
}

extension Message {
  fileprivate var number: Int { Int(sequence) }
}
