import Domain
import Localization
import Records
import Sotto
import Wording

/// `settings`: what is set for a chat.
enum SettingsCommand {
  static func run(_ context: CommandContext) async throws {
    let change = try SettingsChange(context)
    try await context.open { open in
      let chat = try await ChatName(service: open.service).find(context.operand, in: .anywhere)
      try change.check(for: chat.agent, open.service)
      let settings = try await change.make(to: chat, open.service)
      let profile = open.service.profile(of: chat.agent)
      if context.isJSON { return context.out.line(ChatSettingsRecord(settings, of: chat, profile)) }
      write(settings, profile, context)
      if let profile, profile.takes == nil {
        context.warn(
          localized("\(Terminal.oneLine(profile.name)) follows a script and takes none of this."),
          hint: localized("“sotto agent CHAT AGENT” lets another agent answer."))
      }
    }
  }

  private static func write(_ settings: ChatSettings, _ profile: AgentProfile?, _ context: CommandContext) {
    let own = profile?.takes?.defaults
    let none = localized("none", context: "no instructions")
    var rows = [
      (
        name: localized("Instructions"),
        text: settings.instructions.isEmpty ? none : Terminal.harmless(settings.instructions)
      )
    ]
    rows += ReplyParameter.allCases.map { parameter in
      let text = settings.parameters[parameter].map { parameter.text(of: $0) }
      return (
        name: parameter.name, text: text ?? localized("\(parameter.defaultText(own?[parameter])) (default)")
      )
    }
    let reasoning =
      switch settings.parameters.reasoning {
      case true?: localized("On", context: "reasoning")
      case false?: localized("Off", context: "reasoning")
      case nil: localized("As the model does")
      }
    rows.append((name: localized("Reasoning"), text: reasoning))
    let overflow =
      switch settings.overflow {
      case .summarise: localized("Summarised", context: "the oldest messages")
      case .largerContext: localized("Left out when the larger context is full", context: "the oldest messages")
      case .dropOldest, nil: localized("Left out when there is no room", context: "the oldest messages")
      }
    rows.append((name: localized("Oldest messages"), text: overflow))
    var page = TextPage(columns: context.terminal.pageWidth)
    page.table(rows, indent: 0) { context.terminal.styled($0, .bold) }
    context.out.write(page.text)
  }
}
