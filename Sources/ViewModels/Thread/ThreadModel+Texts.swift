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

  /// The texts between two numbers as their bubbles show them, oldest first; nil where not all are in memory. A message
  /// that is hidden or has no text has none.
  public func shownTexts(in numbers: ClosedRange<Int>) -> [NumberedText]? {
    let known = window.messages.map(\.number)
    guard !window.hasOlder || known.first.map({ $0 <= numbers.lowerBound }) ?? false,
      !window.hasNewer || known.last.map({ $0 >= numbers.upperBound }) ?? false
    else { return nil }
    return window.messages.filter { numbers.contains($0.number) }.compactMap(shownText)
  }

  /// The same, read from the disk; nil where that failed, which is told. Of `first` and `last`, which have these numbers,
  /// one may be gone.
  public func readTexts(
    in numbers: ClosedRange<Int>, from first: MessageID, through last: MessageID
  ) async -> [NumberedText]? {
    do throws(StoreError) {
      var texts: [NumberedText] = []
      var page = try await service.messages(in: chat.id, .around(first, before: 0, after: Self.step - 1))
      if page.isEmpty {
        page = try await service.messages(in: chat.id, .around(last, before: numbers.count, after: 0))
        guard !page.isEmpty else {
          notices.tell(localized("This message was deleted"))
          return nil
        }
      }
      while let newest = page.last {
        texts += page.filter { numbers.contains($0.number) }.compactMap(shownText)
        guard newest.number < numbers.upperBound else { break }
        page = try await service.messages(in: chat.id, .after(newest.id, limit: Self.step))
      }
      return texts
    } catch {
      notices.tell(error.sentence)
      return nil
    }
  }

  private func shownText(_ message: Message) -> NumberedText? {
    guard !deletions.hides(message.id), message.state != .queued else { return nil }
    let known = rowsByID[.message(message.id)]
    let row = known ?? ThreadRow(id: .message(message.id), message: message, time: clock.text)
    if known == nil, let choice = readingChoices[message.id] { row.read(asMarkdown: choice) }
    let shown = row.shownText
    return shown.blocks.isEmpty ? nil : NumberedText(id: message.id, number: message.number, shown: shown)
  }
}

extension Message {
  fileprivate var number: Int { Int(sequence) }
}
