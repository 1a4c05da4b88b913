import CLlama

/// What a model has read: its tokens, and what it made of them, one behind the other.
final class Memory {
  private let context: OpaquePointer
  private let memory: llama_memory_t
  /// How far back each layer looks at least; 0 where all look at everything.
  private let window: Int
  /// Whether what was read can only be forgotten whole.
  private let isRecurrent: Bool
  private(set) var tokens: [Token] = []
  let capacity: Int

  enum Outcome {
    case read
    case noRoom
    case stopped
    case failed(code: Int32)
  }

  /// Nil for a model without any.
  init?(_ context: OpaquePointer, of model: OpaquePointer) {
    guard let memory = llama_get_memory(context) else { return nil }
    self.context = context
    self.memory = memory
    window = Int(llama_model_n_swa(model))
    isRecurrent = llama_model_is_recurrent(model) || llama_model_is_hybrid(model)
    capacity = Int(llama_n_ctx(context))
  }

  /// How much of a prompt is there already. At least its last token has to be read again: the next one follows from it.
  func kept(of prompt: [Token]) -> Int {
    min(zip(tokens, prompt).prefix { $0 == $1 }.count, max(0, prompt.count - 1))
  }

  /// Forgets what does not belong to the beginning of a prompt; returns how many tokens are left, all of them its own.
  func keep(beginningOf prompt: [Token]) -> Int {
    forget(from: kept(of: prompt))
    return tokens.count
  }

  /// Forgets everything from this token on, or, where the library could not do that exactly, all.
  private func forget(from count: Int, isBroken: Bool = false) {
    guard count < tokens.count || isBroken else { return }
    tokens.removeSubrange(count...)
    let isRemoved = llama_memory_seq_rm(memory, 0, Int32(count), -1)
    let first = Int(llama_memory_seq_pos_min(memory, 0))
    let last = Int(llama_memory_seq_pos_max(memory, 0))
    // A sliding window may have lost what the next token has to look at, and says nothing.
    let isExact = isRemoved && !isRecurrent && last == count - 1 && first <= (window > 0 ? max(0, count - window) : 0)
    if count == 0 || !isExact || first < 0 { clear() }
  }

  func clear() {
    llama_memory_clear(memory, false)
    tokens = []
  }

  /// Reads some tokens more; as they fit into a batch.
  func read(_ more: ArraySlice<Token>) -> Outcome {
    guard tokens.count + more.count <= capacity else { return .noRoom }
    var batch = Array(more)
    let code = batch.withUnsafeMutableBufferPointer { room in
      llama_decode(context, llama_batch_get_one(room.baseAddress, Int32(room.count)))
    }
    switch code {
    case 0:
      tokens += more
      return .read
    case 1:
      return .noRoom
    default:
      // Some of them may have been read, or half of one.
      forget(from: tokens.count, isBroken: true)
      return code == 2 ? .stopped : .failed(code: code)
    }
  }
}
