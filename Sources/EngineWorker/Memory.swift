import CLlama
import EngineWire

/// What a model has read of chats: of each its tokens, and what it made of them, in cells that all of them share. Where there
/// are not enough, the chat that waits longest is forgotten.
final class Memory {
  /// What was read of one chat, one token behind the other.
  struct Line {
    let chat: UInt64
    /// The library's number of it.
    let sequence: Int32
    var tokens: [Token] = []
    /// How many of them, from the first on, the app has on its disk.
    var saved = 0
    /// The first messages of its last prompt that was cut.
    var beginning: [EnginePrompt.Message] = []
  }

  private let context: OpaquePointer
  private let memory: llama_memory_t
  /// How far back each layer looks at least; 0 where all look at everything.
  private let window: Int
  /// Whether what was read can only be forgotten whole.
  private let isRecurrent: Bool
  private let sequences: Int32
  private var batch: llama_batch
  /// The one in hand last, and before it those that were in hand before.
  private var lines: [Line] = []
  let capacity: Int
  /// Hears of a chat before it is forgotten for others.
  var forgetting: (Line) -> Void = { _ in }

  enum Outcome {
    case read
    case noRoom
    case stopped
    case failed(code: Int32)
  }

  /// How many chats at once; one where what was read cannot be shared out exactly: a sliding window would have to be kept for
  /// each of them, and a state cannot be cut.
  static func sequences(of model: OpaquePointer) -> UInt32 {
    isShared(model) ? 4 : 1
  }

  private static func isRecurrent(_ model: OpaquePointer) -> Bool {
    llama_model_is_recurrent(model) || llama_model_is_hybrid(model)
  }

  private static func isShared(_ model: OpaquePointer) -> Bool { llama_model_n_swa(model) == 0 && !isRecurrent(model) }

  /// Nil for a model without any.
  init?(_ context: OpaquePointer, of model: OpaquePointer) {
    guard let memory = llama_get_memory(context) else { return nil }
    self.context = context
    self.memory = memory
    window = Int(llama_model_n_swa(model))
    isRecurrent = Self.isRecurrent(model)
    sequences = Int32(llama_n_seq_max(context))
    capacity = Int(llama_n_ctx(context))
    batch = llama_batch_init(Int32(Session.largestBatch), 0, 1)
    begin(0)
  }

  deinit { llama_batch_free(batch) }

  // MARK: Chats

  /// The chat in hand.
  private var current: Line {
    get { lines[lines.count - 1] }
    set { lines[lines.count - 1] = newValue }
  }

  /// What was read of the chat in hand.
  var tokens: [Token] { current.tokens }

  subscript(chat: UInt64) -> Line? { lines.first { $0.chat == chat } }

  /// Takes a chat in hand.
  func begin(_ chat: UInt64) {
    if let index = lines.firstIndex(where: { $0.chat == chat }) { return lines.append(lines.remove(at: index)) }
    if lines.count == sequences { forgetOldest() }
    let taken = Set(lines.map(\.sequence))
    let free = (0..<sequences).first { !taken.contains($0) } ?? 0
    lines.append(Line(chat: chat, sequence: free))
  }

  /// Keeps with the chat in hand what its prompt was cut to.
  func note(beginning: [EnginePrompt.Message]) { current.beginning = beginning }

  /// The app has this chat on its disk as it is now.
  func noteSaved(_ chat: UInt64) {
    guard let index = lines.firstIndex(where: { $0.chat == chat }) else { return }
    lines[index].saved = lines[index].tokens.count
  }

  func forget(_ chat: UInt64) {
    guard let index = lines.firstIndex(where: { $0.chat == chat }) else { return }
    let line = lines.remove(at: index)
    erase(line.sequence)
    if lines.isEmpty { begin(0) }
  }

  /// Forgets all chats.
  func clear() {
    while lines.count > 1 { forgetOldest() }
    forgetOldest()
    begin(0)
  }

  private func forgetOldest() {
    guard let line = lines.first else { return }
    forgetting(line)
    lines.removeFirst()
    erase(line.sequence)
  }

  private func erase(_ sequence: Int32) {
    if lines.isEmpty || sequences == 1 {
      llama_memory_clear(memory, false)
    } else {
      llama_memory_seq_rm(memory, sequence, -1, -1)
    }
  }

  // MARK: Reading

