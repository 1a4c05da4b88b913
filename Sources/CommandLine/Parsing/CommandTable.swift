import Domain

/// The commands, sorted by what one wants.
extension Command {
  private static func chat(_ offers: Offer) -> Operand { Operand(name: "CHAT", count: .one, offers: offers) }

  static let reading = [
    Command(
      name: "chats", summary: "List the chats, newest activity on top.",
      about: """
        Lists the chats as the window does: pinned ones (marked *) first, then by last activity. Each line has the
        chat's number, the end of its id, when something last happened, its title and its last message.
        """,
      options: [
        Option(name: "trash", summary: "List the Trash instead, latest first."),
        Option(
          name: "find", value: "TEXT", summary: "Only chats whose title contains TEXT, whatever the case and accents."),
        Option(name: "limit", value: "N", summary: "At most N chats."),
      ],
      json: """
        an array of chats: id, number (null with --find), title (null until the first message), agent, created_at,
        last_activity_at, preview, preview_sender, unread_count, message_count, is_pinned, trashed_at, draft_preview,
        source; where there are pictures and no words, title, preview and draft_preview have U+FFFC for each
        """, run: ListCommands.chats),
    Command(
      name: "show", summary: "Read a chat.",
      about: """
        Writes the last messages of a chat, oldest first: a line for each new day, then sender, time and text. A picture
        is written in brackets: what it shows or how its file was called, and its size; one that was never fetched says
        from where. Without options the last 20 messages are shown.
        """,
      operands: [chat(.allChats)],
      options: [
        Option(name: "last", value: "N", summary: "The last N messages."),
        Option(name: "all", summary: "The whole chat."),
      ],
      json: """
        an object: chat (as in “chats”) and messages, each with id, chat, sequence, sender (user, agent), state (queued,
        streaming, complete, stopped, failed, interrupted), text, pictures (kind: kept, drawing, remote; name, width,
        height, alternative; bytes, format, hash and host are null where there are none), created_at,
        failure (agent-missing:ID, agent-died, agent-silent, chat-unreadable, or what the agent says itself), usage (model, prompt_tokens, reply_tokens, milliseconds), reasoning (what was thought aloud),
        reasoning_milliseconds
        """, run: ShowCommand.run),
    Command(
      name: "images", summary: "List a chat's pictures, or save them.",
      about: """
        Lists the pictures of a chat, oldest first: number, time, sender, size in pixels and in bytes, where it is, and
        what it shows or how its file was called. It is “kept” in the data folder, a “drawing” of an agent's, “not loaded” from
        a host, or “unavailable” when its file is gone or damaged. With --save each is written into DIR and its path to
        stdout; nothing that is there already is replaced, and pictures that are not loaded are skipped. Nothing is ever
        fetched.
        """,
      operands: [chat(.allChats)],
      options: [
        Option(
          name: "save", value: "DIR", offers: .folders, summary: "Write the pictures into DIR, made if it is not there."
        )
      ],
      json: """
        an object: chat (as in “chats”) and pictures, each as in “show” and with number, message, index (among the
        message's pictures), sender, created_at, state (kept, drawing, not_loaded, unavailable), path (where it was
        saved), failure
        """, run: ImagesCommand.run),
    Command(
      name: "agents", summary: "List the agents that can answer.",
      about: "Lists the agents with their ids, for --agent. The one that answers in new chats is marked *.",
      json: """
        an array of agents: id, name, summary, suggestions, is_default, status (ready, unloaded, loading, unavailable)
        """, run: ListCommands.agents),
  ]

  static let talking = [
    Command(
      name: "send", summary: "Send a message and wait for the reply.",
      about: """
        Sends TEXT, or what comes in on stdin when TEXT is “-” or missing. Then it waits for the reply and writes it as
        it grows. Ctrl+C stops the reply; what has come by then is kept. Some agents, like Jarvis, do not answer every
        message; then a note on stderr says so. With --image it sends pictures, with or without a text; when one of them
        cannot be read, nothing is sent.
        """,
      operands: [chat(.chats), Operand(name: "TEXT", count: .rest)],
      options: [
        Option(
          name: "image", value: "FILE", offers: .files, isRepeatable: true,
          summary: "Send this picture, or the one on stdin for “-”; may be given \(PictureLimits.perMessage) times."),
        Option(name: "caption", value: "TEXT", summary: "What is said with the pictures, in the place of TEXT."),
        Option(name: "no-wait", summary: "Leave a due reply to the window, or to a later “send” or “chat”."),
      ],
      json: """
        one object a line, told apart by event: “sent” (chat, message, reply: the due reply's id or null), “chunk”
        (reply, text: what the reply grew by), before these “loading” and “reading” (reply, part: 0 to 1 or null) and
        “reasoning” (reply, text), and for each reply at its end “reply” (message)
        """, run: SendCommand.run),
    Command(
      name: "chat", summary: "Talk in the terminal.",
      about: """
        Opens a conversation: the last messages of the chat, then a line to write on. Without CHAT it is the chat that was
        open last, or a new one, which is kept only when something is said in it. Messages from elsewhere appear as they
        come. “/help” lists what can be done within. Ctrl+C stops a reply and keeps what came; at the empty line it
        leaves when it is pressed twice within three seconds. Ctrl+D leaves at once. When stdin is no terminal, each line is sent as a message once the last was answered, and
        a line that cannot be obeyed ends it.
        """,
      operands: [Operand(name: "CHAT", count: .optional, offers: .chats)],
      options: [Option(name: "agent", value: "ID", offers: .agents, summary: "Begin a new chat with this agent.")],
      json: "as “send”, and “message” (message) for what others say in the chat", run: ChatCommand.run),
  ]

