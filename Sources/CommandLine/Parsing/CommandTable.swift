import Domain
import Localization
import Records

/// The commands, sorted by what one wants.
extension Command {
  static func chat(_ offers: Offer) -> Operand { Operand(name: Placeholder.chat, count: .one, offers: offers) }

  static let reading = [
    Command(
      name: "chats", summary: localized("List the chats, newest activity on top."),
      about: localized(
        """
        Lists the chats as the window does: pinned ones (marked *) first, then by last activity. Each line has the \
        chat's number, the end of its id, when something last happened, its title and its last message.
        """),
      options: [
        Option(name: "trash", summary: localized("List the Trash instead, latest first.")),
        Option(
          name: "find", value: Placeholder.text,
          summary: localized("Only chats whose title contains TEXT, whatever the case and accents.")),
        Option(name: "limit", value: Placeholder.number, summary: localized("At most N chats.")),
      ],
      json: .chats, run: ListCommands.chats),
    Command(
      name: "show", summary: localized("Read a chat."),
      about: localized(
        """
        Writes the last messages of a chat, oldest first: a line for each new day, then sender, time and text. \
        What agents write is shown as Markdown: lists, tables, code, links with their addresses; with --raw as they \
        wrote it. A picture is written in brackets: what it shows or how its file was called, and its size; one that \
        was never fetched says from where. Without options the last 20 messages are shown.
        """),
      operands: [chat(.allChats)],
      options: [
        Option(name: "last", value: Placeholder.number, summary: localized("The last N messages.")),
        Option(name: "all", summary: localized("The whole chat.")),
        Option(name: "raw", summary: localized("Texts as they were written, with the marks of Markdown.")),
        Option(
          name: "details",
          summary: localized("Under each message what is known of it: the model, its tokens and times, the settings.")),
      ],
      json: .transcript, run: ShowCommand.run),
    Command(
      name: "images", summary: localized("List a chat's pictures, or save them."),
      about: localized(
        """
        Lists the pictures of a chat, oldest first: number, time, sender, size in pixels and in bytes, where it is, \
        and what it shows or how its file was called. It is “kept” in the data folder, a “drawing” of an agent's, \
        “not loaded” from a host, or “unavailable” when its file is gone or damaged. With --save each is written \
        into DIR and its path to stdout; nothing that is there already is replaced, and pictures that are not loaded \
        are skipped. Nothing is ever fetched.
        """),
      operands: [chat(.allChats)],
      options: [
        Option(
          name: "save", value: Placeholder.folder, offers: .folders,
          summary: localized("Write the pictures into DIR, made if it is not there.")
        )
      ],
      json: .pictures, run: ImagesCommand.run),
    Command(
      name: "agents", summary: localized("List the agents that can answer."),
      about: localized("Lists the agents with their ids, for --agent. The one that answers in new chats is marked *."),
      json: .agents, run: ListCommands.agents),
  ]

  static let talking = [
    Command(
      name: "send", summary: localized("Send a message and wait for the reply."),
      about: localized(
        """
        Sends TEXT, or what comes in on stdin when TEXT is “-” or missing. Then it waits for the reply and writes it \
        as it grows. Ctrl+C stops the reply; what has come by then is kept. Some agents, like Jarvis, do not answer \
        every message; then a note on stderr says so. With --image it sends pictures, with or without a text; when \
        one of them cannot be read, nothing is sent.
        """),
      operands: [chat(.chats), Operand(name: Placeholder.text, count: .rest)],
      options: [
        Option(
          name: "image", value: Placeholder.file, offers: .files, isRepeatable: true,
          summary: localized(
            "Send this picture, or the one on stdin for “-”; may be given \(PictureLimits.perMessage) times.")),
        Option(
          name: "caption", value: Placeholder.text,
          summary: localized("What is said with the pictures, in the place of TEXT.")),
        Option(
          name: "agent", value: Placeholder.id, offers: .agents,
          summary: localized("Let this agent answer in the chat from now on.")),
        Option(
          name: "model", value: Placeholder.name, offers: .models,
          summary: localized("Let this local model answer in the chat from now on.")),
        Option(name: "no-wait", summary: localized("Leave a due reply to the window, or to a later “send” or “chat”.")),
      ],
      json: .send, run: SendCommand.run),
    Command(
      name: "chat", summary: localized("Talk in the terminal."),
      about: localized(
        """
        Opens a conversation: the last messages of the chat, then a line to write on. Without CHAT it is the chat \
        that was open last, or a new one, which is kept only when something is said in it. Messages from elsewhere \
        appear as they come. “/help” lists what can be done within. Ctrl+C stops a reply and keeps what came; at the \
        empty line it leaves when it is pressed twice within three seconds. Ctrl+D leaves at once. When stdin is no \
        terminal, each line is sent as a message once the last was answered, and a line that cannot be obeyed ends \
        it.
        """),
      operands: [Operand(name: Placeholder.chat, count: .optional, offers: .chats)],
      options: [
        Option(
          name: "agent", value: Placeholder.id, offers: .agents, summary: localized("Begin a new chat with this agent.")
        ),
        Option(
          name: "model", value: Placeholder.name, offers: .models,
          summary: localized("Begin a new chat with this local model.")),
      ],
      json: .conversation, run: ChatCommand.run),
  ]

