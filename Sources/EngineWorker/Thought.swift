/// How a kind of models thinks aloud: the tags between which it does, and those around the answer that follows.
struct Thought {
  let open: [UInt8]
  let close: [UInt8]
  /// What may stand between two thoughts.
  let breaks: [[UInt8]]
  /// Some mark the answer, too; either may be empty.
  let answer: (open: [UInt8], close: [UInt8])
  /// What the template of such a model has; empty where nobody else means these tags by what they say.
  private let sign: String

  private init(
    _ open: String, _ close: String, breaks: [String] = [], answer: (open: String, close: String) = ("", ""),
    onlyWith sign: String = ""
  ) {
    self.open = Array(open.utf8)
    self.close = Array(close.utf8)
    self.breaks = breaks.map { Array($0.utf8) }
    self.answer = (Array(answer.open.utf8), Array(answer.close.utf8))
    self.sign = sign
  }

  private static let all =
    [
      // Granite 3.3, Hunyuan A13B
      Thought("<think>", "</think>", answer: ("<response>", "</response>"), onlyWith: "<response></response>"),
      Thought("<think>", "</think>", answer: ("<answer>", "</answer>"), onlyWith: "<answer>"),
      // Apriel, Granite 3.2
      Thought(
        "Here are my reasoning steps:", "[BEGIN FINAL RESPONSE]", answer: ("", "[END FINAL RESPONSE]"),
        onlyWith: "[BEGIN FINAL RESPONSE]"),
      Thought("Here is my thought process:", "Here is my response:", onlyWith: "Here is my response:"),
      // EXAONE Deep, Reka Flash
      Thought("<thought>", "</thought>", onlyWith: "<thought>"),
      Thought("<reasoning>", "</reasoning>", onlyWith: "<reasoning>"),
      // Most: DeepSeek, EXAONE 4, GLM, MiniMax, Nemotron, Phi, Qwen, SmolLM …
      Thought("<think>", "</think>"),
      // Magistral and Ministral, Seed-OSS, MiniMax M3, Hunyuan 3, Command, Apertus, Gemma 4
      Thought("[THINK]", "[/THINK]"), Thought("<seed:think>", "</seed:think>"),
      Thought("<mm:think>", "</mm:think>"), Thought("<think:opensource>", "</think:opensource>"),
      Thought("<|START_THINKING|>", "<|END_THINKING|>"), Thought("<|inner_prefix|>", "<|inner_suffix|>"),
      Thought("<|channel>thought", "<channel|>"),
      // Solar
      Thought("<|think|>", "<|end|><|begin|>assistant<|content|>"),
    ] + channels

  /// Those of gpt-oss, which may think several times, and say what it is about to do.
  private static let channels = {
    let start = "<|end|><|start|>assistant"
    let thoughts = ["analysis", "commentary"].map { "<|channel|>\($0)<|message|>" }
    return thoughts.map {
      Thought($0, start + "<|channel|>final<|message|>", breaks: thoughts.map { start + $0 })
    }
  }()

  /// What some models begin an answer with before which they have not thought.
  static let unthought = ["<|channel|>final<|message|>", "<|content|>"].map { Array($0.utf8) }

  /// Those that a model may have that comes with this template, the likeliest first.
  static func known(to template: String) -> [Thought] { all.filter { $0.sign.isEmpty || template.contains($0.sign) } }

  private var tags: [[UInt8]] { [open, close, answer.open, answer.close].filter { !$0.isEmpty } }

  /// Whether a text is such a tag.
  static func isTag(_ text: [UInt8], of thoughts: [Thought]) -> Bool { thoughts.contains { $0.tags.contains(text) } }

  /// Whether a text is a part of such a tag, which several tokens make up.
  static func isPart(_ text: [UInt8], of thoughts: [Thought]) -> Bool {
    let tags = thoughts.flatMap { $0.tags + $0.breaks } + unthought
    return !text.isEmpty && tags.contains { $0 != text && $0.firstRange(of: text) != nil }
  }

  /// What a prompt leaves open at its end, so that the model goes on thinking.
  static func opened(atEndOf text: [UInt8], of thoughts: [Thought]) -> Thought? {
    let said = text.reversed().drop { $0.isSpace }
    return thoughts.first { said.starts(with: $0.open.reversed()) }
  }
}

/// Takes what a model thinks aloud before it answers apart from the answer. Tags that come later are words like others.
struct ThoughtSplitter {
  private enum State {
    /// Nothing was said yet but spaces, and perhaps a part of a tag.
    case undecided
    case thinking(Thought)
    /// The spaces between thinking and the answer, and the tags around it that are still to come.
    case between(open: [UInt8], close: [UInt8])
    /// Until its end, where that is marked.
    case answering(close: [UInt8])
    case over
  }
  private let thoughts: [Thought]
  private var state: State
  private var held: [UInt8] = []
  private var hasThought = false

