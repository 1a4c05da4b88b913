import FoundationEssentials
import Platform
import TestSupport

/// Writes a model of random weights in the shape of Llama 3.2 1B, 4 bits a weight: as large, as slow and with as many tokens
/// as the real one, but that it talks nonsense.
struct RandomModel {
  private static let width = 2_048
  private static let hidden = 8_192
  private static let layers = 16
  private static let keys = 512
  private static let tokens = 128_256
  private static let template = """
    {% for m in messages %}<|start_header_id|>{{m.role}}<|end_header_id|>

    {{m.content}}<|eot_id|>{% endfor %}{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>

    {% endif %}
    """

  /// A matrix of 4-bit blocks, or numbers of 32 bits that are all one.
  private struct Tensor {
    let name: String
    let columns: Int
    /// 0 for numbers of 32 bits.
    let rows: Int
    var bytes: Int { rows == 0 ? columns * 4 : rows * columns / 32 * 18 }
    var room: Int { (bytes + 31) / 32 * 32 }
  }

  private var bytes: [UInt8] = []

  private static let tensors: [Tensor] = {
    var all = [
      Tensor(name: "token_embd.weight", columns: width, rows: tokens),
      Tensor(name: "output_norm.weight", columns: width, rows: 0),
    ]
    for layer in 0..<layers {
      for (name, columns, rows) in [
        ("attn_norm", width, 0), ("attn_q", width, width), ("attn_k", width, keys), ("attn_v", width, keys),
        ("attn_output", width, width), ("ffn_norm", width, 0), ("ffn_gate", width, hidden), ("ffn_up", width, hidden),
        ("ffn_down", hidden, width),
      ] {
        all.append(Tensor(name: "blk.\(layer).\(name).weight", columns: columns, rows: rows))
      }
    }
    return all
  }()

  static func write(to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Trouble("\(path) cannot be written") }
    defer { close(descriptor) }
    var header = RandomModel()
    header.writeHeader()
    try put(header.bytes, to: descriptor)
    // Blocks of a scale and 32 weights of 4 bits: the same few megabytes again and again, each time from elsewhere on.
    var random = Steps(state: 1)
    let pool = (0..<1 << 18).flatMap { _ in
      let scale = Float16(0.0043).bitPattern
      let (one, other) = (random.next(), random.next())
      return [UInt8(truncatingIfNeeded: scale), UInt8(scale >> 8)]
        + (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? one : other) >> (UInt64($0 % 8) * 8)) }
    }
    for tensor in tensors {
      guard tensor.rows > 0 else {
        let one = withUnsafeBytes(of: Float(1)) { Array($0) }
        try put((0..<tensor.columns).flatMap { _ in one }, to: descriptor)
        continue
      }
      var left = tensor.bytes
      while left > 0 {
        let from = Int.random(in: 0..<pool.count / 36, using: &random) * 18
        let part = pool[from..<min(pool.count, from + left)]
        try put(Array(part), to: descriptor)
        left -= part.count
      }
      try put(Array(repeating: 0, count: tensor.room - tensor.bytes), to: descriptor)
    }
  }

  /// The same numbers each time.
  private struct Steps: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static func put(_ bytes: [UInt8], to descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Trouble("the model cannot be written: is the disk full?") }
      done += count
    }
  }

  // MARK: Header

  private mutating func writeHeader() {
    let (words, kinds, merges) = Self.vocabulary()
    bytes += Array("GGUF".utf8)
    add(UInt32(3))
    add(UInt64(Self.tensors.count))
    add(UInt64(21))
    for (key, value) in [
      ("general.architecture", "llama"), ("general.name", "Random 1B"), ("tokenizer.ggml.model", "gpt2"),
      ("tokenizer.ggml.pre", "llama-bpe"), ("tokenizer.chat_template", Self.template),
    ] {
      begin(key, kind: 8)
      add(value)
    }
    for (key, value) in [
      ("general.file_type", 2), ("general.quantization_version", 2), ("llama.context_length", 131_072),
      ("llama.embedding_length", Self.width), ("llama.block_count", Self.layers),
      ("llama.feed_forward_length", Self.hidden), ("llama.attention.head_count", 32),
      ("llama.attention.head_count_kv", 8), ("llama.rope.dimension_count", 64), ("llama.vocab_size", Self.tokens),
      ("tokenizer.ggml.bos_token_id", 128_000), ("tokenizer.ggml.eos_token_id", 128_009),
    ] {
      begin(key, kind: 4)
      add(UInt32(value))
    }
    begin("llama.attention.layer_norm_rms_epsilon", kind: 6)
    add(Float(1e-5).bitPattern)
    for (key, texts) in [("tokenizer.ggml.tokens", words), ("tokenizer.ggml.merges", merges)] {
      list(key, kind: 8, count: texts.count)
      for text in texts { add(text) }
    }
    list("tokenizer.ggml.token_type", kind: 5, count: kinds.count)
    for kind in kinds { add(kind) }
    var offset = 0
    for tensor in Self.tensors {
      add(tensor.name)
      add(UInt32(tensor.rows == 0 ? 1 : 2))
      add(UInt64(tensor.columns))
      if tensor.rows > 0 { add(UInt64(tensor.rows)) }
      add(UInt32(tensor.rows == 0 ? 0 : 2))
      add(UInt64(offset))
      offset += tensor.room
    }
    bytes += Array(repeating: 0, count: (32 - bytes.count % 32) % 32)
  }

  private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  private mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    bytes += Array(text.utf8)
  }

  private mutating func begin(_ name: String, kind: UInt32) {
    add(name)
    add(kind)
  }

  private mutating func list(_ name: String, kind: UInt32, count: Int) {
    begin(name, kind: 9)
    add(kind)
    add(UInt64(count))
  }

  /// The bytes, then pairs, triples and fours of letters, so that a text has about as many tokens as with the real one.
  private static func vocabulary() -> (words: [String], kinds: [Int32], merges: [String]) {
    var words = (0..<256).map { byte in String(decoding: TinyModel.written([UInt8(byte)]), as: UTF8.self) }
    var seen = Set(words)
    var merges: [String] = []
    func join(_ one: String, _ other: String) {
      guard words.count < 128_000, seen.insert(one + other).inserted else { return }
      words.append(one + other)
      merges.append(one + " " + other)
    }
    let letters = "etaoinshrdlcumwfgypbvkjxqz".map(String.init)
    let space = words[32]
    for one in letters { join(space, one) }
    for one in letters { for other in letters { join(one, other) } }
    for one in letters { for other in letters { join(space + one, other) } }
    for one in letters { for two in letters { for three in letters { join(one + two, three) } } }
    for one in letters {
      for two in letters { for three in letters { for four in letters { join(one + two, three + four) } } }
    }
    let special = [
      0: "<|begin_of_text|>", 1: "<|end_of_text|>", 4: "<|finetune_right_pad_id|>", 6: "<|start_header_id|>",
      7: "<|end_header_id|>", 8: "<|eom_id|>", 9: "<|eot_id|>",
    ]
    let kinds = words.map { _ in Int32(1) } + (0..<256).map { _ in 3 }
    words += (0..<256).map { special[$0] ?? "<|reserved_special_token_\($0)|>" }
    return (words, kinds, merges)
  }
}
