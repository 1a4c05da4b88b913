import EngineWire
import FoundationEssentials
import Testing

@testable import EngineWorker

/// The chat templates of real models, as they come with the library's source.
@Suite(.timeLimit(.minutes(1))) struct TemplateTests {
  /// At noon, so that the day is the same everywhere. The same ones as in `scripts/template-vectors`.
  private static let conversations = [
    EnginePrompt("Hello"), EnginePrompt("Hello ä 🙂", "Yes?", "More\nlines <b>", system: "Be brief."),
    EnginePrompt("One", "Two", "Three"),
  ].map { EnginePrompt($0.messages, time: 1_699_963_200) }

  @Test func `all of them write what they do where they come from, and what is refused there ends in words`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "templates.txt")
    var same = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let source = try RealVocabulary.template(words[0])
      for (prompt, expected) in zip(Self.conversations, words.dropFirst()) {
        do throws(EngineRefusal) {
          let text = try ChatTemplate((source, "<s>", "</s>")).render(prompt).flatMap(\.text)
          #expect(
            text.hash == expected || expected == "refused", "\(words[0]): \(String(decoding: text, as: UTF8.self))")
          if text.hash == expected { same += 1 }
        } catch {
          #expect(expected == "refused", "\(words[0]): \(error.words)")
          #expect(error.code == .templateFailed && !error.words.isEmpty)
        }
      }
    }
    #expect(same > 180)
  }
}

extension [UInt8] {
  /// FNV-1a.
  fileprivate var hash: String {
    let value = reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
