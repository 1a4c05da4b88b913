import CAdw
import Markdown

/// How a block of code is shown, which its reader may choose.
struct CodeView: Equatable {
  /// Whether only its first lines are shown.
  var isFolded = false
  /// Whether lines that are too wide are broken; else the block scrolls sideways.
  var wrapsLines = false
  /// Whether each line has its number beside it.
  var isNumbered = false
}

/// Lines of code on a ground of their own. How high they are is known without laying them out; a line that is too wide
/// is not broken, the block scrolls sideways, unless its reader wants it otherwise.
final class CodeShape: BlockShape {
  let code: CodeBlock
  private(set) var chunks: [CodeChunk] = []
  /// How many lines there are.
  let lineCount: Int
  /// Those that are laid out, by their numbers.
  private var laid: [Int: LaidText] = [:]
  private(set) var look: TextLook
  private(set) var width = 0
  private var offset = 0.0
  /// The widest line that was laid out: letters of other scripts may be wider than those of the font.
  private var seenWidth = 0.0
  /// Of chunks that had to be laid out to be measured.
  private var heights = KnownHeights()
  /// Where chunks begin, and where the last one that is shown ends.
  private var tops: [Int] = [0]
  var ink: CodeInk?
  /// Whether what is around it runs from right to left.
  private(set) var isMirrored = false
  /// Whether it may be folded at all.
  private let isFoldable: Bool

  /// How its reader wants it.
  var view = CodeView() {
    didSet {
      guard view != oldValue else { return }
      if view.wrapsLines != oldValue.wrapsLines || view.isNumbered != oldValue.isNumbered { forget() }
      offset = 0
      tops = [Int](repeating: top, count: shownCount + 1)
    }
  }

  /// Code of more lines than this is folded.
  private static let mostUnfolded = 40

  /// Code that was there and grows is not folded away under the eyes of its reader.
  init(_ code: CodeBlock, _ look: TextLook, isFoldable: Bool, replacing old: CodeShape?) {
    self.code = code
    self.look = look
    self.isFoldable = isFoldable
    var last: CodeChunk?
    let grown = old.flatMap {
      code.language == $0.code.language && code.text.goesOn(from: $0.code.text) ? $0 : nil
    }
    if let old = grown {
      // What grows keeps what was there, but for its last lines.
      chunks = old.chunks.dropLast()
      last = old.chunks.last
    }
    chunks += CodeChunk.chunks(of: code.text, from: last?.range.lowerBound ?? 0, line: last?.line ?? 0)
    lineCount = chunks.last.map { $0.line + $0.count } ?? 0
    if let old = grown {
      let kept = max(old.chunks.count - 1, 0)
      ink = old.ink
      laid = old.laid.filter { $0.key < kept }
      heights = old.heights.first(kept)
      (offset, seenWidth, width, isMirrored) = (old.offset, old.seenWidth, old.width, old.isMirrored)
      view = old.view
    } else if let old, !old.code.isClosed {
      view = old.view
    } else {
      view = CodeView(isFolded: canFold)
    }
    tops = [Int](repeating: 0, count: shownCount + 1)
    ink?.shape = self
    ink?.colouring.show(code.text)
  }

  // MARK: Folding

  /// Whether it is so long that it may be folded; not while it is open, as code is that grows.
  var canFold: Bool { isFoldable && code.isClosed && lineCount > Self.mostUnfolded && foldedCount < chunks.count }

  /// How many chunks are shown of it folded.
  private var foldedCount: Int { (chunks.firstIndex { !$0.isCut } ?? 0) + 1 }

  private var shownCount: Int { view.isFolded && canFold ? foldedCount : chunks.count }

  /// What is folded away, with what stands before it.
  var foldedText: String? {
    guard shownCount < chunks.count else { return nil }
    let bytes = code.text.utf8
    return "\n" + code.text[bytes.index(bytes.startIndex, offsetBy: chunks[shownCount].range.lowerBound)...]
  }

  // MARK: Measuring

  var padding: (x: Int, y: Int) { (look.ems(0.9), look.ems(0.7)) }
  /// How high the line above the code is that names its language; 0 without one.
  var head: Int { code.language.isEmpty ? 0 : look.ems(2) }
  /// How high the line below it is that folds it; 0 without one.
  var foot: Int { canFold ? look.ems(2.1) : 0 }
  private var top: Int { head > 0 ? head + look.ems(0.45) : padding.y }
  /// How wide the column of line numbers is; 0 without them.
  var gutter: Int {
    guard view.isNumbered else { return 0 }
    return Int((Double(String(lineCount).utf8.count) * look.codeLetter).rounded(.up)) + look.ems(0.9)
  }

  /// How wide lines may be where they are broken; nil where they are not.
  private func room(in width: Int) -> Int? {
    view.wrapsLines ? max(width - 2 * padding.x - gutter, look.ems(4)) : nil
  }

  /// Finds out where the chunks lie in a width, and whether some of it is a guess.
  private func measure(in width: Int, by setter: Typesetter) -> (tops: [Int], isGuess: Bool) {
    var isGuess = false
    var y = top
    var tops = [y]
    let room = room(in: width)
    for index in 0..<shownCount {
      if let height = height(of: index, in: room, by: setter) {
        y += height
      } else {
        isGuess = true
        let letters = room.map { max(1, Int(Double($0) / look.codeLetter)) } ?? .max
        y += max(chunks[index].count, chunks[index].range.count / letters) * look.codeLine
      }
      tops.append(y)
    }
    return (tops, isGuess)
  }

