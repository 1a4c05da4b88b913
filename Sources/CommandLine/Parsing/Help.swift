import Localization
import Records

/// Explains the program, from the table of commands.
enum Help {
  static func run(_ context: CommandContext) async throws {
    let columns = context.terminal.columns
    guard let name = context.invocation.operands.first else { return context.out.write(text(for: nil, columns)) }
    guard let command = Command.named(name) else { throw Arguments.noCommand(name) }
    context.out.write(text(for: command, columns))
  }

  /// - Parameter columns: those of the terminal.
  static func text(for command: Command?, _ columns: Int) -> String {
    var page = TextPage(columns: columns)
    if let command { explain(command, on: &page) } else { explainProgram(on: &page) }
    return page.text
  }

  private static func explain(_ command: Command, on page: inout TextPage) {
    page.paragraph(localized("Usage: \(command.usage(space: "\u{A0}"))"), hanging: 2)
    page.line()
    page.paragraph(command.about)
    if command.operands.contains(where: \.namesChat) {
      page.line()
      page.paragraph(naming)
    }
    if !command.options.isEmpty {
      page.line()
      page.line(localized("Options:"))
      page.table(command.options.map(row))
    }
    page.line()
    page.paragraph(localized("Every command takes --home DIR, --json and --help."))
    page.line()
    page.paragraph(localized("JSON: \(command.json.text)."))
  }

  private static func explainProgram(on page: inout TextPage) {
    page.paragraph(localized("Usage: sotto COMMAND [OPTIONS]"))
    page.line()
    page.paragraph(localized("Private, offline-first chats in the terminal; the same chats as in the window."))
    page.line()
    page.line(localized("Commands:"))
    page.table(Command.all.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    page.line()
    page.line(localized("Options for every command:"))
    page.table(Command.global.map(row))
    page.line()
    page.paragraph(naming)
    page.line()
    page.paragraph(exitCodes)
    page.line()
    page.paragraph(variables)
  }

  private static let naming = localized(
    """
    CHAT is the number that “sotto chats” shows, an id or at least four characters of its beginning or end, or a title; \
    the beginning of a title will do where only one chat has it, but not to delete for ever.
    """)

  private static let exitCodes = localized(
    """
    Exit codes: 0 done, 1 failed, 2 not understood, 3 no such chat or more than one, 4 the data folder cannot be \
    opened or written, 5 the reply failed; 130, 143 and 129 when interrupted, terminated or hung up.
    """)

  private static let variables = localized(
    """
    Environment: SOTTO_HOME is the data folder, NO_COLOR turns colours off, SOTTO_PERSONAS names a file of scripted \
    agents.
    """)

  private static func row(_ option: Command.Option) -> (name: String, text: String) {
    ("--" + option.name + (option.value.map { " " + $0 } ?? ""), option.summary)
  }
}