  static let changing = [
    Command(
      name: "new", summary: "Make an empty chat and write its id.",
      about: "Makes a chat that is kept even while it is empty. Without TITLE its first message names it.",
      operands: [Operand(name: "TITLE", count: .rest)],
      options: [
        Option(
          name: "agent", value: "ID", offers: .agents,
          summary: "The agent that answers in it; “sotto agents” lists them.")
      ],
      json: "the chat, as in “chats”", run: ChangeCommands.new),
    Command(
      name: "rename", summary: "Give a chat a title.", about: "A title that you gave is never changed by itself.",
      operands: [chat(.allChats), Operand(name: "TITLE", count: .rest)], json: "the chat, as in “chats”",
      run: ChangeCommands.rename),
    Command(
      name: "agent", summary: "Say who answers in a chat, or choose another agent.",
      about: """
        Without AGENT it writes the id and the name of the chat's agent. With one, which is an id or a name of “sotto
        agents”, that agent answers from now on; a reply that is due and has not begun is asked of it, too. What was
        said stays as it is.
        """,
      operands: [chat(.allChats), Operand(name: "AGENT", count: .optional, offers: .agents)],
      json: "the chat, as in “chats”",
      run: ChangeCommands.agent),
    Command(
      name: "pin", summary: "Keep a chat on top of the list.", about: "Pinned chats stand above all others.",
      operands: [chat(.chats)], json: "the chat, as in “chats”", run: ChangeCommands.pin),
    Command(
      name: "unpin", summary: "Let a chat take its place by activity again.", about: "The opposite of “pin”.",
      operands: [chat(.chats)], json: "the chat, as in “chats”", run: ChangeCommands.unpin),
    Command(
      name: "delete", summary: "Put a chat into the Trash.",
      about: """
        A chat in the Trash can be restored for 30 days. With --for-ever it is deleted with everything in it, from the list
        or the Trash, and nothing brings it back; that asks first, and where nobody can be asked it wants --yes.
        """,
      operands: [chat(.allChats)],
      options: [
        Option(name: "for-ever", summary: "Delete at once; nothing brings it back."),
        Option(name: "yes", summary: "Do not ask."),
      ],
      json: "an object: chat (as in “chats”), is_gone (true when deleted for ever)", run: ChangeCommands.delete),
    Command(
      name: "restore", summary: "Take a chat out of the Trash.",
      about: "CHAT is looked for in the Trash; its number is the one that “sotto chats --trash” shows.",
      operands: [chat(.trash)], json: "the chat, as in “chats”", run: ChangeCommands.restore),
    Command(
      name: "demo", summary: "Add or remove the demo chats.",
      about: """
        Adds the three demo chats that are missing, or removes them; those in which you wrote go to the Trash.
        """,
      operands: [Operand(name: "ACTION", count: .one, choices: ["add", "remove"])],
      json: "an object: added or removed (how many chats)", run: KeepCommands.demo),
  ]

  static let keeping = [
    Command(
      name: "verify", summary: "Check the whole data folder.",
      about: """
        Reads the database, what its rows say, the pictures' files and the backups, and checks them; then it says how much
        that was. Ends with 1 when something is damaged; remarks do no harm. With --repair it first mends what can be
        mended, on a copy that takes the database's place only when it is sound: messages are put in line, impossible
        numbers and bytes replaced, counts made again. No message that can be read is dropped, and the database as it was
        lies in the folder “set-aside”. No other Sotto may be open for that.
        """,
      options: [
        Option(name: "repair", summary: "Mend what can be mended first."),
        Option(name: "details", summary: "Say also how the picture reader is locked in on this machine."),
      ],
      json: """
        an object: is_sound, findings (is_damage, sentence), read (chats, messages, pictures, backups); with --repair
        also repaired (sentences) and set_aside (the folder, or null); with --details also picture_reader (sentences)
        """, run: VerifyCommand.run),
    Command(
      name: "backup", summary: "Make a backup, list backups, or go back to one.",
      about: """
        Makes a verified copy of the database and writes its path. “list” shows the backups, newest first; “use NAME” goes
        back to one, and sets the present database aside first, whole. No other Sotto may be open for that.
        """,
      operands: [
        Operand(name: "ACTION", count: .optional, choices: ["list", "use"]),
        Operand(name: "NAME", count: .optional, offers: .backups, after: "use"),
      ],
      json: """
        an object: path; with “list” an array: name, made_at, bytes, chats, messages, format, is_sound; with “use” an
        object: used
        """, run: KeepCommands.backup),
  ]
}
