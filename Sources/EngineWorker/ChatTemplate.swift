import CLlama
import EngineWire

/// A part of a prompt as a template made it.
struct RenderedPart {
  /// Whether a message brought it.
  var isMessage: Bool
  var text: [UInt8]
}

/// A model's chat template: a program that came with the file, so it may refuse, and never end.
final class ChatTemplate {
  let source: String
  private let parsed: OpaquePointer

  init(_ template: (source: String, bos: String, eos: String)) throws(EngineRefusal) {
    source = template.source
    parsed = try Self.asking { reason in sotto_template_parse(template.source, template.bos, template.eos, reason) }
  }

  deinit { sotto_template_free(parsed) }

  func render(_ prompt: EnginePrompt) throws(EngineRefusal) -> [RenderedPart] {
    // All texts in one place, so that their addresses hold.
    var texts: [CChar] = []
    for message in prompt.messages { texts += message.text.utf8.map { CChar(bitPattern: $0) } }
    texts.append(0)
    let thinking: Int32 =
      switch prompt.thinking {
      case .unspecified: -1
      case .on: 1
      case .off: 0
      }
    var rendered = try Self.asking { reason in
      texts.withUnsafeBufferPointer { texts in
        var start = 0
        let messages = prompt.messages.map { message in
          let count = message.text.utf8.count
          defer { start += count }
          return sotto_message(role: message.role.name, text: texts.baseAddress.map { $0 + start }, count: count)
        }
        var rendered = sotto_prompt()
        let rendering = sotto_rendering(thinking: thinking, now: prompt.time)
        return sotto_template_render(parsed, messages, messages.count, rendering, &rendered, reason) ? rendered : nil
      }
    }
    defer { sotto_prompt_free(&rendered) }
    return UnsafeBufferPointer(start: rendered.parts, count: rendered.count).map { part in
      RenderedPart(
        isMessage: part.is_message, text: Array(UnsafeRawBufferPointer(start: part.text, count: part.count)))
    }
  }

  /// What the library answers, or the reason why there is nothing.
  private static func asking<Answer>(_ body: (sotto_reason) -> Answer?) throws(EngineRefusal) -> Answer {
    try withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_000) { room throws(EngineRefusal) in
      room.initialize(repeating: 0)
      guard let answer = body(sotto_reason(text: room.baseAddress, room: room.count)) else {
        throw EngineRefusal(.templateFailed, room.baseAddress.map { String(cString: $0) } ?? "")
      }
      return answer
    }
  }
}

extension EnginePrompt.Role {
  /// As all templates have it.
  fileprivate var name: UnsafePointer<CChar> {
    let name: StaticString =
      switch self {
      case .system: "system"
      case .user: "user"
      case .assistant: "assistant"
      }
    return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
