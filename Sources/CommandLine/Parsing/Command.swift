import Localization
import Records

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
    /// For people; a `Placeholder`, but where the choices stand for it.
    var name = ""
    var count: Count
    /// The words that can stand here, where they are known.
    var choices: [String] = []
    /// What a shell offers besides.
    var offers = Offer.nothing
    /// What it offers instead where a certain word stands before it; nothing then after another word.
    var offersAfter: [String: Offer] = [:]

    var namesChat: Bool { [.chats, .trash, .allChats].contains(offers) }
  }

  struct Option {
    /// Without the hyphens.
    var name: String
    /// What the value is called, a `Placeholder`; nil where the option takes none.
    var value: String?
    /// What a shell offers for the value.
    var offers = Offer.nothing
    /// It may stand there more than once.
    var isRepeatable = false
    var summary: String
  }

  /// What a shell can offer in the place of an operand or a value; the raw value is its word for it.
  enum Offer: String {
    /// A number, or a text of one's own.
    case nothing
    case commands
    /// The chats of the list, of the Trash, or of both.
    case chats
    case trash
    case allChats = "all-chats"
    case agents
    case backups
    case models
    case presets
    case downloads
    case files
    case folders
  }

  var name: String
  /// One sentence for the list of commands.
  var summary: String
  /// A paragraph for the command's own help; its lines are broken where it is shown.
  var about: String
  var operands: [Operand] = []
  var options: [Option] = []
  /// What `--json` writes; for programmers, and so the same in every language.
  var json: JSONDescription = .nothing
  /// Not for people: left out of the help.
  var isHidden = false
  var run: @MainActor (CommandContext) async throws -> Void

  /// `sotto show CHAT [--last N] [--all]`.
  /// - Parameter space: what stands within the brackets.
  func usage(space: String = " ") -> String {
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
      words.append("[--\(option.name)\(option.value.map { space + $0 } ?? "")]\(option.isRepeatable ? "…" : "")")
    }
    return words.joined(separator: " ")
  }
}

extension Command {
  /// Options that every command takes.
  static let global = [
    Option(
      name: "home", value: Placeholder.folder, offers: .folders,
      summary: localized("Use this data folder instead of your own.")),
    Option(name: "json", summary: localized("Write JSON for programs instead of text for people.")),
    Option(
      name: "help", summary: localized("Explain the program, or the command that stands before it (also -h).")),
    Option(name: "version", summary: localized("Write the version.")),
  ]

  /// All commands, in the order of the help.
  static let all =
    reading + talking + changing + models + keeping + [
      Command(
        name: "help", summary: localized("Explain a command."),
        about: localized("Explains the program or one of its commands."),
        operands: [Operand(name: Placeholder.command, count: .optional, offers: .commands)], run: Help.run),
      Command(
        name: "complete",
        summary: "Writes what a shell offers.",  // untranslated: for shells
        about: "“table” writes the table of commands; the others write one word a line.",  // untranslated: for shells
        operands: [Operand(count: .one, choices: Completion.choices)], isHidden: true, run: Completion.run),
    ]

  static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
