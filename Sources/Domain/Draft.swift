/// What the user has written or picked in a chat and not yet sent.
public struct Draft: Hashable, Sendable {
  /// As it stands in the composer.
  public var text: String
  /// Pictures that are to go with it, in order.
  public var pictures: [Attachment]

  public init(text: String = "", pictures: [Attachment] = []) {
    self.text = text
    self.pictures = pictures
  }

  /// Blank drafts are neither kept nor sent.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) && pictures.isEmpty }
}

/// A chat has one row for its draft, but several processes may write in the chat at once. Each has a part of the row:
/// whole lines of its text, and some of its pictures. A process changes and takes away its own part only, so that
/// nobody's words go because somebody else types, sends or is killed.
extension Draft {
  /// The draft with `other` in the place of `part`; at its end, where `part` is not in it.
  public func replacing(_ part: Draft, by other: Draft) -> Draft {
    var rest = pictures
    for picture in part.pictures {
      if let index = rest.firstIndex(of: picture) { rest.remove(at: index) }
    }
    return Draft(text: Self.replacing(part.text, by: other.text, in: text), pictures: rest + other.pictures)
  }

  /// Whether all of `part` is in it.
  public func contains(_ part: Draft) -> Bool {
    var rest = pictures
    for picture in part.pictures {
      guard let index = rest.firstIndex(of: picture) else { return false }
      rest.remove(at: index)
    }
    return part.text.isBlank || text == part.text || Self.range(of: part.text, in: Self.lines(of: text)) != nil
  }

  private static func replacing(_ part: String, by other: String, in whole: String) -> String {
    if whole == part || whole.isBlank { return other }
    let lines = lines(of: whole)
    let range = range(of: part, in: lines) ?? lines.endIndex..<lines.endIndex
    let new = other.isBlank ? [] : [Substring(other)]
    return (lines[..<range.lowerBound] + new + lines[range.upperBound...]).joined(separator: "\n")
  }

  /// Where the lines of `part` stand together in others, the last time if they do so several times.
  private static func range(of part: String, in lines: [Substring]) -> Range<Int>? {
    guard !part.isBlank else { return nil }
    let wanted = Self.lines(of: part)
    guard wanted.count <= lines.count else { return nil }
    return (0...(lines.count - wanted.count)).reversed().lazy.map { $0..<($0 + wanted.count) }
      .first { lines[$0].elementsEqual(wanted) }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
