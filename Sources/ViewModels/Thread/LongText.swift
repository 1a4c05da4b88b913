internal import Domain
public import Markdown

/// All of a long text in its parts, for reading it in a window of its own.
public struct LongText: Sendable {
  /// All of it, as it is copied.
  public let text: String
  private let parts: Parts

  private enum Parts: Sendable {
    /// Where chunks of the text end.
    case chunks([Int])
    case blocks([[Block]])
  }

  /// How many bytes a part has at least, where it is made of blocks.
  private static let part = 4_000

  public init(_ text: String, isMarkdown: Bool = false) {
    guard isMarkdown, text.utf8.count <= TextReader.mostGrowing else {
      self.text = text
      parts = .chunks(TextChunks.cuts(in: text))
      return
    }
    let blocks = Document.blocks(of: text)
    self.text = Block.plainText(of: blocks)
    var all: [[Block]] = [[]]
    var bytes = 0
    for block in blocks {
      if bytes >= Self.part {
        all.append([])
        bytes = 0
      }
      all[all.count - 1].append(block)
      bytes += Block.plainText(of: [block]).utf8.count
    }
    parts = .blocks(all)
  }

  /// How many parts there are, at least one.
  public var count: Int {
    switch parts {
    case .chunks(let cuts): cuts.count + 1
    case .blocks(let all): all.count
    }
  }

  /// A part by its number from 0.
  public subscript(index: Int) -> [Block] {
    switch parts {
    case .chunks: Document.typed(chunk(index))
    case .blocks(let all): all[index]
    }
  }

  /// A part in words.
  public func words(_ index: Int) -> String {
    switch parts {
    case .chunks: chunk(index)
    case .blocks(let all): Block.plainText(of: all[index])
    }
  }

  /// What stands in the whole between the part before and this one.
  public func gap(before index: Int) -> String {
    guard index > 0 else { return "" }
    switch parts {
    case .chunks(let cuts):
      let end = text.utf8.index(text.utf8.startIndex, offsetBy: cuts[index - 1] - 1)
      return text.utf8[end] == UInt8(ascii: "\n") ? "\n" : ""
    case .blocks(let all):
      guard let last = all[index - 1].last, let first = all[index].first else { return "" }
      return last.isClose(to: first) ? "\n" : "\n\n"
    }
  }

  private func chunk(_ index: Int) -> String {
    guard case .chunks(let cuts) = parts else { return "" }
    return TextChunks.chunk(
      of: text, from: index == 0 ? 0 : cuts[index - 1], to: index == cuts.count ? text.utf8.count : cuts[index])
  }
}
