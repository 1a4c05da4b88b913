/// A model file (GGUF) of the kind "llama" with a vocabulary of bytes and a few special tokens, small enough to be written by each
/// test, and open to any damage.
public struct TinyModel: Sendable {
  /// What stands behind a key of the header.
  public enum Value: Sendable {
    case text(String)
    case short(UInt16)
    case count(UInt32)
    case integer(Int32)
    case real(Float)
    case flag(Bool)
    case texts([[UInt8]])
    case reals([Float])
    case counts([Int32])
  }

  /// Numbers with a name; `sides` are their lengths, the one that is next to each other in memory first.
  public struct Tensor: Sendable {
    public var name: String
    public var sides: [Int]
    public var values: [Float]
    public var kind = Kind.real

    /// How the numbers are written.
    public enum Kind: UInt32, Sendable {
      case real = 0
      case half = 1
      case byte = 24
      case count = 26
    }

    /// As they stand in the file.
    fileprivate var bytes: [UInt8] {
      func all<T>(_ numbers: [T]) -> [UInt8] { numbers.withUnsafeBytes(Array.init) }
      return switch kind {
      case .real: all(values)
      case .half: all(values.map { Float16($0) })
      case .byte: all(values.map { Int8($0) })
      case .count: all(values.map { Int32($0) })
      }
    }
  }

  public var metadata: [(key: String, value: Value)] = []
  public var tensors: [Tensor] = []
  /// Tokens, of which 256 are the bytes.
  public static let vocabulary = 320
  /// As most models have it: `<|im_start|>`, the role, a line break, the text and `<|im_end|>`.
  public static let template = """
    {%- for message in messages -%}<|im_start|>{{ message.role }}
    {{ message.content }}<|im_end|>
    {% endfor -%}
    {%- if add_generation_prompt -%}<|im_start|>assistant
    {% if enable_thinking is defined and not enable_thinking -%}
    <think>

    </think>

    {% endif -%}{%- endif -%}
    """

  /// A model that says the same whatever it is told: these texts one after another, all of them different and none a line
  /// break, and then the end of its turn; without `ends` it begins again instead. More layers make it slower.
  public static func speaking(
    _ words: [[UInt8]], ends: Bool = true, context: Int = 2_048, layers: Int = 1
  ) -> TinyModel {
    var model = TinyModel(
      words: words.filter { $0.count > 1 && !specials.contains($0) }, width: vocabulary, layers: layers, heads: 10,
      context: context)
    // What a template ends with.
    let start = 0x0A
    let said = words.compactMap { model.token($0) }
    var next = [start: said.first ?? model.end]
    for (one, other) in zip(said, said.dropFirst()) { next[Int(one)] = other }
    if !ends, let first = said.first, let last = said.last { next[Int(last)] = first }
    model.fill { 0 }
    let end = model.end
    model.set("token_embd.weight", (0..<vocabulary).map { ($0, $0) })
    model.set("output.weight", (0..<vocabulary).map { (Int(next[$0, default: end]), $0) })
    return model
  }

  init(words: [[UInt8]], width: Int, layers: Int, heads: Int, context: Int) {
    var tokens = (0..<256).map { Self.written([UInt8($0)]) } + Self.specials + words.map(Self.written)
    // The first three control the talk, the others are special by their use.
    var kinds = tokens.indices.map { Int32((256..<259).contains($0) ? 3 : (259..<261).contains($0) ? 4 : 1) }
    while tokens.count < Self.vocabulary {
      tokens.append(Array("<unused\(tokens.count)>".utf8))
      kinds.append(5)
    }
    metadata = [
      ("general.architecture", .text("llama")), ("general.name", .text("Tiny")), ("general.license", .text("mit")),
      ("general.size_label", .text("100K")), ("general.file_type", .count(0)),
      ("llama.context_length", .count(UInt32(context))), ("llama.embedding_length", .count(UInt32(width))),
      ("llama.block_count", .count(UInt32(layers))), ("llama.feed_forward_length", .count(64)),
      ("llama.attention.head_count", .count(UInt32(heads))), ("llama.attention.head_count_kv", .count(UInt32(heads))),
      ("llama.rope.dimension_count", .count(UInt32(width / heads))),
      ("llama.attention.layer_norm_rms_epsilon", .real(1e-5)), ("tokenizer.ggml.model", .text("gpt2")),
      ("tokenizer.ggml.pre", .text("qwen2")), ("tokenizer.ggml.tokens", .texts(tokens)),
      ("tokenizer.ggml.token_type", .counts(kinds)), ("tokenizer.ggml.merges", .texts([Array("Q Z".utf8)])),
      ("tokenizer.ggml.eos_token_id", .count(UInt32(bitPattern: end))), ("tokenizer.ggml.add_bos_token", .flag(false)),
      ("tokenizer.chat_template", .text(Self.template)),
    ]
    let square = [width, width]
    var shapes = [
      ("token_embd", [width, Self.vocabulary]), ("output_norm", [width]), ("output", [width, Self.vocabulary]),
    ]
    for layer in 0..<layers {
      shapes += [
        ("attn_norm", [width]), ("attn_q", square), ("attn_k", square), ("attn_v", square), ("attn_output", square),
        ("ffn_norm", [width]), ("ffn_gate", [width, 64]), ("ffn_up", [width, 64]), ("ffn_down", [64, width]),
      ].map { ("blk.\(layer).\($0.0)", $0.1) }
    }
    tensors = shapes.map { Tensor(name: "\($0.0).weight", sides: $0.1, values: []) }
  }

