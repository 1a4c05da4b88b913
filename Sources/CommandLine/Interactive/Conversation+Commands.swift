import Domain
import Localization
import ViewModels
import Wording

/// What can be done within a conversation, by lines that begin with a slash.
extension Conversation {
  /// One kind of these lines.
  private struct Command {
    /// The first stands in the help.
    var names: [String]
    /// Another one, of which the help says in the same line.
    var opposite: String?
    /// What follows the name, as a `Placeholder`; in brackets where it may be missing.
    var operands = ""
    /// Empty where the help says nothing of it.
    var summary = ""
    /// Takes what follows the name.
    var run: (Conversation) -> (String) async throws -> Void

    var usage: String {
      "/" + names[0] + (opposite.map { ", /" + $0 } ?? "") + (operands.isEmpty ? "" : " " + operands)
    }
  }

  private static let commands = [
    Command(names: ["new"], operands: "[\(Placeholder.title)]", summary: localized("begin a new chat"), run: new),
    Command(names: ["chats"], summary: localized("list the chats"), run: list),
    Command(
      names: ["open"], operands: Placeholder.chat,
      summary: localized("go to a chat: its number, the end of its id, or its title"), run: open),
    Command(names: ["more"], summary: localized("show the last 50 messages of this chat"), run: more),
    Command(
      names: ["image"], operands: "\(Placeholder.file) [\(Placeholder.caption)]",
      summary: localized("send a picture; a name with spaces stands in quotes"), run: sendPicture),
    Command(
      names: ["rename"], operands: Placeholder.title, summary: localized("give this chat a title"), run: rename),
    Command(
      names: ["agent"], operands: "[\(Placeholder.agent)]",
      summary: localized("list the agents, or have another one answer here"), run: choose),
    Command(
      names: ["context"], summary: localized("say how much of the model's context this chat takes"), run: sayContext),
    Command(
      names: ["pin"], opposite: "unpin", summary: localized("keep this chat on top of the list, or not"), run: pin),
    Command(names: ["unpin"], run: unpin),
    Command(names: ["stop"], summary: localized("stop the reply; what came is kept (also Ctrl+C)"), run: stop),
    Command(names: ["retry"], summary: localized("ask again for a reply that was stopped or failed"), run: retry),
    Command(names: ["delete"], summary: localized("put this chat into the Trash and begin a new one"), run: delete),
    Command(names: ["undo"], summary: localized("take back what was put into the Trash last"), run: takeBack),
    Command(names: ["quit", "exit", "q"], summary: localized("leave (also Ctrl+D)"), run: quit),
    Command(names: ["help", "?"], run: help),
  ]

  func command(_ line: String) async {
    let parts = line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let name = parts.first ?? ""
    do {
      guard let command = Self.commands.first(where: { $0.names.contains(name) }) else { throw Self.noCommand(name) }
      try await command.run(self)(parts.count > 1 ? parts[1] : "")
    } catch PictureError.cancelled {
      isCalledOff = true
      remark(localized("The picture was not sent."))
      // With its caption, for who goes on.
      putBack(line)
    } catch { refuse(error) }
    promptForLine()
  }

  private static func noCommand(_ name: String) -> Failure {
    let nearest = Nearest.to(name, among: commands.map { $0.names[0] })
    let sentences = [
      localized("There is no “/\(Terminal.oneLine(name))”."),
      nearest.map { localized("Did you mean \("/" + $0)?") },
      localized("/help lists what there is."),
    ]
    return Failure(.usage, sentences.compactMap { $0 }.joined(separator: " "))
  }

  private func help(_: String) {
    var page = TextPage(columns: context.terminal.columns)
    let message = (name: "//" + Placeholder.text, text: localized("send a message that begins with a slash"))
    page.table(Self.commands.filter { !$0.summary.isEmpty }.map { ($0.usage, $0.summary) } + [message], indent: 0)
    tell(page: page.text)
  }

  private func quit(_: String) { leaving = .well }

