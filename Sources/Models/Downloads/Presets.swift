package import Domain

/// Models that suit many machines. Lengths are about what they are; the host says them exactly before anything is fetched.
package enum Presets {
  package static let all: [ModelPreset] = [
    preset(
      "smollm2-360m", "SmolLM2 360M", "Hugging Face", "HuggingFaceTB/SmolLM2-360M-Instruct-GGUF",
      "smollm2-360m-instruct-q8_0.gguf", 386_000_000, context: 40_960, "Apache 2.0", .tiny),
    preset(
      "qwen3-0.6b", "Qwen 3 0.6B", "Alibaba", "Qwen/Qwen3-0.6B-GGUF", "Qwen3-0.6B-Q8_0.gguf", 639_000_000,
      context: 114_688, "Apache 2.0", .tiny),
    preset(
      "llama-3.2-1b", "Llama 3.2 1B", "Meta", "bartowski/Llama-3.2-1B-Instruct-GGUF",
      "Llama-3.2-1B-Instruct-Q4_K_M.gguf", 808_000_000, context: 32_768, "Llama 3.2", .quick),
    preset(
      "gemma-3-1b", "Gemma 3 1B", "Google", "ggml-org/gemma-3-1b-it-GGUF", "gemma-3-1b-it-Q4_K_M.gguf", 806_000_000,
      context: 26_624, "Gemma", .quick),
    preset(
      "smollm2-1.7b", "SmolLM2 1.7B", "Hugging Face", "HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF",
      "smollm2-1.7b-instruct-q4_k_m.gguf", 1_060_000_000, context: 196_608, "Apache 2.0", .quick),
    preset(
      "gemma-2-2b", "Gemma 2 2B", "Google", "bartowski/gemma-2-2b-it-GGUF", "gemma-2-2b-it-Q4_K_M.gguf",
      1_710_000_000, context: 106_496, "Gemma", .everyday),
    preset(
      "qwen3-1.7b", "Qwen 3 1.7B", "Alibaba", "Qwen/Qwen3-1.7B-GGUF", "Qwen3-1.7B-Q8_0.gguf", 1_830_000_000,
      context: 114_688, "Apache 2.0", .thinking),
    preset(
      "qwen2.5-3b", "Qwen 2.5 3B", "Alibaba", "Qwen/Qwen2.5-3B-Instruct-GGUF", "qwen2.5-3b-instruct-q4_k_m.gguf",
      2_100_000_000, context: 36_864, "Qwen Research", .everyday),
    preset(
      "llama-3.2-3b", "Llama 3.2 3B", "Meta", "bartowski/Llama-3.2-3B-Instruct-GGUF",
      "Llama-3.2-3B-Instruct-Q4_K_M.gguf", 2_020_000_000, context: 114_688, "Llama 3.2", .everyday),
    preset(
      "phi-3.5-mini", "Phi 3.5 mini", "Microsoft", "bartowski/Phi-3.5-mini-instruct-GGUF",
      "Phi-3.5-mini-instruct-Q4_K_M.gguf", 2_390_000_000, context: 393_216, "MIT", .reasoning),
    preset(
      "gemma-3-4b", "Gemma 3 4B", "Google", "ggml-org/gemma-3-4b-it-GGUF", "gemma-3-4b-it-Q4_K_M.gguf",
      2_490_000_000, context: 139_264, "Gemma", .everyday),
    preset(
      "qwen3-4b", "Qwen 3 4B", "Alibaba", "Qwen/Qwen3-4B-GGUF", "Qwen3-4B-Q4_K_M.gguf", 2_500_000_000,
      context: 147_456, "Apache 2.0", .thinking),
    preset(
      "phi-4", "Phi 4", "Microsoft", "bartowski/phi-4-GGUF", "phi-4-Q4_K_M.gguf", 9_050_000_000, context: 204_800,
      "MIT", .large),
  ]

  /// - Parameter context: bytes of memory for each token in the context.
  private static func preset(
    _ id: String, _ name: String, _ maker: String, _ repository: String, _ file: String, _ bytes: Int64,
    context: Int64, _ licence: String, _ purpose: ModelPreset.Purpose
  ) -> ModelPreset {
    ModelPreset(
      id: id, name: name, maker: maker, source: .hub(repository: repository, revision: "main", file: file),
      bytes: bytes, bytesPerToken: context, licence: licence, purpose: purpose)
  }
}
