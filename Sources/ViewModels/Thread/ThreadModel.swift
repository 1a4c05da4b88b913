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
  public private(set) var phase = Phase.loading
  /// What is new to the reader.
  public internal(set) var unread: UnreadLine
  /// The chat is gone for ever.
  public internal(set) var isRemoved = false
  /// The way to a message or to the end. A face takes where to scroll with `takeScrollTarget`.
  public internal(set) var going = Going()
  /// Which messages are picked.
  public internal(set) var picking = Picking()

  /// Where the reader is, and where he begins.
  public let place: ReadingPlace
  /// Its replies that are expected, due or coming.
  public let replies: ThreadReplies
  /// Its rows, which a face draws.
  public let shown: ThreadRows
  /// What is written here and not sent; it outlives the thread.
  public let composer: ComposerModel
  /// How much of the agent's context the chat takes.
  public let context: ContextModel
  @ObservationIgnored let service: ChatService
  @ObservationIgnored let clock: MinuteClock
  @ObservationIgnored let notices: Notices
  @ObservationIgnored let work: PendingWork
  @ObservationIgnored let settings: SettingsModel
  @ObservationIgnored let agents: AgentsModel
  @ObservationIgnored let deletions: Deletions
  @ObservationIgnored let narration: AnswerNarration
  /// Nothing can be sent, drafted, deleted or marked here.
  public let isReadOnly: Bool
  /// Called when the chat is not in the list any more.
  @ObservationIgnored var onGone: ((ChatID) -> Void)?
  @ObservationIgnored var window = ThreadWindow()
  @ObservationIgnored var hasPrepared = false
  /// Whether the window shows this chat and has the user's attention.
  @ObservationIgnored var isVisible = false
  /// Another chat was opened since.
  @ObservationIgnored private(set) var hasLeft = false

  init(chat: Chat, isNew: Bool, _ parts: LibraryParts) {
    self.chat = chat
    unread = UnreadLine(countAtStart: parts.isReadOnly ? 0 : chat.unreadCount)
    service = parts.service
    clock = parts.clock
    notices = parts.notices
    work = parts.work
    settings = parts.settings
    agents = parts.agents
    deletions = parts.deletions
    narration = parts.narration
    isReadOnly = parts.isReadOnly
    place = ReadingPlace(surroundings: parts.clock.surroundings)
    replies = ThreadReplies(of: chat.id)
    shown = ThreadRows(clock: parts.clock, pictures: parts.pictures)
    composer = parts.composers.composer(of: chat, isNew: isNew)
    context = ContextModel(service: parts.service, surroundings: parts.clock.surroundings)
    composer.thread = self
    context.thread = self
  }

  // MARK: Reading

  /// Reads the end of the chat, or the part around where it was left.
  public func load() async {
    window.readings.setStale(false)
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
      guard isReading(mine) else { return }
      replies.read(unfinished, phases)
      phase = .ready
      rebuild()
      context.messagesChanged()
    } catch {
      guard isReading(mine) else { return }
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
    guard hasOlder, !window.readings.isUnderWay, let first = window.messages.first else { return true }
    let page = MessagePage.before(first.id, limit: ThreadWindow.page)
    return await loadPage(page) { $0.addOlder($1, asked: ThreadWindow.page) } == .read
  }

  /// Reads the page below. False when that failed.
  @discardableResult
  public func loadNewer() async -> Bool {
    guard hasNewer, !window.readings.isUnderWay, let last = window.messages.last else { return true }
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
      guard isReading(mine) else { return .overtaken }
      add(&window, messages)
      rebuild()
      return .read
    } catch {
      notices.tell(error.sentence)
      return .failed
    }
  }

  /// Begins to read messages; what an earlier reading that is under way will bring is dropped.
  func beginReading() -> Int { window.readings.begin() }

  /// Whether no later reading has begun.
  func isReading(_ mine: Int) -> Bool { window.readings.isNewest(mine) }

  /// Takes what happened meanwhile, unless a later reading is under way. A refresh that was overtaken is begun again.
  func end(_ mine: Int) {
    guard let events = window.readings.end(mine) else { return }
    for event in events { take(event) }
    if window.readings.isStale, !hasLeft { refreshSoon() }
  }

  /// The reader goes elsewhere: the pictures of the rows are let go.
  func leave() {
    hasLeft = true
    endPicking()
    setNear([])
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
    if window.readings.hold(event) { return }
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
      replies.remove(id)
      if picking.isOn { picking.forget(id) }
      unread.move(off: id, in: window.messages)
      window.remove(id)
      rebuild()
      context.messagesChanged()
    case .streamed(let id, _, let text):
      guard let message = window.setText(text, of: id) else { return }
      if let row = row(of: .message(id)) { shown.show(message, in: row) } else { rebuild() }
      narrate(id)
    case .reasoned(let id, _, let text, let milliseconds):
      guard let message = window.setReasoning(text, milliseconds, of: id) else { return }
      if let row = row(of: .message(id)) { shown.show(message, in: row) } else { rebuild() }
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
    let wasUnfinished = replies.isUnfinished(message.id)
    replies.take(message)
    if message.sender == .summary, wasUnfinished { tellEnd(ofSummary: message) }
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
