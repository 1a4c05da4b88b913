public import Domain
internal import Wording

/// Moving between chats.
extension LibraryModel {
  /// Opens the chat that was open last, if it is still in the list, and reads it.
  public func openLastChat() async {
    guard thread == nil else { return }
    let last = if let last = settings.lastChat { await openable(last) } else { nil as Chat? }
    // Another one may have been opened meanwhile.
    if thread == nil, last == nil, hasSaidNothing { beginChat(titled: "", agent: nil, byPerson: false) }
    if thread == nil, let chat = last ?? list.rows.first?.chat { open(chat, byPerson: false) }
    await reading?.value
  }

  /// Whether somebody new has only looked around: then the first words are still to be said to whom new people talk to,
  /// where that is not the agent of the demo chats.
  private var hasSaidNothing: Bool {
    guard settings.isWelcomed, settings.lastChat == nil else { return false }
    let agent = settings.agentForNewChats
    guard agent == Settings.agentOfNewPeople || agent == Settings.usualAgent && !parts.agents.hasUsual else {
      return false
    }
    return list.rows.allSatisfy { $0.chat.source == DemoChat.source }
  }

  /// Shows the chat; what was typed in the one before is saved.
  @discardableResult
  public func open(_ id: ChatID) -> Task<Void, Never> {
    if thread?.chat.id != id, let row = list.row(of: id) { open(row.chat) }
    guard thread?.chat.id != id else { return Task {} }
    return Task { [before = thread] in if let chat = await openable(id), thread === before { open(chat) } }
  }

  /// The chat, unless it is gone or in the Trash.
  private func openable(_ id: ChatID) async -> Chat? {
    do throws(StoreError) {
      let chat = try await parts.service.chat(id)
      return chat?.trashedAt == nil ? chat : nil
    } catch {
      notices.tell(error.sentence)
      return nil
    }
  }

  /// Shows the chat.
  ///
  /// - Parameters:
  ///   - isRemembered: it is opened again with the next start.
  ///   - byPerson: somebody wants to see this chat; else it is there because the program has started.
  public func open(_ chat: Chat, isRemembered: Bool = true, byPerson: Bool = true) {
    guard thread?.chat.id != chat.id else { return }
    show(ThreadModel(chat: chat, isNew: false, parts), isRemembered: isRemembered)
    if byPerson { thread?.prepareAgent() }
    if isRemembered { settings.change { $0.lastChat = chat.id } }
  }

  /// Returns once the chat that was opened last is read.
  public func whenRead() async { await reading?.value }

  /// Returns once all that was begun is done.
  public func whenIdle() async { await parts.work.end() }

  /// Shows an empty chat, which is saved with its first words.
  ///
  /// - Parameter agent: who answers in it; the agent of the preferences for nil, or the first one where that is not there.
  public func newChat(with agent: String? = nil) {
    guard readOnly == nil else { return }
    if let thread, thread.isNew, thread.isEmpty {
      if let agent { thread.choose(agent: agent) }
      return thread.focusComposer()
    }
    beginChat(titled: "", agent: agent)
  }

  /// Shows an empty chat with a model; the first page is left for it.
  public func startChat(with model: LocalModel) {
    guard readOnly == nil else { return }
    if isWelcoming { settings.change { $0.isWelcomed = true } }
    newChat(with: model.agent)
  }

  /// Shows an empty chat with a title.
  ///
  /// - Parameters:
  ///   - agent: who answers in it; the agent of the preferences for nil, or the first one where that is not there.
  ///   - byPerson: somebody wants to write now; else it is there because the program has started.
  public func beginChat(titled title: String, agent: String?, byPerson: Bool = true) {
    guard readOnly == nil else { return }
    let wanted = agent ?? settings.agentForNewChats
    let id = (agents.first { $0.id == wanted } ?? agents.first)?.id ?? wanted
    var chat = parts.service.newChat(agent: id)
    if let title = Title.manual(title) {
      chat.title = title
      chat.titleOrigin = .manual
    }
    show(ThreadModel(chat: chat, isNew: true, parts))
    if byPerson { thread?.prepareAgent() }
  }

  /// Opens the viewer on a picture of the open chat.
  public func view(_ attachment: Attachment, at index: Int, of message: MessageID) {
    guard let thread else { return }
    parts.viewer.show(ChatPicture(message: message, index: index, attachment: attachment), in: thread, parts)
  }

  /// Leaves the open chat for the list, on a narrow window.
  public func closeThread() {
    if thread != nil { show(nil) }
  }

  /// The chat below or above the open one in the list, around its ends.
  public func openNeighbour(_ step: Int) {
    let rows = list.rows
    guard !rows.isEmpty else { return }
    let here = rows.firstIndex { $0.id == thread?.chat.id } ?? (step > 0 ? -1 : 0)
    open(rows[(here + step + rows.count) % rows.count].chat)
  }

  /// The chat at a place of the list, counted from 1.
  public func open(number: Int) {
    guard list.rows.indices.contains(number - 1) else { return }
    open(list.rows[number - 1].chat)
  }

  /// Takes the reader to a message, wherever it is; the viewer is closed, and the chat opened where another one is open.
  public func show(_ message: MessageID, in chat: ChatID) {
    viewer?.close()
    parts.work.begin { [self] in
      await open(chat).value
      if let thread, thread.chat.id == chat { thread.show(message: message) }
    }
  }

  func closeAndOpenNext(after id: ChatID) {
    guard thread?.chat.id == id else { return }
    let rows = list.rows
    let index = rows.firstIndex { $0.id == id }
    let next =
      index.flatMap { index in
        rows.indices.contains(index + 1) ? rows[index + 1] : rows.indices.contains(index - 1) ? rows[index - 1] : nil
      } ?? rows.first { $0.id != id }
    if !isNarrow, let next { open(next.chat) } else { show(nil) }
  }
}