  static let changing = [
    Command(
      name: "new", summary: localized("Make an empty chat and write its id."),
      about: localized("Makes a chat that is kept even while it is empty. Without TITLE its first message names it."),
      operands: [Operand(name: Placeholder.title, count: .rest)],
      options: [
        Option(
          name: "agent", value: Placeholder.id, offers: .agents,
          summary: localized("The agent that answers in it; “sotto agents” lists them.")),
        Option(
          name: "model", value: Placeholder.name, offers: .models,
          summary: localized("The local model that answers in it; “sotto models” lists them.")),
      ] + settingOptions,
      json: .chat, run: ChangeCommands.new),
    Command(
      name: "rename", summary: localized("Give a chat a title."),
      about: localized("A title that you gave is never changed by itself."),
      operands: [chat(.allChats), Operand(name: Placeholder.title, count: .rest)], json: .chat,
      run: ChangeCommands.rename),
    Command(
      name: "agent", summary: localized("Say who answers in a chat, or choose another agent."),
      about: localized(
        """
        Without AGENT it writes the id and the name of the chat's agent. With one, which is an id or a name of \
        “sotto agents”, that agent answers from now on; a reply that is due and has not begun is asked of it, too. \
        What was said stays as it is.
        """),
      operands: [chat(.allChats), Operand(name: Placeholder.agent, count: .optional, offers: .agents)],
      json: .chat,
      run: ChangeCommands.agent),
    settings, context,
    Command(
      name: "pin", summary: localized("Keep a chat on top of the list."),
      about: localized("Pinned chats stand above all others."),
      operands: [chat(.chats)], json: .chat, run: ChangeCommands.pin),
    Command(
      name: "unpin", summary: localized("Let a chat take its place by activity again."),
      about: localized("The opposite of “pin”."),
      operands: [chat(.chats)], json: .chat, run: ChangeCommands.unpin),
    Command(
      name: "delete", summary: localized("Put a chat into the Trash."),
      about: localized(
        """
        A chat in the Trash can be restored for 30 days. With --for-ever it is deleted with everything in it, from \
        the list or the Trash, and nothing brings it back; that asks first, and where nobody can be asked it wants \
        --yes.
        """),
      operands: [chat(.allChats)],
      options: [
        Option(name: "for-ever", summary: localized("Delete at once; nothing brings it back.")),
        Option(name: "yes", summary: localized("Do not ask.")),
      ],
      json: .deleted, run: ChangeCommands.delete),
    Command(
      name: "restore", summary: localized("Take a chat out of the Trash."),
      about: localized("CHAT is looked for in the Trash; its number is the one that “sotto chats --trash” shows."),
      operands: [chat(.trash)], json: .chat, run: ChangeCommands.restore),
    Command(
      name: "demo", summary: localized("Add or remove the demo chats."),
      about: localized(
        """
        Adds the three demo chats that are missing, or removes them; those in which you wrote go to the Trash.
        """),
      operands: [Operand(count: .one, choices: ["add", "remove"])], json: .demo, run: KeepCommands.demo),
  ]

  static let keeping = [
    Command(
      name: "verify", summary: localized("Check the whole data folder."),
      about: localized(
        """
        Reads the database, what its rows say, the pictures' files and the backups, and checks them; then it says \
        how much that was. Ends with 1 when something is damaged; remarks do no harm. With --repair it first mends \
        what can be mended, on a copy that takes the database's place only when it is sound: messages are put in \
        line, impossible numbers and bytes replaced, counts made again. No message that can be read is dropped, and \
        the database as it was lies in the folder “set-aside”. No other Sotto may be open for that.
        """),
      options: [
        Option(name: "repair", summary: localized("Mend what can be mended first.")),
        Option(
          name: "details",
          summary: localized(
            "Say also how the picture reader and the engine are locked in here, and whether models’ files are there.")),
      ],
      json: .verification, run: VerifyCommand.run),
    Command(
      name: "backup", summary: localized("Make a backup, list backups, or go back to one."),
      about: localized(
        """
        Makes a verified copy of the database and writes its path. “list” shows the backups, newest first; “use \
        NAME” goes back to one, and sets the present database aside first, whole. No other Sotto may be open for \
        that.
        """),
      operands: [
        Operand(count: .optional, choices: ["list", "use"]),
        Operand(name: Placeholder.name, count: .optional, offersAfter: ["use": .backups]),
      ],
      json: .backup, run: KeepCommands.backup),
  ]
}
