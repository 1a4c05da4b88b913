import Domain
private import Localization
internal import Wording

/// Words for screen readers.
enum Spoken {
  /// Longer names are more than anybody listens to, and travel over the bus each time.
  private static let most = 2_000

  /// Parts one after another as sentences; a part that ends like one gets no second stop.
  static func sentences(_ parts: [String]) -> String {
    var all = ""
    for part in parts where !part.isEmpty {
      if let last = all.last { all += ".!?…:".contains(last) ? " " : ". " }
      all += part
    }
    return all
  }

  /// A text, or the beginning of a long one and how long it is.
  ///
  /// - Parameter bytes: how many the whole text has, of which this may be a part.
  static func cut(_ text: String, of bytes: Int) -> String {
    guard bytes > most else { return text }
    let end = TextChunks.cuts(in: text, letters: most, atMost: 1).first
    guard end != nil || text.utf8.count < bytes / 2 else { return text }
    let shown = end.map { TextChunks.chunk(of: text, from: 0, to: $0) } ?? text
    return localized("\(shown)… \(ByteCount.text(Int64(bytes))) in all")
  }
}
