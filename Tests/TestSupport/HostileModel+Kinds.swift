/// What is wrong with the files that were made by hand.
extension HostileModel {
  static let strangeFiles = [
    HostileModel("empty") { [] },
    HostileModel("only the first word") { Array("GGUF".utf8) },
    HostileModel("noise") { noise(1 << 20, 1) },
    HostileModel("noise behind the first word") { Array("GGUF".utf8) + noise(1 << 20, 2) },
    HostileModel("text") { Array(String(repeating: "this is a text file\n", count: 1_000).utf8) },
    HostileModel("archive") { [0x50, 0x4B, 3, 4] + zeros(5_000) },
    HostileModel("more behind it") { file + zeros(100_000) },
  ]

  static let cutFiles = [
    8, 20, 24, 25, file.count / 100, weightsStart / 2, weightsStart, file.count / 2, file.count / 10 * 9,
    file.count - 1,
  ].map { count in HostileModel("cut behind \(count)") { Array(file.prefix(count)) } }

  /// Large and small ones, in place of lengths and places.
  private static let sizes: [(name: String, value: UInt64)] = [
    ("2^64 - 1", .max), ("2^63", 1 << 63), ("2^62", 1 << 62), ("2^60", 1 << 60), ("2^40", 1 << 40), ("2^33", 1 << 33),
    ("2^31", 1 << 31), ("10^6", 1_000_000), ("31", 31), ("1", 1), ("0", 0),
  ]

  static let wrongNumbers: [HostileModel] = {
    let text = place(behind: "general.architecture")
    let list = place(behind: "tokenizer.ggml.tokens")
    let norm = place(behind: "output_norm.weight", last: true)
    let square = place(behind: "blk.0.attn_q.weight", last: true)
    let sized = [
      ("weights", 8), ("facts", 16), ("a name's length", 24), ("a text's length", text + 4),
      ("a list's length", list + 8), ("a side", norm + 4), ("a weight's place", norm + 16),
    ].flatMap { name, place in sizes.map { patched("\(name) \($0.name)", at: place, $0.value) } }
    let kinds: [(name: String, place: Int, values: [UInt32])] = [
      ("version", 4, [0, 1, 2, 4, 99, 0x0300_0000]), ("a kind of fact", text, [99]),
      ("a kind of entry", list + 4, [99, 9]),
      ("dimensions", norm, [5, 1 << 31, 0]), ("a kind of weight", norm + 12, [4, 33, 99, 1 << 31]),
      ("blocks in too short a row", square + 20, [12]),
    ]
    let kinded = kinds.flatMap { kind in
      kind.values.map { patched("\(kind.name) \($0)", at: kind.place, $0) }
    }
    let sides = [1 << 32, 1 << 31].map { side in
      patched("sides \(side) and \(side)", at: square + 4, UInt64(side), UInt64(side))
    }
    return sized + kinded + sides
  }()

  /// Another kind of model than its weights are, and facts that are not there.
  static let wrongKinds: [HostileModel] = {
    let architectures = ["foobar", "clip", "bert", "mamba", "gemma3", "qwen3", "phi3", "t5", "llama4", ""]
    let missing = base.metadata.map(\.key).map { key in changed("no \(key)") { $0[key] = nil } }
    return architectures.map { set("general.architecture", .text($0)) } + missing
      + [set("general.type", .text("mmproj")), set("general.type", .text("adapter")), set("split.count", .count(3))]
  }()

