import Domain
import Sotto
import Wording

/// What a shell offers, and what it needs to read a line as `Arguments` does; made for completion and not for people.
enum Completion {
  static let choices = ["table", "chats", "trash", "all-chats", "agents", "backups", "models", "presets", "downloads"]

  static func run(_ context: CommandContext) async throws {
    switch context.invocation.operands.first.flatMap(Command.Offer.init) {
    case .chats: try await chats(context, in: [.list])
    case .trash: try await chats(context, in: [.trash])
    case .allChats: try await chats(context, in: [.list, .trash])
    case .agents:
      for profile in try context.composition.profiles() { context.out.line(Terminal.oneLine(profile.id)) }
      // The built-in one stands among those already.
      try await models(context) { !$0.model.isBuiltIn }
    case .backups:
      for backup in try await context.composition.library().backups() { context.out.line(Terminal.oneLine(backup.id)) }
    case .models: try await models(context)
    case .presets: for preset in context.composition.presets { context.out.line(preset.id) }
    case .downloads: try await downloads(context)
    default: table(context.out)
    }
  }

  /// The table of commands, a line for each command, operand and option, with tabs between the fields:
  ///
  ///     command  NAME
  ///     operand  COMMAND  NUMBER  OFFER  WORDS  AFTER
  ///     option   COMMAND  --NAME  OFFER
  ///
  /// An operand's OFFER counts only where the word before is AFTER, if there is one; then there may be a line for each
  /// such word. An option without OFFER takes no
  /// value; one that every command takes has `*` for its command.
  private static func table(_ out: Output) {
    for option in Command.global { out.line(row("*", option)) }
    for command in Command.all where !command.isHidden {
      out.line("command\t\(command.name)")
      for (number, operand) in command.operands.enumerated() {
        let words = operand.choices.joined(separator: " ")
        let offers = operand.offersAfter.isEmpty ? ["": operand.offers] : operand.offersAfter
        for (after, offer) in offers.sorted(by: { $0.key < $1.key }) {
          out.line("operand\t\(command.name)\t\(number)\t\(offer.rawValue)\t\(words)\t\(after)")
        }
      }
      for option in command.options { out.line(row(command.name, option)) }
    }
  }

  private static func row(_ command: String, _ option: Command.Option) -> String {
    "option\t\(command)\t--\(option.name)" + (option.value == nil ? "" : "\t\(option.offers.rawValue)")
  }

  /// One model a line, as short as it can be typed.
  private static func models(
    _ context: CommandContext, _ isMeant: (ModelEntry) -> Bool = { _ in true }
  ) async throws {
    guard try context.composition.library().exists else { return }
    try await context.open { open in
      let entries = try await open.models.entries()
      for entry in entries where isMeant(entry) { context.out.line(ModelName.word(entry, among: entries)) }
    }
  }

  /// One download a line.
  private static func downloads(_ context: CommandContext) async throws {
    guard try context.composition.library().exists else { return }
    try await context.open { open in
      for download in await open.downloads.current() { context.out.line(Terminal.oneLine(download.id)) }
    }
  }

  /// One chat a line: the end of its id, a tab, its title.
  private static func chats(_ context: CommandContext, in locations: [ChatLocation]) async throws {
    // Pressing Tab must not make a library.
    guard try context.composition.library().exists else { return }
    try await context.open { open in
      for location in locations {
        for chat in try await open.service.chats(ChatQuery(location: location, limit: 200)) {
          context.out.line(ChatName.short(chat.id) + "\t" + Terminal.oneLine(chat.shownTitle))
        }
      }
    }
  }
}
