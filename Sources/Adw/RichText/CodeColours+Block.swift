import Platform

/// The colours of one block of code that is near the view. To let go of it calls off what is still to be coloured.
@MainActor package final class CodeColouring {
  let language: CodeLanguage
  private let colours: CodeColours
  private let onChange: @MainActor (Range<Int>) -> Void
  private(set) var text = ""
  /// In the order of their places, none over another.
  package private(set) var spans: [CodeSpan] = []
  /// Whether it stands in the queue.
  var isWaiting = false
  private var changes: Range<Int>?

  /// Prepares to colour code in a language, as it was written behind the fence. `onChange` is called later, from the main
  /// loop, with the bytes whose spans have changed.
  package init(
    language: String, by colours: CodeColours = .shared, onChange: @escaping @MainActor (Range<Int>) -> Void
  ) {
    self.language = CodeLanguage(language)
    self.colours = colours
    self.onChange = onChange
  }

  /// Says what the code is now. The colours of a text come later; those of some lines more, of the text that was coloured
  /// last, are there when this returns, and `onChange` is not told. Of another text the colours are kept up to the first
  /// line that differs.
  package func show(_ text: String) {
    var (old, new) = (self.text, text)
    let common = new.withUTF8 { new in old.withUTF8 { commonCount($0, new) } }
    guard common < new.utf8.count || common < old.utf8.count else { return }
    self.text = new
    if common < old.utf8.count {
      let feed = old.utf8.prefix(common).lastIndex(of: UInt8(ascii: "\n"))
      cut(from: feed.map { old.utf8.distance(from: old.startIndex, to: $0) + 1 } ?? 0)
      colours.begin(self)
    }
    colours.colour(self)
  }

  /// The spans that touch a range of bytes.
  package func spans(in range: Range<Int>) -> ArraySlice<CodeSpan> {
    spans[firstSpan(endingAfter: range.lowerBound)..<firstSpan { $0.range.lowerBound >= range.upperBound }]
  }

  /// Reads on for some time; whether nothing is left to be read.
  func read(by buffer: CodeBuffer, for time: Duration) -> Bool {
    let end = threadTime() + time
    return text.withUTF8 { bytes in
      repeat {
        if buffer.isDone(with: bytes.count) { return true }
        let (range, spans) = buffer.read(bytes)
        take(spans, in: range)
      } while threadTime() < end
      return buffer.isDone(with: bytes.count)
    }
  }

  /// Tells whoever shows the code what has changed since the last time.
  func tell() {
    guard let range = changes else { return }
    changes = nil
    onChange(range)
  }

  /// Forgets what has changed: whoever shows the code looks by themselves.
  func forgetChanges() { changes = nil }

  /// Puts spans in the place of those in a range.
  private func take(_ new: [CodeSpan], in range: Range<Int>) {
    var new = new
    let old = spans(in: range)
    var (first, last) = (old.startIndex, old.endIndex)
    if let before = old.first, before.range.lowerBound < range.lowerBound {
      new.insert(CodeSpan(range: before.range.lowerBound..<range.lowerBound, style: before.style), at: 0)
    } else if first > 0, spans[first - 1].range.upperBound == range.lowerBound {
      first -= 1
      new.insert(spans[first], at: 0)
    }
    if let after = old.last, after.range.upperBound > range.upperBound {
      new.append(CodeSpan(range: range.upperBound..<after.range.upperBound, style: after.style))
    }
    new = new.joined()
    if new.elementsEqual(spans[first..<last]) { return }
    spans.replaceSubrange(first..<last, with: new)
    last = 0
    changes = changes.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
  }

  private func cut(from byte: Int) {
    let first = firstSpan(endingAfter: byte)
    let part = spans[first...].first.map { CodeSpan(range: $0.range.clamped(to: 0..<byte), style: $0.style) }
    spans.removeSubrange(first...)
    if let part, !part.range.isEmpty { spans.append(part) }
    changes = nil
  }

  private func firstSpan(endingAfter byte: Int) -> Int { firstSpan { $0.range.upperBound > byte } }

  /// The number of the first span of which something holds that holds of all after it, too.
  private func firstSpan(where holds: (CodeSpan) -> Bool) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(spans[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [CodeSpan] {
  /// The same, with those that meet in one style as one.
  fileprivate func joined() -> [CodeSpan] {
    reduce(into: []) { joined, span in
      if let last = joined.last, last.range.upperBound == span.range.lowerBound, last.style == span.style {
        joined[joined.count - 1].range = last.range.lowerBound..<span.range.upperBound
      } else {
        joined.append(span)
      }
    }
  }
}

/// How many bytes two texts begin with alike.
private func commonCount(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
  let count = min(one.count, other.count)
  // What grows is compared fast.
  if count == 0 || memcmp(one.baseAddress!, other.baseAddress!, count) == 0 { return count }
  return (0..<count).first { one[$0] != other[$0] } ?? count
}
