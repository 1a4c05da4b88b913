public import Domain
public import Observation
internal import Wording

/// One open chat: its messages, a page at a time both ways, and its composer.
@Observable
public final class ThreadModel {
  /// What the place of the thread shows.
  public enum Phase: Equatable {
    case loading
    case ready
    case failed(String)
  }

  /// The chat as it was last read or told.
  public internal(set) var chat: Chat
  /// Where the thread is, from loading to ready or failed.
  public internal(set) var phase = Phase.loading
  /// From top to bottom, as they are shown.
  public internal(set) var rows: [ThreadRow] = []
  /// True while messages beyond the rows exist, so that the last row is not the newest.
  public internal(set) var hasNewer = false
  /// Whether there are messages before the first row.
  public internal(set) var hasOlder = false
  /// A reply on the line is growing.
  public internal(set) var isStreaming = false
  /// A reply on the line is due and has not begun: the dots.
  public internal(set) var isDue = false
  /// A reply of the chat grows or is due: on the line, far from the rows or on a branch that is not shown. `stop` stops it.
  public internal(set) var isReplying = false
  /// What is new to the reader.
  public internal(set) var unread: UnreadLine
  /// The chat is gone for ever.
  public internal(set) var isRemoved = false
  /// Replies that are known to come and were not told of yet.
  var expected: Set<MessageID> = []
  /// The last asking again; a stop comes after it.
  @ObservationIgnored var asking: Task<Bool, Never>?
  /// The way to a message or to the end. A face takes where to scroll with `takeScrollTarget`.
  public internal(set) var going = Going()
  /// Which messages are picked.
  public internal(set) var picking = Picking()

  /// Where the reader is, and where he begins.
  public let place: ReadingPlace
  let highlight: Highlight
  /// What is written here and not sent; it outlives the thread.
  public let composer: ComposerModel
  /// How much of the agent's context the chat takes.
  public let context: ContextModel
  @ObservationIgnored let service: ChatService
  @ObservationIgnored let clock: MinuteClock
  @ObservationIgnored let notices: Notices
  @ObservationIgnored let work: PendingWork
  @ObservationIgnored let libraryPictures: LibraryPictures
  @ObservationIgnored let settings: SettingsModel
  @ObservationIgnored let agents: AgentsModel
  @ObservationIgnored let deletions: Deletions
  @ObservationIgnored let narration: AnswerNarration
  /// Nothing can be sent, drafted, deleted or marked here.
  public let isReadOnly: Bool
  /// Called when the chat is not in the list any more.
  @ObservationIgnored var onGone: ((ChatID) -> Void)?
  /// Called at once when a reply is to come once more: what comes of it may look as before.
  @ObservationIgnored public var onAskedAgain: ((MessageID) -> Void)?
  @ObservationIgnored var window = ThreadWindow()
  @ObservationIgnored var unfinished = UnfinishedReplies()
  @ObservationIgnored var rowsByID: [ThreadRowID: ThreadRow] = [:]
  /// Rows in sight or nearly so.
  @ObservationIgnored var near: Set<ThreadRowID> = []
  /// What is done for replies that are due.
  var phases: [MessageID: ReplyPhase] = [:]
  @ObservationIgnored var hasPrepared = false
  @ObservationIgnored private(set) var isLoadingPage = false
  /// Counts the readings: the page of one that was overtaken is dropped.
  @ObservationIgnored private(set) var reading = 0
  /// Events that came while a page was being read; they are taken after it.
  @ObservationIgnored private var held: [ChatEvent] = []
  /// Whether the window shows this chat and has the user's attention.
  @ObservationIgnored var isVisible = false
  /// Called when the letters of a message are others now, not only more.
  @ObservationIgnored public var onTextReplaced: ((MessageID) -> Void)?
  @ObservationIgnored var hasLeft = false
  /// Which messages the user wants read as Markdown, or not.
  @ObservationIgnored var readingChoices: [MessageID: Bool] = [:]
  /// What is in memory may be out of date, until a refresh has brought all of it.
  @ObservationIgnored var isStale = false
  /// A refresh will begin in this turn or the next one.
  @ObservationIgnored var isRefreshAhead = false

  init(chat: Chat, isNew: Bool, _ parts: LibraryParts) {
    self.chat = chat
    unread = UnreadLine(countAtStart: parts.isReadOnly ? 0 : chat.unreadCount)
    service = parts.service
    clock = parts.clock
    notices = parts.notices
    work = parts.work
    libraryPictures = parts.pictures
    settings = parts.settings
    agents = parts.agents
    deletions = parts.deletions
    narration = parts.narration
    isReadOnly = parts.isReadOnly
    place = ReadingPlace(surroundings: parts.clock.surroundings)
    highlight = Highlight(surroundings: parts.clock.surroundings)
    composer = parts.composers.composer(of: chat, isNew: isNew)
    context = ContextModel(service: parts.service, surroundings: parts.clock.surroundings)
    composer.thread = self
    context.thread = self
  }

  // MARK: Reading

  /// Reads the end of the chat, or the part around where it was left.
  public func load() async {
    isStale = false
    guard !isNew else {
      phase = .ready
      return context.messagesChanged()
    }
    let mine = beginReading()
    do throws(StoreError) {
      try await readWhereReaderWas(mine)
      try await composer.load()
      let unfinished = UnfinishedReplies(try await service.unfinishedReplies(in: chat.id))
      let phases = await service.phases(in: chat.id)
      await context.recall(isRebuilding: false)
      guard mine == reading else { return }
      (self.unfinished, self.phases) = (unfinished, phases)
      phase = .ready
      rebuild()
      context.messagesChanged()
    } catch {
      guard mine == reading else { return }
      phase = .failed(error.sentence)
      going.cancel()
    }
    end(mine)
    readIfSeen()
    narrateWhatGrows()
    goToRequestedMessage()
  }

