/// One subcommand as it is parsed, explained and completed.
struct Command {
  /// A word that is not an option.
  struct Operand {
    enum Count {
      case one
      case optional
      /// All words from here on, none being one too.
      case rest
    }
    var name: String
    var count: Count
    /// The words that can stand here, where they are known.
    var choices: [String] = []
  }

  struct Option {
    /// Without the hyphens.
    var name: String
    /// What the value is called; nil where the option takes none.
    var value: String?
    /// It may stand there more than once.
    var isRepeatable = false
    var summary: String
  }

  var name: String
  /// One line for the list of commands.
  var summary: String
  /// Paragraphs for the command's own help.
  var about: String
  var operands: [Operand] = []
  var options: [Option] = []
  /// What `--json` writes.
  var json: String
  /// Not for people: left out of the help.
  var isHidden = false
  var run: @MainActor (CommandContext) async throws -> Void

  /// `sotto show CHAT [--last N] [--all]`.
  var usage: String {
    var words = ["sotto", name]
    for operand in operands {
      let name = operand.choices.isEmpty ? operand.name : operand.choices.joined(separator: "|")
      switch operand.count {
      case .one: words.append(name)
      case .optional: words.append("[\(name)]")
      case .rest: words.append("[\(name)…]")
      }
    }
    for option in options {
      words.append("[--\(option.name)\(option.value.map { " " + $0 } ?? "")]\(option.isRepeatable ? "…" : "")")
    }
    return words.joined(separator: " ")
  }
}

extension Command {
  /// Options that every command takes.
  static let global = [
    Option(name: "home", value: "DIR", summary: "Use this data folder instead of your own."),
    Option(name: "json", summary: "Write JSON for programs instead of text for people."),
    Option(name: "help", summary: "Explain the program, or the command that stands before it (also -h)."),
    Option(name: "version", summary: "Write the version."),
  ]

  /// All commands, in the order of the help.
  static let all =
    reading + talking + changing + keeping + [
      Command(
        name: "help", summary: "Explain a command.", about: "Explains the program or one of its commands.",
        operands: [Operand(name: "COMMAND", count: .optional)], json: "Nothing of its own.", run: Help.run),
      Command(
        name: "complete-chats", summary: "Lists the names of chats for completion.",
        about: "One chat a line: the end of its id, a tab, its title. Makes no data folder where there is none.",
        options: [Option(name: "trash", summary: "The chats in the Trash.")], json: "Nothing of its own.",
        isHidden: true, run: Completion.chats),
      Command(
        name: "complete-agents", summary: "Lists the ids of agents for completion.",
        about: "One id a line. Makes no data folder.", json: "Nothing of its own.", isHidden: true,
        run: Completion.agents),
      Command(
        name: "complete-words", summary: "Lists the words for completion.",
        about: "One word a line: the commands, or the options and set words of a command.",
        operands: [Operand(name: "COMMAND", count: .optional)], json: "Nothing of its own.", isHidden: true,
        run: Completion.words),
    ]

  static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
