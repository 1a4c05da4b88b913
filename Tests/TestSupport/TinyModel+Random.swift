/// Models whose numbers come from a seed: what they say has no sense, and depends on everything that they were told.
extension TinyModel {
  /// How a model remembers what it has read.
  public enum Kind: String, CaseIterable, Sendable {
    /// All of it.
    case llama
    /// Most layers only the last tokens.
    case gemma3
    /// As one state.
    case mamba
  }

  public static func random(
    _ kind: Kind = .llama, seed: UInt64 = 1, context: Int = 2_048, layers: Int = 2
  ) -> TinyModel {
    // Of six layers of the second kind one sees everything.
    var model = TinyModel(
      words: [], width: 32, layers: kind == .gemma3 ? 6 : layers, heads: 2, context: context)
    switch kind {
    case .llama: break
    case .gemma3: model.slide()
    case .mamba: model.recur()
    }
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    model.fill {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max) * 0.5
    }
    for index in model.tensors.indices where model.tensors[index].name.hasSuffix("ssm_a") {
      // What is kept of a state fades.
      model.tensors[index].values = model.tensors[index].values.map { -0.5 - abs($0) }
    }
    return model
  }

  private mutating func name(_ kind: Kind) {
    metadata = metadata.map { key, value in
      (key.hasPrefix("llama.") ? kind.rawValue + key.dropFirst(5) : key, value)
    }
    self["general.architecture"] = .text(kind.rawValue)
  }

  private var layers: Int { tensors.count { $0.name.hasSuffix(".attn_norm.weight") } }

  private mutating func add(_ layer: Int, _ name: String, _ sides: [Int]) {
    tensors.append(Tensor(name: "blk.\(layer).\(name)", sides: sides, values: []))
  }

  private mutating func slide() {
    name(.gemma3)
    self["gemma3.attention.sliding_window"] = .count(64)
    self["gemma3.attention.key_length"] = .count(16)
    self["gemma3.attention.value_length"] = .count(16)
    for layer in 0..<layers {
      for name in ["post_attention_norm", "post_ffw_norm"] { add(layer, name + ".weight", [32]) }
      for name in ["attn_q_norm", "attn_k_norm"] { add(layer, name + ".weight", [16]) }
    }
  }

  private mutating func recur() {
    name(.mamba)
    let (width, inner, state, rank) = (32, 64, 16, 8)
    for (key, value) in [("conv_kernel", 4), ("inner_size", inner), ("state_size", state), ("time_step_rank", rank)] {
      self["mamba.ssm." + key] = .count(UInt32(value))
    }
    for key in ["feed_forward_length", "attention.head_count", "attention.head_count_kv"] {
      self["mamba." + key] = .count(0)
    }
    let count = layers
    tensors.removeAll { $0.name.hasPrefix("blk.") && !$0.name.hasSuffix(".attn_norm.weight") }
    for layer in 0..<count {
      add(layer, "ssm_in.weight", [width, 2 * inner])
      add(layer, "ssm_conv1d.weight", [4, inner])
      add(layer, "ssm_conv1d.bias", [inner])
      add(layer, "ssm_x.weight", [inner, rank + 2 * state])
      add(layer, "ssm_dt.weight", [rank, inner])
      add(layer, "ssm_dt.bias", [inner])
      add(layer, "ssm_a", [state, inner])
      add(layer, "ssm_d", [inner])
      add(layer, "ssm_out.weight", [inner, width])
    }
  }
}
