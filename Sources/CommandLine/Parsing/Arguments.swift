import Localization

/// What the user asked for.
struct Invocation {
  /// Nil when only `--help` or `--version` was asked for.
  var command: Command?
  /// By place; those of a `.rest` operand follow the others.
  var operands: [String] = []
  var values: [String: String] = [:]
  /// The values of options that may stand there more than once, in order.
  var lists: [String: [String]] = [:]
  var flags: Set<String> = []

  var isJSON: Bool { flags.contains("json") }

  /// The words of the operand that takes the rest, with spaces between.
  func rest(from index: Int) -> String { operands.dropFirst(index).joined(separator: " ") }

  /// A value that counts something.
  func count(_ name: String) throws -> Int? {
    guard let text = values[name] else { return nil }
    guard let count = Int(text), count > 0 else {
      throw Failure(
        .usage, localized("--\(name) wants a number from 1 on, not “\(Terminal.oneLine(text))”."), hint: hint)
    }
    return count
  }

  /// Where to read more after a mistake.
  var hint: String { Self.hint(command) }

  static func hint(_ command: Command?) -> String {
    guard let command else { return localized("“sotto --help” explains the commands.") }
    return localized("Usage: \(command.usage())") + "\n" + localized("“sotto \(command.name) --help” explains it.")
  }
}

/// Reads the words of the command line by the table of commands. Options may stand anywhere; after `--` nothing is one.
enum Arguments {
  static func parse(_ words: [String]) throws -> Invocation {
    var invocation = Invocation()
    var rest = words[...]
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        try take(operand: word, into: &invocation)
      } else if word == "--" {
        onlyOperands = true
      } else if word == "-h" {
        invocation.flags.insert("help")
      } else {
        try take(option: word, &rest, into: &invocation)
      }
    }
    if !invocation.flags.contains("help"), !invocation.flags.contains("version") { try checkCount(invocation) }
    return invocation
  }

  private static func take(operand word: String, into invocation: inout Invocation) throws {
    if invocation.command != nil { return invocation.operands.append(word) }
    guard let command = Command.named(word) else { throw noCommand(word) }
    invocation.command = command
  }

  static func noCommand(_ word: String) -> Failure {
    let nearest = Nearest.to(word, among: Command.all.filter { !$0.isHidden }.map(\.name))
    return Failure(
      .usage, localized("There is no command “\(Terminal.oneLine(word))”."),
      hint: Nearest.hint(nearest.map { localized("Did you mean “\("sotto " + $0)”?") }, Invocation.hint(nil)))
  }

  private static func take(
    option word: String, _ rest: inout ArraySlice<String>, into invocation: inout Invocation
  ) throws {
    let known = Command.global + (invocation.command?.options ?? [])
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard word.hasPrefix("--"), let option = known.first(where: { "--" + $0.name == parts[0] }) else {
      let given = Terminal.oneLine(String(parts[0]))
      let nearest = Nearest.to(String(parts[0]), among: known.map { "--" + $0.name })
      throw Failure(
        .usage,
        invocation.command.map { localized("“sotto \($0.name)” has no option “\(given)”.") }
          ?? localized("“sotto” has no option “\(given)”."),
        hint: Nearest.hint(
          nearest.map { localized("Did you mean \($0)?") }, Invocation.hint(invocation.command)))
    }
    if let value = option.value {
      guard let given = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        throw Failure(
          .usage, localized("--\(option.name) wants a value: \(value)."), hint: Invocation.hint(invocation.command))
      }
      if option.isRepeatable {
        invocation.lists[option.name, default: []].append(given)
      } else {
        invocation.values[option.name] = given
      }
    } else if parts.count == 2 {
      throw Failure(
        .usage, localized("--\(option.name) takes no value."), hint: Invocation.hint(invocation.command))
    } else {
      invocation.flags.insert(option.name)
    }
  }

  private static func checkCount(_ invocation: Invocation) throws {
    guard let command = invocation.command else {
      throw Failure(.usage, localized("Say what to do."), hint: Invocation.hint(nil))
    }
    let hint = Invocation.hint(command)
    let least = command.operands.filter { $0.count == .one }.count
    if invocation.operands.count < least {
      let missing = command.operands[invocation.operands.count]
      throw Failure(
        .usage,
        missing.choices.isEmpty
          ? localized("“sotto \(command.name)” wants \(missing.name).")
          : localized("“sotto \(command.name)” wants one of these words: \(list(missing.choices))."), hint: hint)
    }
    let takesRest = command.operands.contains { $0.count == .rest }
    if !takesRest, invocation.operands.count > command.operands.count {
      throw tooMany(invocation.operands[command.operands.count], hint: hint)
    }
    for (operand, word) in zip(command.operands, invocation.operands)
    where !operand.choices.isEmpty && !operand.choices.contains(word) {
      throw Failure(
        .usage, localized("“\(Terminal.oneLine(word))” is none of these words: \(list(operand.choices))."), hint: hint)
    }
  }

  static func tooMany(_ word: String, hint: String) -> Failure {
    Failure(.usage, localized("“\(Terminal.oneLine(word))” is one word too many."), hint: hint)
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
