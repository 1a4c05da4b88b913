import CLlama
import EngineWire

/// Chooses the next token.
final class Sampler {
  private let chain: UnsafeMutablePointer<llama_sampler>
  private let remembers: Bool

  /// How far penalties look back, in tokens.
  static let memory = 256
  /// Choosing among all of a hundred thousand tokens takes ten milliseconds for each, and none beyond these is ever chosen.
  private static let mostChoices: Int32 = 4_000

  init(_ sampling: EngineSampling, vocabulary: Int) {
    chain = llama_sampler_chain_init(llama_sampler_chain_params(no_perf: true))
    remembers =
      sampling.repeatPenalty != 1 || sampling.frequencyPenalty != 0 || sampling.presencePenalty != 0
    if remembers {
      add(
        llama_sampler_init_penalties(
          Int32(vocabulary), Int32(Self.memory), Float(sampling.repeatPenalty), Float(sampling.frequencyPenalty),
          Float(sampling.presencePenalty)))
    }
    guard sampling.temperature > 0 else {
      add(llama_sampler_init_greedy())
      return
    }
    let choices = Int32(clamping: sampling.topK)
    add(llama_sampler_init_top_k(choices == 0 ? Self.mostChoices : choices))
    if sampling.topP < 1 { add(llama_sampler_init_top_p(Float(sampling.topP), 1)) }
    if sampling.minP > 0 { add(llama_sampler_init_min_p(Float(sampling.minP), 1)) }
    add(llama_sampler_init_temp(Float(sampling.temperature)))
    // This one number the library takes for a wish to have it choose a seed, another one each time.
    add(llama_sampler_init_dist(sampling.seed == LLAMA_DEFAULT_SEED ? 0 : sampling.seed))
  }

  deinit { llama_sampler_free(chain) }

  private func add(_ sampler: UnsafeMutablePointer<llama_sampler>?) { llama_sampler_chain_add(chain, sampler) }

  /// What was said before, for those who are not to repeat it.
  func remember(_ tokens: [Token]) {
    guard remembers else { return }
    for token in tokens.suffix(Self.memory) { llama_sampler_accept(chain, token) }
  }

  /// The token that follows what the model read last.
  func next(in context: OpaquePointer) -> Token { llama_sampler_sample(chain, context, -1) }
}