  static let wrongFacts: [HostileModel] = {
    let counts: [(key: String, values: [UInt32])] = [
      ("block_count", [0, 1, 3, 600, 1_000_000_000]), ("attention.head_count", [0, 7, 1_000_000_000]),
      ("attention.head_count_kv", [0, 5]), ("embedding_length", [0, 1_000_000_000]), ("feed_forward_length", [1]),
      ("context_length", [0, 1, 4_000_000_000]), ("vocab_size", [5, 1_000_000_000]),
      ("rope.dimension_count", [31, 4_096]), ("attention.sliding_window", [8]), ("expert_count", [1, 1_000_000]),
    ]
    let epsilons: [Float] = [0, -1, 1e30, .infinity, .nan]
    let others = [
      set("llama.block_count", .text("four")), set("llama.block_count", .real(2)), set("llama.block_count", .texts([])),
      set("general.architecture", .count(1)), set("general.architecture", .texts([])),
      set("general.name", .counts([1])), set("general.file_type", .count(999)),
      set("general.sampling.temp", .real(.nan)), set("general.sampling.top_k", .text("many")),
      changed("more experts used than there are") {
        $0["llama.expert_count"] = .count(8)
        $0["llama.expert_used_count"] = .count(2_000_000)
      },
      changed("experts without weights") {
        $0["llama.expert_count"] = .count(8)
        $0["llama.expert_used_count"] = .count(2)
      },
      set("llama.rope.scaling.type", .text("nonsense")), set("llama.rope.freq_base", .real(0)),
      set("general.alignment", .count(0)), set("general.alignment", .count(3)),
      set("general.alignment", .count(1 << 31)), set("general.alignment", .text("x")),
    ]
    return counts.flatMap { key, values in values.map { set("llama.\(key)", .count($0)) } }
      + epsilons.map { set("llama.attention.layer_norm_rms_epsilon", .real($0)) } + others
  }()

  static let wrongWords: [HostileModel] = {
    let kinds = ["xyz", "llama", "bert", "t5", "rwkv", "none", "plamo2"]
    let specials = ["bos", "eos", "eot", "unknown"]
    let others = [
      set("tokenizer.ggml.pre", .text("xyz")), set("tokenizer.ggml.add_bos_token", .text("yes")),
      words("few words") { Array($0.prefix(300)) },
      words("many words") { $0 + (0..<500).map { Array("zz\($0)".utf8) } },
      words("no words") { _ in [] },
      words("words of nothing") { $0.map { _ in [] } },
      words("words without bytes") { (0..<$0.count).map { Array("中\($0)".utf8) } },
      words("a word twice") { $0.dropLast() + [$0[65]] },
      words("a word many times") { $0.prefix(258) + Array(repeating: [0x41], count: $0.count - 258) },
      words("words that are no text") { $0.map { _ in [0xFF, 0xC0, 0x80] } },
      words("a word of a megabyte") { $0.dropLast() + [Array(repeating: 0x61, count: 1 << 20)] },
      words("words with zeros") { $0.dropLast(2) + [[0x61, 0, 0x62], [0x61, 0]] },
      set("tokenizer.ggml.tokens", .counts([1, 2, 3])),
      set("tokenizer.ggml.token_type", .counts(Array(repeating: 1, count: 10)), as: "few kinds of words"),
      set("tokenizer.ggml.token_type", .counts(Array(repeating: 77, count: 320)), as: "kinds of words 77"),
      set("tokenizer.ggml.token_type", .counts(Array(repeating: -1, count: 320)), as: "kinds of words -1"),
      set("tokenizer.ggml.scores", .reals([.nan]), as: "one score"),
      merges("merges without a space", "nospace"), merges("merges of unknown words", "q q", "zz yy"),
      merges("merges of nothing", "", " ", "  "),
    ]
    return kinds.map { set("tokenizer.ggml.model", .text($0)) }
      + specials.map { set("tokenizer.ggml.\($0)_token_id", .count(1_000_000_000)) } + others
  }()