  /// How high a chunk is; nil where nobody knows and it costs too much to find out now.
  private func height(of index: Int, in room: Int?, by setter: Typesetter) -> Int? {
    let chunk = chunks[index]
    let fits = room.map { Double(chunk.columns) * look.codeLetter + 1 <= Double($0) } ?? true
    if chunk.isPlain, fits { return chunk.count * look.codeLine }
    if let known = heights.height(of: index, in: room) { return known }
    if let budget = setter.budget, budget <= 0 { return nil }
    setter.budget = setter.budget.map { $0 - chunk.range.count }
    var height: gint = 0
    pango_layout_get_size(layout(of: index, in: room, by: setter), nil, &height)
    laid[index] = nil
    let found = max(LaidText.pixels(height), chunk.count * look.codeLine)
    heights.add(found, of: index, in: room)
    return found
  }

  private var textWidth: Double {
    max(Double(chunks[..<shownCount].map(\.columns).max() ?? 0) * look.codeLetter + 1, seenWidth)
  }

  func wishedWidth(by setter: Typesetter) -> Int { Int(textWidth.rounded(.up)) + 2 * padding.x + gutter }

  func size(in room: Int, by setter: Typesetter) -> BlockSize {
    look = setter.look
    isMirrored = setter.isMirrored
    // First, as it finds how wide lines are that are not of plain letters.
    let (tops, isGuess) = measure(in: room, by: setter)
    let wished = wishedWidth(by: setter)
    return BlockSize(
      room: room, width: min(wished, room), height: (tops.last ?? top) + padding.y + foot, isWhole: wished <= room,
      isGuess: isGuess)
  }

  func place(in width: Int, by setter: Typesetter) {
    self.width = width
    tops = measure(in: width, by: setter).tops
  }

  var height: Int { (tops.last ?? top) + padding.y + foot }

  var sideways: Sideways? {
    get {
      let overflow = textWidth + Double(2 * padding.x + gutter - width)
      // A little may stand in the edge: letters are rounded.
      guard !view.wrapsLines, overflow > Double(padding.x) * 0.7 else { return nil }
      let left = gutter > 0 ? Double(gutter + padding.x / 2) : 0
      let frame = Rectangle(x: left, y: 0, width: Double(width) - left, height: Double(height - foot))
      return Sideways(frame: frame, overflow: overflow, offset: min(offset, overflow))
    }
    set { offset = newValue?.offset ?? 0 }
  }

  // MARK: Leaves

  var leafCount: Int { shownCount }

  func text(of leaf: Int) -> Inline {
    let bytes = code.text.utf8
    let range = chunks[leaf].range
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return Inline(String(code.text[start..<bytes.index(start, offsetBy: range.count)]))
  }

  func frame(of leaf: Int) -> Rectangle {
    let room = Double(width - 2 * padding.x - gutter)
    return Rectangle(
      x: Double(padding.x + gutter) - (sideways?.offset ?? 0), y: Double(tops[leaf]),
      width: view.wrapsLines ? room : max(textWidth, room), height: Double(tops[leaf + 1] - tops[leaf]))
  }

  func layout(of leaf: Int, by setter: Typesetter) -> OpaquePointer {
    layout(of: leaf, in: room(in: width), by: setter)
  }

  private func layout(of leaf: Int, in room: Int?, by setter: Typesetter) -> OpaquePointer {
    let text = laid[leaf] ?? LaidText(text(of: leaf), style(of: leaf), colours: colours(of: chunks[leaf].range))
    laid[leaf] = text
    let isNew = text.layout == nil
    let layout = text.layout(in: room, by: setter)
    if isNew, room == nil {
      var width: gint = 0
      pango_layout_get_size(layout, &width, nil)
      seenWidth = max(seenWidth, Double(LaidText.pixels(width)))
    }
    return layout
  }

  /// What goes on from the line above begins a little further in.
  private func style(of leaf: Int) -> TextStyle {
    var style = TextStyle(isCode: true, line: look.codeLine)
    if view.wrapsLines {
      style.hanging = Int((4 * look.codeLetter).rounded())
      style.breaksAnywhere = chunks[leaf].columns > 1_000
    }
    return style
  }

  func leaves(in range: Range<Double>) -> Range<Int> {
    let shown = 0..<(tops.count - 1)
    let first = shown.first { Double(tops[$0 + 1]) > range.lowerBound } ?? shown.upperBound
    let last = shown.last { Double(tops[$0]) < range.upperBound } ?? -1
    return first..<max(first, last + 1)
  }

  func separator(after leaf: Int) -> String { chunks[leaf].isCut ? "" : "\n" }

  func drop(except leaves: Range<Int>) {
    if laid.contains(where: { !leaves.contains($0.key) }) { laid = laid.filter { leaves.contains($0.key) } }
    if leaves.isEmpty { ink = nil }
  }

  func recolour() { laid = [:] }

  /// Lets the layouts go whose colours are others now.
  func recolour(_ range: Range<Int>) {
    laid = laid.filter { !chunks[$0.key].range.overlaps(range) }
  }

  func forget() {
    laid = [:]
    heights = KnownHeights()
    seenWidth = 0
  }
}

/// How high chunks of code are, for the three widths that were asked for last.
struct KnownHeights {
  private var rooms: [(room: Int?, heights: [Int: Int])] = []

  func height(of chunk: Int, in room: Int?) -> Int? { rooms.first { $0.room == room }?.heights[chunk] }

  mutating func add(_ height: Int, of chunk: Int, in room: Int?) {
    if let index = rooms.firstIndex(where: { $0.room == room }) {
      rooms[index].heights[chunk] = height
    } else {
      rooms = [(room, [chunk: height])] + rooms.prefix(2)
    }
  }

  /// Those of the first chunks alone.
  func first(_ count: Int) -> KnownHeights {
    var known = self
    for index in known.rooms.indices {
      known.rooms[index].heights = known.rooms[index].heights.filter { $0.key < count }
    }
    return known
  }
}