  /// Reads the page above. False when that failed.
  @discardableResult
  public func loadOlder() async -> Bool {
    guard hasOlder, !isLoadingPage, let first = window.messages.first else { return true }
    let page = MessagePage.before(first.id, limit: ThreadWindow.page)
    return await loadPage(page) { $0.addOlder($1, asked: ThreadWindow.page) } == .read
  }

  /// Reads the page below. False when that failed.
  @discardableResult
  public func loadNewer() async -> Bool {
    guard hasNewer, !isLoadingPage, let last = window.messages.last else { return true }
    let page = MessagePage.after(last.id, limit: ThreadWindow.page)
    return await loadPage(page) { $0.addNewer($1, asked: ThreadWindow.page) } == .read
  }

  /// Shows the newest messages, wherever the reader is.
  public func showEnd() async {
    going.cancel()
    if hasNewer {
      let outcome = await loadPage(.newest(limit: ThreadWindow.firstPage)) { $0.reset($1) }
      // Overtaken by another reading of what is here, the face scrolls down and so asks again.
      guard outcome != .failed, going.requested == nil else { return }
    }
    going.arriveAtEnd()
    seeAll()
    readIfSeen()
  }

  private enum PageOutcome { case read, overtaken, failed }

  private func loadPage(_ page: MessagePage, _ add: (inout ThreadWindow, [Message]) -> Void) async -> PageOutcome {
    let mine = beginReading()
    defer { end(mine) }
    do throws(StoreError) {
      let messages = try await service.messages(in: chat.id, page)
      guard mine == reading else { return .overtaken }
      add(&window, messages)
      rebuild()
      return .read
    } catch {
      notices.tell(error.sentence)
      return .failed
    }
  }

  /// Begins to read messages; what an earlier reading that is under way will bring is dropped.
  func beginReading() -> Int {
    isLoadingPage = true
    reading += 1
    return reading
  }

  /// Whether no later reading has begun.
  func isReading(_ mine: Int) -> Bool { mine == reading }

  /// Takes what happened meanwhile, unless a later reading is under way. A refresh that was overtaken is begun again.
  func end(_ mine: Int) {
    guard mine == reading else { return }
    isLoadingPage = false
    let events = held
    held = []
    for event in events { take(event) }
    if isStale, !hasLeft { refreshSoon() }
  }

  // MARK: Following

  func take(_ event: ChatEvent) {
    switch event {
    case .messageSaved(let message) where message.chat != chat.id: return
    case .streamed(_, let id, _) where id != chat.id: return
    case .reasoned(_, let id, _, _) where id != chat.id: return
    case .phase(_, let id, _) where id != chat.id: return
    case .messageRemoved(_, let id) where id != chat.id: return
    default: break
    }
    if isLoadingPage { return held.append(event) }
    switch event {
    case .saved(let saved) where saved.id == chat.id:
      if saved.draftPreview != chat.draftPreview { composer.chatChanged() }
      let isOther = chat.agent != saved.agent
      let before = chat.unreadCount
      chat = saved
      noteUnread(since: before)
      composer.newChat = nil
      if isOther { context.messagesChanged() }
      readIfSeen()
    case .messageSaved(let message): take(message)
    case .removed(chat.id): isRemoved = true
    case .messageRemoved(let id, _):
      told(id)
      if picking.isOn { picking.forget(id) }
      unfinished.remove(id, in: chat.id)
      unread.move(off: id, in: window.messages)
      window.remove(id)
      rebuild()
      context.messagesChanged()
    case .streamed(let id, _, let text):
      guard let message = window.setText(text, of: id) else { return }
      if let row = rowsByID[.message(id)] { show(message, in: row) } else { rebuild() }
      narrate(id)
    case .reasoned(let id, _, let text, let milliseconds):
      guard let message = window.setReasoning(text, milliseconds, of: id) else { return }
      if let row = rowsByID[.message(id)] { show(message, in: row) } else { rebuild() }
      narrate(id)
    case .phase(let id, _, let phase): take(phase, of: id)
    case .agentsChanged(let entries): context.take(entries)
    case .chatSettingsSaved(let settings, in: chat.id): context.take(settings)
    case .everythingChanged, .lineChanged(chat.id):
      refreshSoon()
      context.messagesChanged()
    default: break
    }
  }

  private func take(_ message: Message) {
    told(message.id)
    if message.isAskedAgain { onAskedAgain?(message.id) }
    if message.sender == .summary, unfinished.of(chat.id).contains(message.id) { tellEnd(ofSummary: message) }
    unfinished.take(message)
    if message.state != .queued, !message.isAskedAgain { phases[message.id] = nil }
    let isNewcomer = !window.messages.contains { $0.id == message.id && $0.state != .queued }
    let isInside = window.put(message)
    // One that is not taken though the end is here is on another line.
    defer {
      context.messagesChanged(isOnlyMore: !message.standsForAbove)
      narrate(message.id)
    }
    guard isInside || window.hasNewer else { return rebuild() }
    if isNewcomer, message.sender == .agent, message.state != .queued, !place.isAtEnd || !isInside {
      unread.add(below: message.id)
    }
    rebuild()
  }
}
