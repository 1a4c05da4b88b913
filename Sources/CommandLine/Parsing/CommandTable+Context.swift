import Localization
import Records

extension Command {
  /// What a model would see of a chat.
  static let context = Command(
    name: "context", summary: localized("Show exactly what a chat's model would see."),
    about: localized(
      """
      Loads the chat's model as for a reply, and writes what it would read now, with what is written and not sent: the \
      template's marks, the instructions and the messages, each with who said it and its tokens, and before them how \
      many tokens it is and how many older messages are left out. Nothing is said in the chat.
      """),
    operands: [chat(.allChats)], options: [anyway], json: .context, run: ContextCommand.run)
}
