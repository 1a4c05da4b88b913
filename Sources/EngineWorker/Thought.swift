/// The tags between which models think aloud.
struct Thought {
  let open: [UInt8]
  let close: [UInt8]

  private init(_ open: String, _ close: String) {
    self.open = Array(open.utf8)
    self.close = Array(close.utf8)
  }

  static let all = [
    Thought("<think>", "</think>"), Thought("[THINK]", "[/THINK]"), Thought("<seed:think>", "</seed:think>"),
    Thought("<mm:think>", "</mm:think>"), Thought("<|START_THINKING|>", "<|END_THINKING|>"),
    Thought("<|channel>thought", "<channel|>"),
    Thought("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
    Thought("<|think|>", "<|end|><|begin|>assistant<|content|>"),
  ]

  /// What some models begin an answer with before which they have not thought.
  static let unthought = ["<|channel|>final<|message|>", "<|content|>"].map { Array($0.utf8) }

  /// Whether a text is such a tag.
  static func isTag(_ text: some Sequence<UInt8>) -> Bool {
    all.contains { $0.open.elementsEqual(text) || $0.close.elementsEqual(text) }
  }

  /// Whether a text is a part of such a tag, which several tokens make up.
  static func isPart(_ text: [UInt8]) -> Bool {
    !text.isEmpty
      && (all.flatMap { [$0.open, $0.close] } + unthought).contains { $0 != text && $0.firstRange(of: text) != nil }
  }

  /// What a prompt leaves open at its end, so that the model goes on thinking.
  static func opened(atEndOf text: [UInt8]) -> Thought? {
    let said = text.reversed().drop { $0.isSpace }
    return all.first { said.starts(with: $0.open.reversed()) }
  }
}

/// Takes what a model thinks aloud before it answers apart from the answer. Tags that come later are words like others.
struct ThoughtSplitter {
  private enum State {
    /// Nothing was said yet but spaces, and perhaps a part of a tag.
    case undecided
    case thinking(Thought)
    /// The spaces between thinking and the answer.
    case between
    case answering
  }
  private var state: State
  private var held: [UInt8] = []
  private var hasThought = false

  struct Chunk {
    var isReasoning: Bool
    var text: [UInt8]
  }

  /// - Parameter thought: what the prompt left open.
  init(within thought: Thought?) { state = thought.map { .thinking($0) } ?? .undecided }

  /// What can be told now that this came, too. `isPart` is said of special tokens that are a part of tags: in an answer they
  /// are nothing.
  mutating func take(_ text: [UInt8], isPart: Bool = false) -> [Chunk] {
    if isPart, case .answering = state { return [] }
    held += text
    var chunks: [Chunk] = []
    while let chunk = next() {
      if !chunk.text.isEmpty { chunks.append(chunk) }
    }
    return chunks
  }

  /// What was held back, when nothing follows.
  mutating func end() -> [Chunk] {
    defer { held = [] }
    return switch state {
    // The first of several marks.
    case .thinking where held.starts(with: "<|".utf8): []
    case .thinking: [Chunk(isReasoning: true, text: held)]
    case .undecided, .answering: [Chunk(isReasoning: false, text: held)]
    case .between: []
    }
  }

  /// One step; nil when more has to come first.
  private mutating func next() -> Chunk? {
    switch state {
    case .undecided:
      let said = held.drop { $0.isSpace }
      if let thought = Thought.all.first(where: { said.starts(with: $0.open) }) {
        held = Array(said.dropFirst(thought.open.count))
        state = .thinking(thought)
      } else if let mark = Thought.unthought.first(where: { said.starts(with: $0) }) {
        held = Array(said.dropFirst(mark.count))
        state = .between
      } else if (Thought.all.map(\.open) + Thought.unthought).contains(where: { $0.starts(with: said) }) {
        return nil
      } else {
        state = .answering
      }
      return Chunk(isReasoning: false, text: [])
    case .thinking(let thought): return think(thought)
    case .between:
      held = Array(held.drop { $0.isSpace })
      if held.isEmpty { return nil }
      state = .answering
      return Chunk(isReasoning: false, text: [])
    case .answering:
      if held.isEmpty { return nil }
      defer { held = [] }
      return Chunk(isReasoning: false, text: held)
    }
  }

  private mutating func think(_ thought: Thought) -> Chunk? {
    if !hasThought {
      held = Array(held.drop { $0.isSpace })
      hasThought = !held.isEmpty
    }
    let close = held.firstRange(of: thought.close)
    // The spaces before the tag's end belong to neither.
    let end = close?.lowerBound ?? held.count - held.lengthAtEnd(beginning: [thought.close])
    let text = Array(held[..<(held[..<end].lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0)])
    if let close {
      held = Array(held[close.upperBound...])
      state = .between
      return Chunk(isReasoning: true, text: text)
    }
    guard !text.isEmpty else { return nil }
    held = Array(held[text.count...])
    return Chunk(isReasoning: true, text: text)
  }
}

/// Ends an answer before a text that it is not to have.
struct StopFilter {
  private let stops: [[UInt8]]
  private var held: [UInt8] = []

  init(_ stops: [String]) { self.stops = stops.map { Array($0.utf8) } }

  /// What can be said now, and whether a stop came.
  mutating func take(_ text: [UInt8]) -> (text: [UInt8], isStopped: Bool) {
    guard !stops.isEmpty else { return (text, false) }
    held += text
    if let stop = stops.compactMap({ held.firstRange(of: $0)?.lowerBound }).min() {
      defer { held = [] }
      return (Array(held[..<stop]), true)
    }
    let count = held.count - held.lengthAtEnd(beginning: stops)
    defer { held = Array(held[count...]) }
    return (Array(held[..<count]), false)
  }

  /// What was held back, when nothing follows.
  mutating func end() -> [UInt8] {
    defer { held = [] }
    return held
  }
}

/// Joins bytes to whole characters.
struct CharacterJoiner {
  private var held: [UInt8] = []

  mutating func take(_ bytes: [UInt8]) -> String {
    held += bytes
    let count = held.count - incomplete
    defer { held = Array(held[count...]) }
    return String(decoding: held[..<count], as: UTF8.self)
  }

  /// What is left of a character that never came whole, as the sign for that.
  mutating func end() -> String {
    defer { held = [] }
    return String(decoding: held, as: UTF8.self)
  }

  /// Bytes at the end that begin a character.
  private var incomplete: Int {
    for (index, byte) in held.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }
}

extension UInt8 {
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// How many bytes at the end are the beginning of one of these.
  fileprivate func lengthAtEnd(beginning texts: [[UInt8]]) -> Int {
    let longest = Swift.min(count, (texts.map(\.count).max() ?? 1) - 1)
    return (0...Swift.max(0, longest)).reversed().first { length in
      texts.contains { $0.count > length && $0.starts(with: suffix(length)) }
    } ?? 0
  }
}
