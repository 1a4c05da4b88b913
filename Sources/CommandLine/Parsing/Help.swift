/// Explains the program, from the table of commands.
enum Help {
  static func run(_ context: CommandContext) async throws {
    guard let name = context.invocation.operands.first else { return context.out.write(text(for: nil)) }
    guard let command = Command.named(name) else {
      throw Failure(.usage, "There is no command “\(Terminal.oneLine(name))”.", hint: Invocation.hint(nil))
    }
    context.out.write(text(for: command))
  }

  static func text(for command: Command?) -> String {
    guard let command else { return program }
    var text = wrapped("Usage: " + command.usage) + "\n\n" + wrapped(command.about) + "\n"
    if command.operands.contains(where: { $0.name == "CHAT" }) { text += "\n" + naming + "\n" }
    if !command.options.isEmpty { text += "\nOptions:\n" + table(command.options.map(row)) }
    text += "\nEvery command takes --home DIR, --json and --help.\n"
    text += "\n" + wrapped("JSON: \(command.json).") + "\n"
    return text
  }

  private static var program: String {
    """
    Usage: sotto COMMAND [OPTIONS]

    Private, offline-first chats in the terminal; the same chats as in the window.

    Commands:
    \(table(Command.all.filter { !$0.isHidden }.map { ($0.name, $0.summary) }))
    Options for every command:
    \(table(Command.global.map(row)))
    \(naming)

    Exit codes: 0 done, 1 failed, 2 not understood, 3 no such chat or more than one,
    4 the data folder cannot be opened or written, 5 the reply failed; 130, 143 and 129
    when interrupted, terminated or hung up.

    Environment: SOTTO_HOME is the data folder, NO_COLOR turns colours off,
    SOTTO_PERSONAS names a file of scripted agents.

    """
  }

  private static let naming = """
    CHAT is the number that “sotto chats” shows, an id or at least four characters
    of its beginning or end, or a title.
    """

  private static func row(_ option: Command.Option) -> (String, String) {
    ("--" + option.name + (option.value.map { " " + $0 } ?? ""), option.summary)
  }

  /// The words again in lines of at most 78 columns.
  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let line = lines[lines.count - 1]
      if !line.isEmpty, line.count + 1 + word.count > 78 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + Cells.padded($0, width) + "  " + $1 + "\n" }.joined()
  }
}
