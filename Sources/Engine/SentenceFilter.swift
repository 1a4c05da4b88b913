/// Lets a text through by whole sentences and lines, so that one that is cut off ends with one.
struct SentenceFilter {
  private var held = ""

  private static let ends: Set<Character> = [".", "!", "?", "…", "؟", "۔", "।"]
  /// Behind these no space follows.
  private static let wideEnds: Set<Character> = ["。", "！", "？", "．"]
  /// What may stand between a sentence's end and the space.
  private static let closing: Set<Character> = ["\"", "'", ")", "]", "*", "_", "”", "’", "»", "“", "」", "』", "）"]

  /// What is whole now.
  mutating func take(_ chunk: String) -> String {
    held += chunk
    guard let end = endOfWhole() else { return "" }
    defer { held = String(held[end...]) }
    return String(held[..<end])
  }

  /// What is left, where nothing follows: of a text that was cut off only what looks whole.
  mutating func end(isCut: Bool) -> String {
    defer { held = "" }
    let last = held.reversed().first { !$0.isWhitespace && !Self.closing.contains($0) }
    return !isCut || last.map(Self.ends.union(Self.wideEnds).contains) == true ? held : ""
  }

  /// Where the last sentence or line that is over ends.
  private func endOfWhole() -> String.Index? {
    var end: String.Index?
    var isAtEnd = false
    for index in held.indices {
      let character = held[index]
      if character.isNewline || Self.wideEnds.contains(character) || isAtEnd && character.isWhitespace {
        end = held.index(after: index)
        isAtEnd = false
      } else if Self.ends.contains(character) {
        isAtEnd = true
      } else if !Self.closing.contains(character) {
        isAtEnd = false
      }
    }
    return end
  }
}
