import Domain
import Localization
import Platform
import Wording

/// What the options of `settings` and `new` set.
struct SettingsChange {
  // untranslated: options
  static let (instructions, file, reasoning, overflow, reset) =
    ("instructions", "instructions-file", "reasoning", "overflow", "reset")
  /// Takes a value back.
  private static let usual = "default"
  /// What is read of a text, in bytes, before it is refused for its length.
  private static let mostInput = 1 << 20

  private var changes: [@Sendable (inout ChatSettings) -> Void] = []
  private var contextLength: Double?
  private let hint: String?

  /// Whether nothing is to be set.
  var isEmpty: Bool { changes.isEmpty }

  /// Reads the options, and the files that they name; throws what cannot be set.
  init(_ context: CommandContext) throws {
    let invocation = context.invocation
    hint = invocation.hint
    func refused(_ sentence: String) -> Failure { Failure(.usage, sentence, hint: invocation.hint) }
    if invocation.flags.contains(Self.reset) {
      changes.append {
        $0.parameters = ReplyParameters()
        $0.overflow = nil
      }
    }
    if let text = try Self.instructions(invocation, refused) {
      do throws(ChatSettingsFault) { try ChatSettings(instructions: text).check() } catch {
        throw refused(error.sentence)
      }
      changes.append { $0.instructions = text }
    }
    for parameter in ReplyParameter.allCases {
      guard let word = invocation.values[parameter.rawValue] else { continue }
      let number = parameter.number(word)
      guard number != nil || word == Self.usual else { throw refused(parameter.rangeSentence()) }
      if parameter == .contextLength { contextLength = number }
      changes.append { $0.parameters[parameter] = number }
    }
    if let word = invocation.values[Self.reasoning] {
      let known = ["on": true, "off": false, Self.usual: nil] as [String: Bool?]
      guard let choice = known[word] else {
        throw refused(localized("--reasoning wants “on”, “off” or “default”, not “\(Terminal.oneLine(word))”."))
      }
      changes.append { $0.parameters.reasoning = choice }
    }
    if let word = invocation.values[Self.overflow] {
      let known: [String: ContextOverflow?] = [
        ContextOverflow.dropOldest.rawValue: .dropOldest, ContextOverflow.summarise.rawValue: .summarise,
        Self.usual: nil,
      ]
      guard let choice = known[word] else {
        throw refused(
          localized("--overflow wants “drop-oldest”, “summarise” or “default”, not “\(Terminal.oneLine(word))”."))
      }
      changes.append { $0.overflow = choice }
    }
  }

  /// Throws where the agent is known to take less, as the window does.
  func check(for agent: String, _ service: ChatService) throws {
    let parameter = ReplyParameter.contextLength
    guard let contextLength, let most = service.profile(of: agent)?.takes?.longestContext,
      contextLength > max(Double(most), parameter.range.lowerBound)
    else { return }
    throw Failure(.usage, parameter.rangeSentence(upTo: most), hint: hint)
  }

  /// Sets it for the chat; what is set then.
  @discardableResult
  func make(to chat: Chat, _ service: ChatService) async throws -> ChatSettings {
    guard !isEmpty else { return try await service.chatSettings(of: chat.id) }
    return try await service.changeChatSettings(of: chat.id) { [changes] settings in
      for change in changes { change(&settings) }
    }
  }

  private static func instructions(_ invocation: Invocation, _ refused: (String) -> Failure) throws -> String? {
    switch (invocation.values[instructions], invocation.values[file]) {
    case (nil, nil): return nil
    case ("-"?, nil): return try text(from: STDIN_FILENO)
    case (let text?, nil): return text
    case (nil, let path?):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Failure(
          .failed, localized("“\(Terminal.oneLine(path))” cannot be read: \(systemReason(errno))."))
      }
      defer { close(descriptor) }
      return try text(from: descriptor)
    default: throw refused(localized("Either --instructions or --instructions-file, not both."))
    }
  }

  private static func text(from descriptor: Int32) throws -> String {
    let bytes = try StandardInput.bytes(
      of: .instructions, from: descriptor, atMost: mostInput, localized("\(mostInput >> 20) MB"))
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.failed, localized("The instructions are not text in UTF-8; nothing was changed."))
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