  struct Chunk {
    var isReasoning: Bool
    var text: [UInt8]
  }

  /// - Parameters:
  ///   - thought: what the prompt left open.
  ///   - thoughts: those that the model may have.
  init(within thought: Thought?, of thoughts: [Thought]) {
    self.thoughts = thoughts
    state = thought.map { .thinking($0) } ?? .undecided
  }

  /// Whether the answer has begun.
  var isAnswering: Bool { if case .answering = state { true } else { false } }

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
    let said = held.drop { $0.isSpace }
    return switch state {
    // The first of several marks.
    case .thinking where said.isEmpty || said.starts(with: "<|".utf8): []
    case .thinking: [Chunk(isReasoning: true, text: held)]
    case .undecided, .answering: [Chunk(isReasoning: false, text: held)]
    case .between, .over: []
    }
  }

  /// One step; nil when more has to come first.
  private mutating func next() -> Chunk? {
    switch state {
    case .undecided: return decide()
    case .thinking(let thought): return think(thought)
    case .between(let open, let close): return begin(open, close)
    case .answering(let close): return answer(until: close)
    case .over:
      held = []
      return nil
    }
  }

  private mutating func become(_ state: State, with rest: some Sequence<UInt8>) -> Chunk {
    (self.state, held) = (state, Array(rest))
    return Chunk(isReasoning: false, text: [])
  }

  private mutating func decide() -> Chunk? {
    let said = held.drop { $0.isSpace }
    if let thought = thoughts.first(where: { said.starts(with: $0.open) }) {
      return become(.thinking(thought), with: said.dropFirst(thought.open.count))
    }
    if let mark = Thought.unthought.first(where: { said.starts(with: $0) }) {
      return become(.between(open: [], close: []), with: said.dropFirst(mark.count))
    }
    let isOpen = (thoughts.map(\.open) + Thought.unthought).contains { $0.starts(with: said) }
    return isOpen ? nil : become(.answering(close: []), with: held)
  }

  private mutating func think(_ thought: Thought) -> Chunk? {
    if !hasThought {
      held = Array(held.drop { $0.isSpace })
      // Some say again what the prompt has left open.
      if thought.open.starts(with: held), held != thought.open { return nil }
      if held.starts(with: thought.open) { held = Array(held.dropFirst(thought.open.count).drop { $0.isSpace }) }
      hasThought = !held.isEmpty
    }
    let marks = [thought.close] + thought.breaks
    let found = marks.compactMap { held.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
    // The spaces before the tag's end belong to neither.
    let end = found?.lowerBound ?? held.count - held.lengthAtEnd(beginning: marks)
    let text = held.words(before: end)
    guard let found else {
      guard !text.isEmpty else { return nil }
      held = Array(held[text.count...])
      return Chunk(isReasoning: true, text: text)
    }
    let rest = held[found.upperBound...]
    if held[found] == thought.close[...] {
      _ = become(.between(open: thought.answer.open, close: thought.answer.close), with: rest)
    } else {
      held = Array("\n\n".utf8) + rest.drop { $0.isSpace }
    }
    return Chunk(isReasoning: true, text: text)
  }

  private mutating func begin(_ open: [UInt8], _ close: [UInt8]) -> Chunk? {
    held = Array(held.drop { $0.isSpace })
    if !open.isEmpty, held.starts(with: open) {
      return become(.between(open: [], close: close), with: held.dropFirst(open.count))
    }
    return held.isEmpty || open.starts(with: held) ? nil : become(.answering(close: close), with: held)
  }

  private mutating func answer(until close: [UInt8]) -> Chunk? {
    if held.isEmpty { return nil }
    if close.isEmpty {
      defer { held = [] }
      return Chunk(isReasoning: false, text: held)
    }
    let found = held.firstRange(of: close)
    let text = held.words(before: found?.lowerBound ?? held.count - held.lengthAtEnd(beginning: [close]))
    if found == nil {
      guard !text.isEmpty else { return nil }
      held = Array(held[text.count...])
    } else {
      _ = become(.over, with: [])
    }
    return Chunk(isReasoning: false, text: text)
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
  /// What is there before a place, without the spaces at its end.
  fileprivate func words(before end: Int) -> [UInt8] {
    Array(self[..<(self[..<end].lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0)])
  }

  /// How many bytes at the end are the beginning of one of these.
  fileprivate func lengthAtEnd(beginning texts: [[UInt8]]) -> Int {
    let longest = Swift.min(count, (texts.map(\.count).max() ?? 1) - 1)
    return (0...Swift.max(0, longest)).reversed().first { length in
      texts.contains { $0.count > length && $0.starts(with: suffix(length)) }
    } ?? 0
  }
}
