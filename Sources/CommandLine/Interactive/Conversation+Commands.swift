import Domain
import ViewModels
import Wording

/// What can be done within a conversation, by lines that begin with a slash.
extension Conversation {
  private static let help = [
    ("/new [TITLE]", "begin a new chat"),
    ("/chats", "list the chats"),
    ("/open CHAT", "go to a chat: its number, the end of its id, or its title"),
    ("/more", "show the last 50 messages of this chat"),
    ("/image FILE [CAPTION]", "send a picture; a name with spaces stands in quotes"),
    ("/rename TITLE", "give this chat a title"),
    ("/agent [AGENT]", "list the agents, or have another one answer here"),
    ("/pin, /unpin", "keep this chat on top of the list, or not"),
    ("/stop", "stop the reply; what came is kept (also Ctrl+C)"),
    ("/retry", "ask again for a reply that was stopped or failed"),
    ("/delete", "put this chat into the Trash and begin a new one"),
    ("/undo", "take back what was put into the Trash last"),
    ("/quit", "leave (also Ctrl+D)"),
    ("//TEXT", "send a message that begins with a slash"),
  ]

  func command(_ line: String) async {
    let parts = line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    do {
      switch parts.first {
      case "help", "?": for (name, text) in Self.help { tell(Cells.padded(name, 23) + text) }
      case "new": try await new(titled: rest)
      case "chats": try await list()
      case "open": try await open(rest)
      case "more": more()
      case "image": try await sendPicture(rest)
      case "rename": try await rename(rest)
      case "agent": try await choose(agent: rest)
      case "pin": try await pin(true)
      case "unpin": try await pin(false)
      case "stop": try stop()
      case "retry": try retry()
      case "delete": try await delete()
      case "undo": try await takeBack()
      case "quit", "exit", "q": leaving = .well
      case let name:
        let names = [
          "help", "new", "chats", "open", "more", "image", "rename", "agent", "pin", "unpin", "stop", "retry", "delete",
          "undo", "quit",
        ]
        let nearest = name.flatMap { Nearest.to($0, among: names) }.map { " Did you mean /\($0)?" } ?? ""
        throw Failure(
          .usage, "There is no “/\(Terminal.oneLine(name ?? ""))”.\(nearest) /help lists what there is.")
      }
    } catch PictureError.cancelled {
      isCalledOff = true
      remark("The picture was not sent.")
      // With its caption, for who goes on.
      putBack(line)
    } catch { refuse(error) }
    promptForLine()
  }

  private func tell(_ text: String) {
    // Programs read nothing but JSON on stdout.
    if context.isJSON { return context.warn(text) }
    context.out.line(text)
    context.out.flush()
  }

  private func new(titled title: String) async throws {
    library.beginChat(titled: title, agent: nil)
    try await goOn()
  }

  private func list() async throws {
    var number = 0
    try await service.eachChat(on: .list) { chat in
      number += 1
      let mark = chat.id == thread.chat.id ? ">" : " "
      tell(ListCommands.line(chat, number: number, mark: mark, context))
      return number < 200
    }
    if number == 0 { tell("There are no chats yet.") }
  }

  private func open(_ name: String) async throws {
    guard !name.isEmpty else { throw Failure(.usage, "/open wants a chat; /chats lists them.") }
    library.open(try await ChatName(service: service, byPart: true).find(name, in: .list))
    try await goOn()
  }

  private func more() {
    var transcript = Transcript(thread.chat, service, context)
    for message in thread.messages.suffix(50) where !message.state.isUnfinished {
      tell(transcript.head(message) + transcript.body(message))
    }
  }

  private func rename(_ title: String) async throws {
    guard let title = Title.manual(title) else { throw Failure(.usage, "/rename wants a title.") }
    guard await library.rename(thread.chat.id, to: title).value else { return }
    tell("This chat is now called “\(Terminal.oneLine(title))”.")
  }

  private func choose(agent name: String) async throws {
    guard !name.isEmpty else {
      for profile in service.profiles {
        let mark = profile.id == thread.chat.agent ? "> " : "  "
        tell(mark + Terminal.oneLine(profile.id) + "  " + Terminal.oneLine(profile.name + ": " + profile.summary))
      }
      return
    }
    let id = try context.agent(named: name, service)
    guard await thread.choose(agent: id).value else { return }
    tell("\(Terminal.oneLine(service.profile(of: id)?.name ?? id)) answers from now on.")
  }

  private func pin(_ isPinned: Bool) async throws {
    guard !thread.isNew else { throw Failure(.failed, "This chat is kept once something is said in it.") }
    guard await library.setPinned(isPinned, thread.chat.id).value else { return }
    tell(isPinned ? "This chat is pinned." : "This chat is not pinned.")
  }

  private func stop() throws {
    guard thread.isOwedReply else { throw Failure(.failed, "No reply is due.") }
    thread.stop()
  }

  private func retry() throws {
    guard let last = thread.messages.last(where: { $0.sender == .agent }), last.canBeAskedAgain else {
      throw Failure(.failed, "The last reply is complete or still to come.")
    }
    thread.retry(last.id)
  }

  private func delete() async throws {
    guard !thread.isNew else { throw Failure(.failed, "This chat is not kept yet.") }
    let old = thread.chat
    input.clear()
    keepDraft()
    let isDone = await library.moveToTrash(old.id).value
    guard isDone else { return }
    library.beginChat(titled: "", agent: nil)
    try await goOn()
    tell(
      "“\(Terminal.oneLine(old.shownTitle))” is in the Trash for 30 days. “sotto restore \(ChatName.short(old.id))” takes it out, and so does /undo."
    )
  }

  /// Takes back what was done last.
  private func takeBack() async throws {
    guard let undo else { throw Failure(.failed, "There is nothing to take back.") }
    self.undo = nil
    undo()
    await library.whenIdle()
    try await goOn()
  }
}
