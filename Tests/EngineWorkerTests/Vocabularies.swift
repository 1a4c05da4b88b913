import CLlama
import FoundationEssentials
import Testing

@testable import EngineWorker

/// A vocabulary of a real model, as it comes with the library's source: without weights, with texts and what they are as tokens.
final class RealVocabulary {
  let name: String
  let words: OpaquePointer
  private let model: OpaquePointer

  static let folder = URL(filePath: #filePath).appending(path: "../../../.deps/llama/vectors").standardized.path()

  init(_ name: String) throws {
    self.name = name
    var parameters = llama_model_default_params()
    parameters.vocab_only = true
    llama_log_set({ _, _, _ in }, nil)
    model = try #require(
      llama_model_load_from_file("\(Self.folder)/ggml-vocab-\(name).gguf", parameters),
      "scripts/llama vectors unpacks it")
    words = try #require(llama_model_get_vocab(model))
  }

  deinit { llama_model_free(model) }

  /// With the tokens that a template of this source makes special.
  func vocabulary(template: String = "") -> Vocabulary { Vocabulary(words, template: template) }

  /// Texts, and their tokens.
  var cases: [(text: [UInt8], tokens: [Token])] {
    get throws {
      let path = "\(Self.folder)/ggml-vocab-\(name).gguf"
      let texts = Array(try Data(contentsOf: URL(filePath: path + ".inp"))).split(whole: "\n__ggml_vocab_test__\n")
      let lines = try String(contentsOfFile: path + ".out", encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      return zip(texts, lines).map { ($0, $1.split(separator: " ").compactMap { Token($0) }) }
    }
  }

  /// Tokens that stand for something else than words, by the file's own word for them.
  var specials: [(token: Token, text: String)] {
    (0..<llama_vocab_n_tokens(words)).compactMap { token in
      let kind = llama_vocab_get_attr(words, token).rawValue
      let isSpecial = kind & (LLAMA_TOKEN_ATTR_CONTROL.rawValue | LLAMA_TOKEN_ATTR_UNKNOWN.rawValue) != 0
      return isSpecial ? llama_vocab_get_text(words, token).map { (token, String(cString: $0)) } : nil
    }
  }

  /// The template of this name that comes with the library's source.
  static func template(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/templates/\(name).jinja", encoding: .utf8)
  }

  /// The texts that a template may write at the beginning and the end.
  var ends: (bos: String, eos: String) {
    func text(_ token: Token) -> String {
      token == LLAMA_TOKEN_NULL ? "" : llama_vocab_get_text(words, token).map { String(cString: $0) } ?? ""
    }
    return (text(llama_vocab_bos(words)), text(llama_vocab_eos(words)))
  }
}

extension [UInt8] {
  /// What stands between these words.
  fileprivate func split(whole words: String) -> [[UInt8]] {
    var (parts, rest) = ([[UInt8]](), self[...])
    while let range = rest.firstRange(of: Array(words.utf8)) {
      parts.append(Array(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty ? parts : parts + [Array(rest)]
  }
}
