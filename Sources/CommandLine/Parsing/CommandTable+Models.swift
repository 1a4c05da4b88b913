import Localization
import Records

extension Command {
  static let anyway = Option(
    name: "anyway", summary: localized("Load the model also where it needs more memory than is free."))

  static let models = [
    Command(
      name: "run", summary: localized("Ask a language model something, and keep nothing of it."),
      about: localized(
        """
        Loads a model, gives it TEXT, and writes its answer as it comes. What is piped in stands in place of \
        TEXT when that is missing, and behind it when it ends with “-”. MODEL is a name or a part of one, the beginning of an id, or the path of a \
        file in the format GGUF, which need not be imported. No chat is made, and nothing that is said is kept. Ctrl+C \
        stops it.
        """),
      operands: [
        Operand(name: Placeholder.model, count: .one, offers: .models), Operand(name: Placeholder.text, count: .rest),
      ],
      options: [
        Option(
          name: "system", value: Placeholder.text, summary: localized("What the model is told before the text.")),
        Option(
          name: "max-tokens", value: Placeholder.number, summary: localized("The answer ends after N tokens.")),
        anyway,
      ],
      json: .run, run: RunCommand.run),
    Command(
      name: "models", summary: localized("List, download, import or remove language models."),
      about: localized(
        """
        Without a word, or with “list”, it lists the models: the beginning of each one's id, its name, what it is, its \
        licence and what is wrong with it; the one that answers in new chats is marked *. “scan” lists the models that \
        other programs have on this machine, with their paths. “import FILE” takes a file in the format GGUF as a model: \
        it stays where it is, and is read there. “check” looks whether the files are as they were, and ends with 1 when \
        one is not; “default MODEL” lets a model answer in new chats; “remove MODEL” forgets it and leaves its file \
        alone. “presets” lists models to download that suit many machines. “download” gets one of these by its name, or \
        “owner/repo”, “owner/repo:file.gguf” of Hugging Face, or an https address; Ctrl+C pauses it, and the same \
        command goes on. “downloads” lists what rests, “cancel” deletes what came of one. “bench MODEL” measures how \
        many tokens a second it reads and writes on this machine. “states” lists what models have read of chats and is \
        kept on the disk, with the chat, the time when it was of use last, the model and its size, and how much of the \
        room for it is used; with --clear it is removed, and long chats are read again. MODEL is a name or a part of one, or the beginning of \
        an id. Nothing is asked of the network but by “download”.
        """),
      operands: [
        Operand(count: .optional, choices: ModelCommands.words),
        Operand(
          name: Placeholder.model, count: .optional,
          offersAfter: [
            "download": .presets, "cancel": .downloads, "import": .files, "remove": .models, "check": .models,
            "default": .models, "bench": .models,
          ]),
      ],
      options: [
        Option(
          name: "token-stdin",
          summary: localized(
            "Read an access token of Hugging Face from stdin, for what only people with an account get.")),
        Option(name: "clear", summary: localized("With “states”: remove all of it.")),
        anyway,
      ],
      json: .models, run: ModelCommands.run),
  ]
}
