internal import Domain
public import Markdown

/// What a bubble shows of its text.
public struct ShownText: Equatable, Sendable {
  /// What of the text is not shown.
  public enum Hidden: Sendable {
    case nothing
    /// What comes before, while a very long text grows at its end.
    case beginning
    case rest
  }

  /// One below the other; empty for no text.
  public internal(set) var blocks: [Block] = []
  /// What of the text is left out.
  public internal(set) var hidden = Hidden.nothing
  /// Whether the whole of it is shown only because its reader unfolded it or saw it come, and may fold it.
  public internal(set) var isUnfolded = false

  /// What of it is shown, without Markdown's marks.
  public var plain: String { Block.plainText(of: blocks) }
}

/// Reads a text for its bubble, again and again while it grows.
struct TextReader {
  /// Whether it is read as Markdown, or shown as it was typed.
  var isMarkdown: Bool {
    didSet { if isMarkdown != oldValue { (stream, cuts, isWhole) = (nil, [], false) } }
  }
  private(set) var shown = ShownText()
  /// Whether a long text is shown whole all the same, as its reader wants it or saw it come.
  private var isUnfolded = false
  private var text = ""
  /// What was read while it grew.
  private var stream: MarkdownStream?
  /// With which byte begins what is shown of it.
  private var start = 0
  /// Where the chunks of a text end that is too long to be shown whole while it grows.
  private var cuts: [Int] = []
  /// Whether it was seen to grow: then nothing of it is folded away under the eyes of its reader.
  private var isWhole = false

  /// A text of so many chunks is shown whole; of more, only the beginning of the first.
  static let mostChunks = 3
  /// How much of a folded text is shown, in letters and lines: enough to know it again, and quick to lay out.
  static let folded = (letters: 1_500, lines: 30)
  /// Of a text that grows all is shown until it has so many bytes, then its last two chunks; and one that is longer is not
  /// unfolded.
  static let mostGrowing = 200_000

  /// Whether so much may be shown whole.
  var canUnfold: Bool { text.utf8.count <= Self.mostGrowing }

  init(isMarkdown: Bool) { self.isMarkdown = isMarkdown }

  /// Reads a text, and says whether what is shown goes on from what was shown before.
  @discardableResult
  mutating func take(_ new: String, isGrowing: Bool) -> Bool {
    let goesOn = new.beginsWith(bytesOf: text)
    let oldStart = start
    start = 0
    if !goesOn { (stream, cuts, isWhole, isUnfolded) = (nil, [], false, false) }
    let old = text
    text = new
    if new.isEmpty {
      shown = ShownText()
    } else if isGrowing {
      grow(from: goesOn ? old : "")
    } else {
      end(from: old)
    }
    return goesOn && start == oldStart
  }

  /// Shows a long text that has ended whole, or its beginning again.
  mutating func unfold(_ isWanted: Bool) {
    guard isWanted != isUnfolded, canUnfold else { return }
    isUnfolded = isWanted
    readOnce()
  }

  private mutating func grow(from old: String) {
    guard isMarkdown, text.utf8.count <= Self.mostGrowing else { return growInChunks() }
    isWhole = true
    if stream == nil {
      var new = MarkdownStream()
      _ = new.append(text)
      stream = new
    } else if text.utf8.count > old.utf8.count {
      _ = stream?.append(String(text.utf8.dropFirst(old.utf8.count)) ?? "")
    }
    shown = ShownText(blocks: stream?.blocks ?? [])
  }

  private mutating func growInChunks() {
    (stream, isWhole) = (nil, false)
    cuts += TextChunks.cuts(in: text, after: cuts.last ?? 0)
    let all = [0] + cuts
    let first = all.count > Self.mostChunks ? all.count - 2 : 0
    start = all[first]
    shown = ShownText(
      blocks: (first..<all.count).flatMap { chunk($0, of: all) }, hidden: first > 0 ? .beginning : .nothing)
  }

  private func chunk(_ index: Int, of starts: [Int]) -> [Block] {
    let end = index + 1 < starts.count ? starts[index + 1] : text.utf8.count
    return Document.typed(TextChunks.chunk(of: text, from: starts[index], to: end))
  }

  private mutating func end(from old: String) {
    cuts = []
    if isWhole, stream != nil {
      if text.utf8.count > old.utf8.count {
        _ = stream?.append(String(text.utf8.dropFirst(old.utf8.count)) ?? "")
      }
      _ = stream?.end()
      // As if its reader had unfolded it, who may fold it now.
      isUnfolded = isLong
      shown = ShownText(blocks: stream?.blocks ?? [], isUnfolded: isUnfolded)
      stream = nil
    } else if !isWhole || old.utf8.count != text.utf8.count {
      isWhole = false
      readOnce()
    }
  }

  private var isLong: Bool { TextChunks.cuts(in: text, atMost: Self.mostChunks).count >= Self.mostChunks }

  private mutating func readOnce() {
    let isLong = isLong
    var part = text
    if isLong, !isUnfolded {
      let cut = TextChunks.cuts(in: text, letters: Self.folded.letters, lines: Self.folded.lines, atMost: 1).first
      if let cut { part = TextChunks.chunk(of: text, from: 0, to: cut) }
    }
    var blocks = isMarkdown ? Document.blocks(of: part) : Document.typed(part)
    if isLong, !isUnfolded {
      // A heading says nothing without what stands below it.
      while blocks.count > 1, blocks.last?.isHeading == true { blocks.removeLast() }
    }
    shown = ShownText(
      blocks: blocks, hidden: isLong && !isUnfolded ? .rest : .nothing, isUnfolded: isLong && isUnfolded)
  }
}

extension Block {
  fileprivate var isHeading: Bool { if case .heading = content { true } else { false } }
}