  private static let specials = ["<|im_start|>", "<|im_end|>", "<|secret|>", "<think>", "</think>"].map {
    Array($0.utf8)
  }

  /// The token by which the model ends its turn.
  var end: Int32 { 257 }

  /// Has those of its words control the talk.
  public mutating func makeSpecial(where isMeant: (String) -> Bool) {
    guard case .texts(let tokens)? = self["tokenizer.ggml.tokens"],
      case .counts(var kinds)? = self["tokenizer.ggml.token_type"]
    else { return }
    for index in 261..<tokens.count where kinds[index] == 1 && isMeant(String(decoding: tokens[index], as: UTF8.self)) {
      kinds[index] = 3
    }
    self["tokenizer.ggml.token_type"] = .counts(kinds)
  }

  private func token(_ word: [UInt8]) -> Int32? {
    if word.count == 1 { return Int32(word[0]) }
    guard case .texts(let tokens)? = self["tokenizer.ggml.tokens"] else { return nil }
    return tokens.firstIndex(of: Self.specials.contains(word) ? word : Self.written(word)).map(Int32.init)
  }

  mutating func fill(_ value: () -> Float) {
    for index in tensors.indices {
      let count = tensors[index].sides.reduce(1, *)
      tensors[index].values =
        tensors[index].sides.count == 1 ? Array(repeating: 1, count: count) : (0..<count).map { _ in value() }
    }
  }

  mutating func set(_ name: String, _ places: [(row: Int, column: Int)], to value: Float = 1) {
    guard let index = tensors.firstIndex(where: { $0.name == name }) else { return }
    for place in places { tensors[index].values[place.row * tensors[index].sides[0] + place.column] = value }
  }

  /// What stands behind a key; nil takes it away.
  public subscript(key: String) -> Value? {
    get { metadata.first { $0.key == key }?.value }
    set {
      let index = metadata.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): metadata[index].value = value
      case (let index?, nil): metadata.remove(at: index)
      case (nil, let value?): metadata.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Bytes as such a vocabulary writes them: each as one character that can be seen.
  public static func written(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      let isSeen = (33...126).contains(byte) || (161...172).contains(byte) || byte >= 174
      let others = (UInt8.min...byte).count { !((33...126).contains($0) || (161...172).contains($0) || $0 >= 174) }
      let scalar = isSeen ? UInt32(byte) : 255 + UInt32(others)
      return Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }
  }
}

// MARK: The file

extension TinyModel {
  /// The file's bytes.
  public var bytes: [UInt8] {
    // As this machine has them: all that Sotto runs on have the lowest byte first.
    var file = Writer()
    file.bytes = Array("GGUF".utf8)
    file.number(UInt32(3))
    file.number(UInt64(tensors.count))
    file.number(UInt64(metadata.count))
    for (key, value) in metadata {
      file.text(Array(key.utf8))
      file.value(value)
    }
    let weights = tensors.map(\.bytes)
    var offset = 0
    for (tensor, weights) in zip(tensors, weights) {
      file.text(Array(tensor.name.utf8))
      file.number(UInt32(tensor.sides.count))
      for side in tensor.sides { file.number(UInt64(side)) }
      file.number(tensor.kind.rawValue)
      file.number(UInt64(offset))
      offset += (weights.count + 31) / 32 * 32
    }
    for weights in weights {
      file.align()
      file.bytes += weights
    }
    file.align()
    return file.bytes
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func number<T: FixedWidthInteger>(_ number: T) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: [UInt8]) {
      number(UInt64(text.count))
      bytes += text
    }

    mutating func align() {
      bytes += [UInt8](repeating: 0, count: (32 - bytes.count % 32) % 32)
    }

    mutating func list<T>(_ kind: UInt32, _ list: [T], _ write: (inout Writer, T) -> Void) {
      number(UInt32(9))
      number(kind)
      number(UInt64(list.count))
      for entry in list { write(&self, entry) }
    }

    mutating func value(_ value: Value) {
      switch value {
      case .text(let words):
        number(UInt32(8))
        text(Array(words.utf8))
      case .short(let count):
        number(UInt32(2))
        number(count)
      case .count(let count):
        number(UInt32(4))
        number(count)
      case .integer(let count):
        number(UInt32(5))
        number(count)
      case .real(let real):
        number(UInt32(6))
        number(real.bitPattern)
      case .flag(let flag):
        number(UInt32(7))
        number(UInt8(flag ? 1 : 0))
      case .texts(let texts): list(8, texts) { $0.text($1) }
      case .reals(let reals): list(6, reals) { $0.number($1.bitPattern) }
      case .counts(let counts): list(5, counts) { $0.number($1) }
      }
    }
  }
}