  private func tell(_ text: String) {
    // Programs read nothing but JSON on stdout.
    if context.isJSON { return context.warn(text) }
    context.out.line(text)
    context.out.flush()
  }

  private func tell(page: String) {
    for line in page.split(separator: "\n") { tell(String(line)) }
  }

  private func new(_ title: String) async throws {
    library.beginChat(titled: title, agent: nil)
    try await goOn()
  }

  private func list(_: String) async throws {
    var number = 0
    let lines = ChatLines(context)
    try await service.eachChat(on: .list) { chat in
      number += 1
      let mark = chat.id == thread.chat.id ? ">" : " "
      tell(lines.line(chat, number: number, mark: mark))
      return number < 200
    }
    if number == 0 { tell(localized("There are no chats yet.")) }
  }

  private func open(_ name: String) async throws {
    guard !name.isEmpty else { throw Failure(.usage, localized("/open wants a chat; /chats lists them.")) }
    library.open(try await ChatName(service: service, nearness: .part).find(name, in: .list))
    try await goOn()
  }

  private func more(_: String) {
    var transcript = Transcript(thread.chat, service, context, firstSeen: thread.context.firstSeen)
    for message in thread.messages.suffix(50) where !message.state.isUnfinished {
      tell(transcript.head(message) + transcript.body(message))
    }
  }

  private func rename(_ title: String) async throws {
    guard let title = Title.manual(title) else { throw Failure(.usage, localized("/rename wants a title.")) }
    guard await library.rename(thread.chat.id, to: title).value else { return }
    tell(localized("This chat is now called “\(Terminal.oneLine(title))”."))
  }

  private func choose(_ name: String) async throws {
    guard !name.isEmpty else {
      return tell(page: ListCommands.agents(service.profiles, marked: thread.chat.agent, ">", context))
    }
    let id = try context.agent(named: name, service)
    guard await thread.choose(agent: id).value else { return }
    tell(localized("\(Terminal.oneLine(service.profile(of: id)?.name ?? id)) answers from now on."))
  }

  private func pin(_: String) async throws { try await setPinned(true) }

  private func unpin(_: String) async throws { try await setPinned(false) }

  private func setPinned(_ isPinned: Bool) async throws {
    guard !thread.isNew else {
      throw Failure(.failed, localized("This chat is kept once something is said in it."))
    }
    guard await library.setPinned(isPinned, thread.chat.id).value else { return }
    tell(isPinned ? localized("This chat is pinned.") : localized("This chat is not pinned."))
  }

  private func stop(_: String) throws {
    guard thread.isOwedReply || thread.isReplying else { throw Failure(.failed, localized("No reply is due.")) }
    thread.stop()
  }

  private func sayContext(_: String) async throws {
    guard thread.context.isOffered else { throw Failure(.failed, ContextWords.none) }
    await thread.context.settle()
    tell(thread.context.words)
  }

  private func retry(_: String) throws {
    guard let last = thread.messages.last(where: { $0.sender == .agent }), last.canBeAskedAgain else {
      throw Failure(.failed, localized("The last reply is complete or still to come."))
    }
    guard let row = thread.rows.last(where: { $0.id == .message(last.id) }) else { return thread.retry(last.id) }
    library.tryAgain(row, in: thread)
  }

  private func delete(_: String) async throws {
    guard !thread.isNew else { throw Failure(.failed, localized("This chat is not kept yet.")) }
    let old = thread.chat
    input.clear()
    keepDraft()
    let isDone = await library.moveToTrash(old.id).value
    guard isDone else { return }
    library.beginChat(titled: "", agent: nil)
    try await goOn()
    let (title, id) = (Terminal.oneLine(old.shownTitle), ChatName.short(old.id))
    tell(
      localized(
        "“\(title)” is in the Trash for 30 days. “sotto restore \(id)” takes it out, and so does /undo."))
  }

  /// Takes back what was done last.
  private func takeBack(_: String) async throws {
    guard let undo else { throw Failure(.failed, localized("There is nothing to take back.")) }
    self.undo = nil
    undo()
    await library.whenIdle()
    try await goOn()
  }
}