  /// How much of a prompt is there already. At least its last token has to be read again: the next one follows from it.
  func kept(of prompt: [Token], in chat: UInt64) -> Int {
    guard let line = self[chat] else { return 0 }
    return min(zip(line.tokens, prompt).prefix { $0 == $1 }.count, max(0, prompt.count - 1))
  }

  /// Forgets what does not belong to the beginning of a prompt; returns how many tokens are left, all of them its own.
  func keep(beginningOf prompt: [Token]) -> Int {
    forget(from: kept(of: prompt, in: current.chat))
    return tokens.count
  }

  /// Forgets everything from this token on, or, where the library could not do that exactly, all.
  private func forget(from count: Int, isBroken: Bool = false) {
    guard count < tokens.count || isBroken else { return }
    current.tokens.removeSubrange(count...)
    current.saved = min(current.saved, count)
    let sequence = current.sequence
    let isRemoved = llama_memory_seq_rm(memory, sequence, Int32(count), -1)
    let first = Int(llama_memory_seq_pos_min(memory, sequence))
    let last = Int(llama_memory_seq_pos_max(memory, sequence))
    // A sliding window may have lost what the next token has to look at, and says nothing.
    let isExact = isRemoved && !isRecurrent && last == count - 1 && first <= (window > 0 ? max(0, count - window) : 0)
    guard count == 0 || !isExact || first < 0 else { return }
    current.tokens = []
    current.saved = 0
    if lines.count == 1 || sequences == 1 {
      llama_memory_clear(memory, false)
    } else {
      llama_memory_seq_rm(memory, sequence, -1, -1)
    }
  }

  /// Forgets other chats until there is room for so many tokens more.
  private func makeRoom(for count: Int) {
    while lines.count > 1, lines.reduce(0, { $0 + $1.tokens.count }) + count > capacity { forgetOldest() }
  }

  /// Reads some tokens more; as they fit into a batch.
  func read(_ more: ArraySlice<Token>) -> Outcome {
    guard tokens.count + more.count <= capacity else { return .noRoom }
    makeRoom(for: more.count)
    fill(more)
    var code = llama_decode(context, batch)
    while code == 1, lines.count > 1 {
      forgetOldest()
      code = llama_decode(context, batch)
    }
    switch code {
    case 0:
      current.tokens += more
      return .read
    case 1:
      return .noRoom
    default:
      // Some of them may have been read, or half of one.
      forget(from: tokens.count, isBroken: true)
      return code == 2 ? .stopped : .failed(code: code)
    }
  }

  private func fill(_ more: ArraySlice<Token>) {
    batch.n_tokens = Int32(more.count)
    for (index, token) in more.enumerated() {
      batch.token[index] = token
      batch.pos[index] = Int32(tokens.count + index)
      batch.n_seq_id[index] = 1
      batch.seq_id[index]?[0] = current.sequence
      batch.logits[index] = index == more.count - 1 ? 1 : 0
    }
  }
}

// MARK: States

extension Memory {
  /// What the library has of a line, to be freed by whoever asks; nil when there is no memory for it.
  func state(of line: Line) -> UnsafeMutableRawBufferPointer? {
    let size = llama_state_seq_get_size(context, line.sequence)
    guard size > 0, let bytes = UnsafeMutableRawBufferPointer(mallocated: size) else { return nil }
    let count = llama_state_seq_get_data(
      context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size, line.sequence)
    guard count == size else {
      bytes.free()
      return nil
    }
    return bytes
  }

  /// Takes a chat in hand as it was given out; false where that is not possible, and then nothing of it is there.
  func restore(_ chat: UInt64, _ head: EngineStateHead, _ state: UnsafeRawBufferPointer) -> Bool {
    forget(chat)
    guard !head.tokens.isEmpty, head.tokens.count <= capacity else { return false }
    begin(chat)
    makeRoom(for: head.tokens.count)
    let sequence = current.sequence
    let bytes = state.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let isWhole =
      llama_state_seq_set_data(context, bytes, state.count, sequence) == state.count
      && Int(llama_memory_seq_pos_max(memory, sequence)) == head.tokens.count - 1
    guard isWhole else {
      // A part of it may be there.
      forget(chat)
      return false
    }
    current.tokens = head.tokens
    current.saved = head.tokens.count
    current.beginning = head.beginning
    return true
  }
}
