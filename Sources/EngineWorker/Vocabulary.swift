import CLlama

typealias Token = llama_token

/// The tokens that a model reads and writes.
struct Vocabulary {
  private let vocabulary: OpaquePointer
  /// Those that stand for something else than their own text, such as the end of a turn.
  let specials: SpecialTokens
  /// The ways in which the model may think aloud.
  let thoughts: [Thought]

  /// - Parameter template: the source of the model's chat template. What stands in it is special, also where the file calls
  ///   it text.
  init(_ vocabulary: OpaquePointer, template: String) {
    self.vocabulary = vocabulary
    let thoughts = Thought.known(to: template)
    var specials = SpecialTokens()
    // A file also calls lines of spaces or the tags of HTML tokens of their own: they stand for themselves.
    var others = SpecialTokens()
    for token in 0..<llama_vocab_n_tokens(vocabulary) {
      let kind = llama_vocab_get_attr(vocabulary, token).rawValue
      let isControl = kind & (LLAMA_TOKEN_ATTR_CONTROL.rawValue | LLAMA_TOKEN_ATTR_UNKNOWN.rawValue) != 0
      guard isControl || kind & LLAMA_TOKEN_ATTR_USER_DEFINED.rawValue != 0,
        let text = llama_vocab_get_text(vocabulary, token)
      else { continue }
      let bytes = Array(String(cString: text).utf8)
      if isControl || Thought.isTag(bytes, of: thoughts) {
        specials.insert(bytes, token)
      } else if bytes.first.map({ "<[{|".utf8.contains($0) }) == true {
        others.insert(bytes, token)
      }
    }
    let source = Array(template.utf8)
    for special in others.occurrences(in: source) { specials.insert(Array(source[special.range]), special.token) }
    self.specials = specials
    self.thoughts = thoughts
  }

  var count: Int { Int(llama_vocab_n_tokens(vocabulary)) }

  /// What texts begin with by themselves; nil where they do not.
  var beginning: Token? {
    let token = llama_vocab_bos(vocabulary)
    return llama_vocab_get_add_bos(vocabulary) && token != LLAMA_TOKEN_NULL ? token : nil
  }

  /// Whether a space stands before each text that is none of its own.
  var addsSpace: Bool {
    tokens(of: "a".utf8, withSpecials: false).first.map { text(of: $0, specials: false).first == 0x20 } ?? false
  }

  /// Whether a model that says it has ended its turn.
  func isEnd(_ token: Token) -> Bool { llama_vocab_is_eog(vocabulary, token) }

  /// The tokens of a text; those of special tokens in it, too, when they are meant as such.
  func tokens(of text: some Collection<UInt8>, withSpecials: Bool) -> [Token] {
    guard !text.isEmpty else { return [] }
    let bytes = text.map { CChar(bitPattern: $0) }
    var tokens = [Token](repeating: 0, count: bytes.count / 2 + 16)
    for _ in 0..<2 {
      let count = llama_tokenize(
        vocabulary, bytes, Int32(bytes.count), &tokens, Int32(tokens.count), false, withSpecials)
      if count >= 0 { return Array(tokens.prefix(Int(count))) }
      tokens = [Token](repeating: 0, count: Int(count.magnitude))
    }
    return []
  }

  /// What people see of a token that a model says: nothing of special tokens, but for those between which it thinks, and those
  /// that are a part of such a tag.
  func words(of token: Token) -> (text: [UInt8], isPart: Bool) {
    let words = text(of: token, specials: false)
    guard words.isEmpty, specials.contains(token) else { return (words, false) }
    let special = text(of: token, specials: true)
    if Thought.isTag(special, of: thoughts) { return (special, false) }
    return Thought.isPart(special, of: thoughts) ? (special, true) : ([], false)
  }

  /// The text that a token stands for, which need not be whole characters; with `specials`, also that of one that is
  /// special.
  func text(of token: Token, specials: Bool) -> [UInt8] {
    var room = [CChar](repeating: 0, count: 64)
    for _ in 0..<2 {
      let count = llama_token_to_piece(vocabulary, token, &room, Int32(room.count), 0, specials)
      if count >= 0 { return room.prefix(Int(count)).map { UInt8(bitPattern: $0) } }
      room = [CChar](repeating: 0, count: Int(count.magnitude))
    }
    return []
  }
}

/// The texts of special tokens, to be found in others.
struct SpecialTokens {
  private struct Node {
    var next: [UInt8: Int] = [:]
    var token: Token?
  }
  private var nodes = [Node()]
  /// Which bytes a special token can begin with: few do, and each byte of a prompt is asked.
  private var beginnings = [Bool](repeating: false, count: 256)
  private var tokens: Set<Token> = []

  struct Occurrence {
    let range: Range<Int>
    let token: Token
  }

  mutating func insert(_ text: [UInt8], _ token: Token) {
    guard let first = text.first else { return }
    beginnings[Int(first)] = true
    tokens.insert(token)
    var node = 0
    for byte in text {
      if let next = nodes[node].next[byte] {
        node = next
      } else {
        nodes.append(Node())
        nodes[node].next[byte] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    nodes[node].token = token
  }

  func contains(_ token: Token) -> Bool { tokens.contains(token) }

  /// Wherever one stands, also within another one.
  func occurrences(in text: [UInt8]) -> [Occurrence] {
    var found: [Occurrence] = []
    for start in text.indices where beginnings[Int(text[start])] {
      var (node, index) = (0, start)
      while index < text.count, let next = nodes[node].next[text[index]] {
        (node, index) = (next, index + 1)
        if let token = nodes[node].token { found.append(Occurrence(range: start..<index, token: token)) }
      }
    }
    return found
  }
}
