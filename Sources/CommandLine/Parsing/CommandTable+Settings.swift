import Domain
import Localization
import Records
import Wording

extension Command {
  /// What can be set for a chat, for the commands that do.
  static let settingOptions =
    [
      Option(
        name: SettingsChange.instructions, value: Placeholder.text,
        summary: localized("What the agent is told before the first message; “-” reads it on stdin.")),
      Option(
        name: SettingsChange.file, value: Placeholder.file, offers: .files,
        summary: localized("The same from a file.")),
    ]
    + ReplyParameter.allCases.map { Option(name: $0.rawValue, value: Placeholder.number, summary: $0.explanation) } + [
      Option(
        name: SettingsChange.reasoning, value: Placeholder.word,
        summary: localized("Whether the model thinks aloud before it answers: “on”, “off”, or “default”.")),
      Option(
        name: SettingsChange.overflow, value: Placeholder.word,
        summary: localized(
          "What is done with the oldest messages when the chat grows too long: “drop-oldest”, “summarise”, or “default”."
        )),
    ]

  static let settings = Command(
    name: "settings", summary: localized("Say what is set for a chat, or set it."),
    about: localized(
      """
      Without options it writes what is set for the chat and what applies where nothing is. With options it sets them; \
      “default” for a value takes it back, and so does an empty text for the instructions. They hold from the next \
      reply on, whoever answers; an agent that follows a script takes none of them.
      """),
    operands: [chat(.allChats)],
    options: settingOptions + [
      Option(name: SettingsChange.reset, summary: localized("Take back all but the instructions first."))
    ],
    json: .settings, run: SettingsCommand.run)
}