  static let wrongWeights: [HostileModel] = {
    let missing = ["blk.1.ffn_up.weight", "token_embd.weight", "output_norm.weight", "output.weight"].map { name in
      changed("no \(name)") { $0.tensors.removeAll { $0.name == name } }
    }
    return missing + [
      weights("another shape", of: "blk.0.ffn_up.weight") { ($0.sides, $0.values) = ([32, 32], nothing(1_024)) },
      weights("a further side", of: "blk.0.attn_q.weight") { ($0.sides, $0.values) = ([32, 32, 2], nothing(2_048)) },
      weights("nothing but no numbers", of: "token_embd.weight") { $0.values = $0.values.map { _ in .nan } },
      weights("enormous numbers", of: "token_embd.weight") { $0.values = $0.values.map { _ in 3e38 } },
      weights("halves for reals", of: "output_norm.weight") { $0.kind = .half },
      weights("counts for reals", of: "output_norm.weight") { $0.kind = .count },
      weights("bytes for reals", of: "blk.0.attn_q.weight") { ($0.values, $0.kind) = (nothing(1_024), .byte) },
      weights("counts in a layer", of: "blk.0.ffn_down.weight") { $0.kind = .count },
      weights("counts for words", of: "token_embd.weight") { $0.kind = .count },
      weights("a weight twice", of: "output_norm.weight") { $0.name = "blk.0.attn_norm.weight" },
      weights("a weight without a name", of: "output_norm.weight") { $0.name = "" },
      weights("a weight's long name", of: "output_norm.weight") { $0.name = String(repeating: "w", count: 5_000) },
      changed("no weights") { $0.tensors = [] },
    ]
  }()

  private static let templates: [(name: String, source: String)] = [
    ("not finished", "{% for m in messages %}{{ m.role"), ("of what is not there", "{{ nope.foo.bar }}"),
    ("that refuses", "{{ raise_exception('no') }}"), ("of nothing", ""), ("without messages", "Hello"),
    ("that counts for ever", "{% for i in range(1000000000) %}x{% endfor %}"),
    (
      "of brackets",
      "{{ " + String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000) + " }}"
    ),
    ("of minus signs", "{{ " + String(repeating: "-", count: 100_000) + "1 }}"),
    (
      "of conditions",
      String(repeating: "{% if true %}", count: 20_000) + String(repeating: "{% endif %}", count: 20_000)
    ),
    ("of lists", "{{ " + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + " }}"),
    ("too long a text", "{{ 'a' * 10000000000 }}"), ("that divides by nothing", "{{ 1 % 0 }}{{ 1 // 0 }}{{ 1/0 }}"),
    ("that calls itself", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"),
    ("that doubles", "{% set ns = namespace(x='a') %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}"),
    ("of places out of reach", "{{ messages[99].role }}{{ messages[-5] }}{{ 'abc'[9999999999999999999] }}"),
    ("of the smallest number", "{{ -9223372036854775808 // -1 }}{{ -9223372036854775808 % -1 }}"),
    ("that contains itself", "{% set a = [] %}{% set _ = a.append(a) %}{{ a }}{{ a | tojson }}"),
    ("of strange bytes", "{{ '\u{0}' }}\u{0}{{ messages[0].content[::-1] }}"),
  ]

  static let wrongTemplates = templates.map { name, source in
    set("tokenizer.chat_template", .text(source), as: "a template \(name)")
  }

  private static func noise(_ count: Int, _ seed: UInt64) -> [UInt8] {
    var chance = Chance(seed)
    return (0..<count).map { _ in UInt8(chance.next(below: 256)) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private static func nothing(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  private static func words(_ name: String, _ change: @escaping @Sendable ([[UInt8]]) -> [[UInt8]]) -> HostileModel {
    changed(name) { model in
      if case .texts(let words)? = model["tokenizer.ggml.tokens"] {
        model["tokenizer.ggml.tokens"] = .texts(change(words))
      }
    }
  }

  private static func merges(_ name: String, _ merges: String...) -> HostileModel {
    set("tokenizer.ggml.merges", .texts(merges.map { Array($0.utf8) }), as: name)
  }

  private static func weights(
    _ name: String, of tensor: String, _ change: @escaping @Sendable (inout TinyModel.Tensor) -> Void
  ) -> HostileModel {
    changed(name) { model in
      if let index = model.tensors.firstIndex(where: { $0.name == tensor }) { change(&model.tensors[index]) }
    }
  }
}
