import Domain

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
      case "more": try await more()
      case "image": try await sendPicture(rest)
      case "rename": try await rename(rest)
      case "agent": try await choose(agent: rest)
      case "pin": try await saved { try await $0.setPinned(true, $1) }
      case "unpin": try await saved { try await $0.setPinned(false, $1) }
      case "stop": try await stop()
      case "retry": try await retry()
      case "delete": try await delete()
      case "quit", "exit", "q": leaving = .well
      case let name:
        let names = [
          "help", "new", "chats", "open", "more", "image", "rename", "agent", "pin", "unpin", "stop", "retry", "delete",
          "quit",
        ]
        let nearest = name.flatMap { Nearest.to($0, among: names) }.map { " Did you mean /\($0)?" } ?? ""
        throw Failure(
          .usage, "There is no “/\(Terminal.oneLine(name ?? ""))”.\(nearest) /help lists what there is.")
      }
    } catch PictureError.cancelled {
      isCalledOff = true
      remark("The picture was not sent.")
      // With its caption, for who goes on.
      input.putBack(line)
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
    try await leave()
    var chat = service.newChat(agent: try await context.defaultAgent(service))
    if let title = Title.manual(title) {
      chat.title = title
      chat.titleOrigin = .manual
    }
    try await enter(chat, isNew: true)
  }

  private func list() async throws {
    var number = 0
    try await service.eachChat(on: .list) { chat in
      number += 1
      let mark = chat.id == self.chat.id ? ">" : " "
      tell(ListCommands.line(chat, number: number, mark: mark, context))
      return number < 200
    }
    if number == 0 { tell("There are no chats yet.") }
  }

  private func open(_ name: String) async throws {
    guard !name.isEmpty else { throw Failure(.usage, "/open wants a chat; /chats lists them.") }
    let next = try await ChatName(service: service, byPart: true).find(name, in: .list)
    guard next.id != chat.id else { return }
    try await leave()
    try await enter(next, isNew: false)
  }

  private func more() async throws {
    guard !isNew else { return }
    var transcript = Transcript(chat, service, context)
    for message in try await service.messages(in: chat.id, .newest(limit: 50)) where !message.state.isUnfinished {
      tell(transcript.head(message) + transcript.body(message))
    }
  }

  private func rename(_ title: String) async throws {
    guard let title = Title.manual(title) else { throw Failure(.usage, "/rename wants a title.") }
    if isNew {
      chat.title = title
      chat.titleOrigin = .manual
    } else {
      chat = try await service.rename(chat.id, to: title)
    }
    tell("This chat is now called “\(Terminal.oneLine(chat.title))”.")
  }

  private func choose(agent name: String) async throws {
    guard !name.isEmpty else {
      for profile in service.profiles {
        let mark = profile.id == chat.agent ? "> " : "  "
        tell(mark + Terminal.oneLine(profile.id) + "  " + Terminal.oneLine(profile.name + ": " + profile.summary))
      }
      return
    }
    let id = try context.agent(named: name, service)
    if isNew { chat.agent = id } else { chat = try await service.setAgent(id, in: chat.id) }
    tell("\(agentName) answers from now on.")
  }

  private func saved(_ action: (ChatService, ChatID) async throws -> Chat) async throws {
    guard !isNew else { throw Failure(.failed, "This chat is kept once something is said in it.") }
    chat = try await action(service, chat.id)
    tell(chat.isPinned ? "This chat is pinned." : "This chat is not pinned.")
  }

  private func stop() async throws {
    guard !due.isEmpty else { throw Failure(.failed, "No reply is due.") }
    try await service.stopReply(in: chat.id)
  }

  private func retry() async throws {
    let last = isNew ? nil : try await service.messages(in: chat.id, .newest(limit: 50)).last { $0.sender == .agent }
    guard let last, !last.state.isUnfinished, last.state != .complete else {
      throw Failure(.failed, "The last reply is complete or still to come.")
    }
    try await service.retry(last.id)
    due.insert(last.id)
  }

  private func delete() async throws {
    guard !isNew else { throw Failure(.failed, "This chat is not kept yet.") }
    let old = chat
    input.clear()
    try await leave()
    try await enter(service.newChat(agent: try await context.defaultAgent(service)), isNew: true)
    try await service.moveToTrash(old.id)
    tell(
      "“\(Terminal.oneLine(old.title))” is in the Trash for 30 days. “sotto restore \(ChatName.short(old.id))” takes it out."
    )
  }
}
