import Localization
import Records

extension Command {
  static let models = [
    Command(
      name: "models", summary: localized("List, import or remove language models on this machine."),
      about: localized(
        """
        Without a word, or with “list”, it lists the models: the beginning of each one's id, its name, what it is, its \
        licence and what is wrong with it; the one that answers in new chats is marked *. “scan” lists the models that \
        other programs have on this machine, with their paths. “import FILE” takes a file in the format GGUF as a model: \
        it stays where it is, and is read there. “check” looks whether the files are as they were, and ends with 1 when \
        one is not; “default MODEL” lets a model answer in new chats; “remove MODEL” forgets it and leaves its file \
        alone. MODEL is a name or a part of one, or the beginning of an id. Nothing is ever fetched.
        """),
      operands: [
        Operand(count: .optional, choices: ModelCommands.words),
        Operand(
          name: Placeholder.model, count: .optional,
          offersAfter: ["import": .files, "remove": .models, "check": .models, "default": .models]),
      ],
      json: .models, run: ModelCommands.run)
  ]
}
