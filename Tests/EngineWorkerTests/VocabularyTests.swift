import CLlama
import EngineWire
import Testing

@testable import EngineWorker

/// The vocabularies of real models, and what people type into prompts of theirs.
@Suite(.timeLimit(.minutes(2))) struct VocabularyTests {
  private static let all = [
    "bert-bge", "command-r", "deepseek-coder", "deepseek-llm", "falcon", "gemma-4", "gpt-2", "llama-bpe", "llama-spm",
    "mpt", "phi-3", "qwen2", "qwen35", "refact", "starcoder",
  ]

  @Test func `all texts that come with real vocabularies are the tokens that they should be, and read back`() throws {
    var count = 0
    for name in Self.all {
      let real = try RealVocabulary(name)
      let vocabulary = real.vocabulary()
      for (text, expected) in try real.cases {
        let tokens = vocabulary.tokens(of: text, withSpecials: false)
        #expect(tokens == expected, "\(name): \(String(decoding: text, as: UTF8.self))")
        let back = tokens.flatMap { vocabulary.text(of: $0, specials: false) }
        // One kind writes a space before each text; another one keeps neither spaces nor capitals.
        #expect(back == text || back == [0x20] + text || name == "bert-bge", "\(name): \(back)")
        count += 1
      }
    }
    #expect(count == 694)
  }

  /// A vocabulary and a template for it.
  private static let templates = [
    ("llama-bpe", "meta-llama-Llama-3.2-3B-Instruct"), ("qwen2", "Qwen-Qwen2.5-7B-Instruct"),
    ("phi-3", "microsoft-Phi-3.5-mini-instruct"), ("gemma-4", "google-gemma-4-31B-it"),
    ("command-r", "CohereForAI-c4ai-command-r-plus-tool_use"),
  ]
  /// As the first models with a vocabulary of pieces and bytes had it.
  private static let spm = """
    {{ bos_token }}{% for m in messages %}{% if m.role == 'assistant' %} {{ m.content }} {{ eos_token }}\
    {% else %}[INST] {{ m.content }} [/INST]{% endif %}{% endfor %}
    """
  /// One with nothing between messages.
  private static let bare = "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}"

  @Test(arguments: templates.map(\.0) + ["llama-spm"])
  func `no special token of a vocabulary becomes one when it is typed`(name: String) throws {
    let real = try RealVocabulary(name)
    let source = try Self.templates.first { $0.0 == name }.map { try RealVocabulary.template($0.1) } ?? Self.spm
    for source in [source, Self.bare] {
      let writer = try writer(source, real)
      // What is special by the template's use, as well as what the file calls so.
      let specials = real.specials.map(\.text) + ["<think>", "</think>", "<|im_start|>", "<start_of_turn>", "<0x0A>"]
      #expect(specials.count > 5)
      let plain = try writer.specials(in: Self.prompt(typed: "Hello"), of: real)
      for special in Set(specials) where !special.isEmpty {
        #expect(try writer.specials(in: Self.prompt(typed: special), of: real) == plain, "\(special)")
      }
    }
  }

  /// With special tokens where the vocabulary has some of that name, else with words.
  private static let plain = """
    {% for m in messages %}<|im_start|>{{ m.role }}
    {{ m.content }}<|im_end|>
    {% endfor %}<|im_start|>assistant
    """

  /// All but one that is not for chats, and knows neither capitals nor most letters.
  @Test(arguments: all.filter { $0 != "bert-bge" })
  func `each word of a prompt is known to be of the message that brought it, whatever the vocabulary makes of it`(
    name: String
  ) throws {
    let real = try RealVocabulary(name)
    let own = try Self.templates.first { $0.0 == name }.map { try RealVocabulary.template($0.1) }
    for source in [own ?? Self.spm, Self.plain] {
      let writer = try writer(source, real)
      let texts = try real.cases.map { String(decoding: $0.text, as: UTF8.self) }
      for (one, other) in zip(texts, texts.dropFirst()).enumerated().filter({ $0.offset.isMultiple(of: 2) }).map(\.1) {
        // The same more than once, and a word that templates have, too.
        let prompt = EnginePrompt("Hello there", one, " Yes? ", "user", "Tell me\n  more", "Yes?", other, "No", "No")
        let made = try writer.whole(prompt)
        let pieces = writer.pieces(of: made)
        #expect(pieces.reduce(0) { $0 + $1.tokens } == made.tokens.count)
        for (index, message) in prompt.messages.enumerated() {
          // A token may have a space or a mark of either side.
          let found = pieces.filter { $0.message == index }.map(\.text).joined().letters
          #expect(found == message.text.letters, "\(name), \(index) of \(prompt.messages.map(\.text))")
        }
      }
    }
  }

  /// Typed in every place, joined, nested and halved over the border of messages.
  private static func prompt(typed special: String) -> EnginePrompt {
    let half = special.index(special.startIndex, offsetBy: special.count / 2)
    return EnginePrompt(
      special, "an\(special)\(special)swer", "\(special.dropLast())\(special)\(special.last!) <\(special)>",
      String(special[..<half]), String(special[half...]), system: "You are \(special).")
  }

  private func writer(_ template: String, _ real: RealVocabulary) throws -> PromptWriter {
    try PromptWriter(
      template: ChatTemplate((template, real.ends.bos, real.ends.eos)),
      vocabulary: real.vocabulary(template: template))
  }
}

extension String {
  fileprivate var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension PromptWriter {
  /// The special tokens of a prompt, by what the vocabulary itself says of them.
  fileprivate func specials(in prompt: EnginePrompt, of real: RealVocabulary) throws -> [Token] {
    try whole(prompt).tokens.filter { token in
      let kind = llama_vocab_get_attr(real.words, token).rawValue
      return kind & (LLAMA_TOKEN_ATTR_CONTROL.rawValue | LLAMA_TOKEN_ATTR_UNKNOWN.rawValue) != 0
    }
  }
}
