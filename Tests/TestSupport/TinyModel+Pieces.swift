/// A vocabulary of pieces of words, as SentencePiece makes them.
extension TinyModel {
  /// What the tokens of a model are made of.
  public enum Tokenizer: CaseIterable, Sendable {
    /// Bytes, each written as a character (`gpt2`).
    case bytes
    /// Texts with "▁" for a space, one of which stands before each text, and bytes for all that is no piece (`llama`).
    case pieces
  }

  /// The same model with such tokens. What it says stays; only what is whole characters can be a piece.
  public func with(_ tokenizer: Tokenizer) -> TinyModel {
    guard tokenizer == .pieces, case .texts(var tokens)? = self["tokenizer.ggml.tokens"],
      case .counts(var kinds)? = self["tokenizer.ggml.token_type"]
    else { return self }
    var bytes: [Character: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
      let digits = String(byte, radix: 16, uppercase: true)
      if let character = String(decoding: tokens[Int(byte)], as: UTF8.self).first { bytes[character] = byte }
      tokens[Int(byte)] = Array("<0x\(byte < 16 ? "0" : "")\(digits)>".utf8)
      kinds[Int(byte)] = 6
    }
    for index in 261..<tokens.count where kinds[index] != 5 {
      let word = String(decoding: tokens[index], as: UTF8.self).compactMap { bytes[$0] }
      tokens[index] = word.flatMap { $0 == 0x20 ? Array("▁".utf8) : [$0] }
    }
    let (space, unknown) = (tokens.count - 2, tokens.count - 1)
    (tokens[space], kinds[space]) = (Array("▁".utf8), 1)
    (tokens[unknown], kinds[unknown]) = (Array("<unk>".utf8), 2)
    var model = self
    model["tokenizer.ggml.model"] = .text("llama")
    model["tokenizer.ggml.pre"] = nil
    model["tokenizer.ggml.merges"] = nil
    model["tokenizer.ggml.tokens"] = .texts(tokens)
    model["tokenizer.ggml.token_type"] = .counts(kinds)
    model["tokenizer.ggml.scores"] = .reals(tokens.indices.map { kinds[$0] == 1 ? -Float($0) : 0 })
    model["tokenizer.ggml.bos_token_id"] = .count(256)
    model["tokenizer.ggml.unknown_token_id"] = .count(UInt32(unknown))
    model["tokenizer.ggml.add_space_prefix"] = .flag(true)
    return model
  }
}
