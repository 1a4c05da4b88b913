import EngineWire
import Testing

@testable import EngineWorker

/// How the models of llama.cpp's templates think, and others that are known for it.
@Suite(.timeLimit(.minutes(1))) struct ThoughtTests {
  struct Saying: Sendable {
    let template: String
    let said: String
    var reasoning = "Hm.\n\nYes."
    var answer = "Good <b>\nmorning"
  }

  private static let told = [
    Saying(template: "llama-cpp-deepseek-r1", said: "<think>\nHm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "llama-cpp-deepseek-r1", said: "<b>\n</think>\n", reasoning: "<b>", answer: ""),
    Saying(template: "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", said: "Hm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "Qwen-Qwen3-0.6B", said: "<think>\nHm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "Qwen-QwQ-32B", said: "Hm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "GLM-4.6", said: "\n<think>Hm.\n\nYes.</think>\nGood <b>\nmorning"),
    Saying(template: "MiniMax-M2", said: "Hm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "NVIDIA-Nemotron-Nano-v2", said: "Hm.\n\nYes.\n</think>\n\nGood <b>\nmorning"),
    Saying(template: "HuggingFaceTB-SmolLM3-3B", said: "<think>\nHm.\n\nYes.\n</think>\nGood <b>\nmorning"),
    Saying(template: "MiniMax-M3", said: "<mm:think>Hm.\n\nYes.</mm:think>Good <b>\nmorning"),
    Saying(template: "ByteDance-Seed-OSS", said: "<seed:think>\nHm.\n\nYes.</seed:think>Good <b>\nmorning"),
    Saying(
      template: "mistralai-Ministral-3-14B-Reasoning-2512", said: "[THINK]Hm.\n\nYes.[/THINK]Good <b>\nmorning"),
    Saying(template: "Cohere2MoE", said: "<|START_THINKING|>Hm.\n\nYes.<|END_THINKING|>Good <b>\nmorning"),
    Saying(template: "Apertus-8B-Instruct", said: "<|inner_prefix|>Hm.\n\nYes.<|inner_suffix|>Good <b>\nmorning"),
    Saying(template: "google-gemma-4-31B-it", said: "<|channel>thought\nHm.\n\nYes.\n<channel|>Good <b>\nmorning"),
    Saying(
      template: "upstage-Solar-Open-100B",
      said: "<|think|>Hm.\n\nYes.<|end|><|begin|>assistant<|content|>Good <b>\nmorning"),
    Saying(template: "tencent-Hy3", said: "<think:opensource>Hm.\n\nYes.</think:opensource>Good <b>\nmorning"),
    Saying(
      template: "openai-gpt-oss-120b",
      said: "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>Yes."
        + "<|end|><|start|>assistant<|channel|>final<|message|>Good <b>\nmorning"),
    Saying(
      template: "ibm-granite-granite-3.3-2B-Instruct",
      said: "<think>Hm.\n\nYes.</think>\n<response>Good <b>\nmorning\n</response>"),
    Saying(template: "ibm-granite-granite-3.3-2B-Instruct", said: "<think>Hm.\n\nYes.</think>Good <b>\nmorning"),
    Saying(
      template: "Apriel-1.6-15b-Thinker-fixed", said: "Hm.\n\nYes.\n[BEGIN FINAL RESPONSE]\nGood <b>\nmorning"),
    Saying(
      template: "unsloth-Apriel-1.5",
      said: "Here are my reasoning steps:\nHm.\n\nYes.\n[BEGIN FINAL RESPONSE]\n"
        + "Good <b>\nmorning\n[END FINAL RESPONSE]\n"),
    // None of these are tags for who has never heard of them.
    Saying(
      template: "Qwen-Qwen3-0.6B", said: "<think>\n\n</think>\n\n<response>No</response>", reasoning: "",
      answer: "<response>No</response>"),
    Saying(
      template: "Qwen-Qwen3-0.6B", said: "Here are my reasoning steps:\n1 [BEGIN FINAL RESPONSE]", reasoning: "",
      answer: "Here are my reasoning steps:\n1 [BEGIN FINAL RESPONSE]"),
    Saying(
      template: "meta-llama-Llama-3.2-3B-Instruct", said: "<thought>No</thought>", reasoning: "",
      answer: "<thought>No</thought>"),
  ]

  @Test(arguments: told)
  func `what a model says in its own way is taken apart, however it is cut into tokens`(saying: Saying) throws {
    let source = try RealVocabulary.template(saying.template)
    let thoughts = Thought.known(to: source)
    let prompt = try ChatTemplate((source, "<s>", "</s>")).render(EnginePrompt("Hello", thinking: .on)).flatMap(\.text)
    let opened = Thought.opened(atEndOf: prompt, of: thoughts)
    let said = Array(saying.said.utf8)
    for size in [1, 2, 3, 7, said.count] {
      var splitter = ThoughtSplitter(within: opened, of: thoughts)
      var chunks: [ThoughtSplitter.Chunk] = []
      for start in stride(from: 0, to: said.count, by: size) {
        chunks += splitter.take(Array(said[start..<min(start + size, said.count)]))
      }
      chunks += splitter.end()
      func text(_ isReasoning: Bool) -> String {
        String(decoding: chunks.filter { $0.isReasoning == isReasoning }.flatMap(\.text), as: UTF8.self)
      }
      #expect(text(true) == saying.reasoning, "\(saying.template), \(size)")
      #expect(text(false) == saying.answer, "\(saying.template), \(size)")
    }
  }

  @Test func `those whose templates are not at hand are known by what these have`() {
    func opens(_ words: String, _ template: String) -> Bool {
      Thought.opened(atEndOf: Array("…\n\(words)\n".utf8), of: Thought.known(to: template)) != nil
    }
    #expect(opens("[|assistant|]<thought>", "'[|assistant|]<thought>\\n'"))
    #expect(opens("<reasoning>", "<reasoning>"))
    #expect(!opens("<reasoning>", ""))
    let hunyuan = Thought.known(to: "content.split('<answer>')")
    #expect(hunyuan.first?.answer.close == Array("</answer>".utf8))
    let granite = Thought.known(to: "write your response after 'Here is my response:' for each user query")
    #expect(granite.first?.close == Array("Here is my response:".utf8))
  }
}
