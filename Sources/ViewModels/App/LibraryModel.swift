public import Domain
public import Observation

/// An open library: the chat list, the chat that is open, and what belongs to all of it.
@Observable
public final class LibraryModel {
  /// The list of chats.
  public let list: ChatListModel
  /// The open chat; nil on a phone's list page or when there is none.
  public private(set) var thread: ThreadModel?
  /// The picture that is looked at; nil when none is.
  public internal(set) var viewer: ViewerModel?
  /// The chats that were deleted.
  public private(set) var trash: TrashModel
  /// As they are saved; `change` changes them.
  public private(set) var settings: Settings
  /// The newest word to the user.
  public internal(set) var notice: Notice?
  /// Those that no face has taken yet: several may come in one turn.
  @ObservationIgnored var untaken: [Notice] = []
  /// Called at once when a notice does not hold any more and must go from the screen.
  @ObservationIgnored public var onNoticeWithdrawn: ((Int) -> Void)?
  /// Why nothing can be written, for as long as that is so; nil when all can be.
  public let readOnly: String?
  /// What happened to the library as a whole; stays until the user has read it.
  public var remark: String?
  /// Long work in the background; nil when there is none.
  public internal(set) var job: RunningJob?
  /// Whether there are demo chats to take away, when it was last looked for.
  public internal(set) var hasDemo = false
  /// True until the first-run page was left.
  public var isWelcoming: Bool { !settings.isWelcomed && readOnly == nil }
  /// Who can answer, in the order in which they are offered.
  public private(set) var agents: [AgentEntry]

  let service: ChatService
  let clock: MinuteClock
  @ObservationIgnored let demo: [DemoChat]
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored var noticeCount = 0
  /// Decoded pictures, whichever chat they are in.
  @ObservationIgnored let pictureCache = PictureCache()
  @ObservationIgnored private(set) lazy var deletions = Deletions(self)
  /// What is written in each chat that was open since the start.
  @ObservationIgnored private(set) var composers: [ChatID: ComposerModel] = [:]
  /// Called at once, in the same turn of the main loop, when another chat is opened or the open one is closed: the next
  /// key belongs to that one.
  @ObservationIgnored public var onThreadChange: ((ThreadModel?) -> Void)?
  @ObservationIgnored var savingReadingPosition: Task<Void, Never>?
  @ObservationIgnored private var isWindowActive = false
  /// The reading of the chat that was opened last.
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// What a quit has to wait for.
  @ObservationIgnored let work = PendingWork()
  /// Which of it takes pictures in, and which of that waits for the network.
  @ObservationIgnored private(set) var takingIn: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private(set) var loading: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var pictureCount = 0

  public init(
    service: ChatService, clock: MinuteClock, settings: Settings, demo: [DemoChat], readOnly: String? = nil
  ) {
    self.readOnly = readOnly
    self.service = service
    self.clock = clock
    self.settings = settings
    self.demo = demo
    agents = service.agents.entries
    list = ChatListModel(service: service, clock: clock)
    trash = TrashModel(service: service, clock: clock)
    isNarrow = !settings.isMaximized && settings.windowWidth < 680
    list.library = self
    trash.library = self
    clock.onTick { [weak self] in
      self?.list.refreshStamps()
      self?.trash.refreshStamps()
      self?.thread?.refreshStamps()
    }
  }

  // MARK: Life

  /// Reads what the first picture needs: the demo on the very first launch, then the list and the last chat.
  public func load() async {
    let events = await service.events()
    following = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
    if !settings.hadDemo, readOnly == nil {
      do throws(StoreError) { try await service.addDemoOnce(demo) } catch { tell(error.sentence) }
    }
    await list.load()
  }

  /// Opens the chat that was open last, if it is still in the list, and reads it.
  public func openLastChat() async {
    guard thread == nil else { return }
    let last = if let last = settings.lastChat { await openable(last) } else { nil as Chat? }
    // Another one may have been opened meanwhile.
    if thread == nil, let chat = last ?? list.rows.first?.chat { open(chat, byPerson: false) }
    await reading?.value
  }

  /// Takes on due replies and follows other processes; call it once the first picture is on screen.
  public func start() async {
    clock.start()
    guard readOnly == nil else { return await service.listenToOtherProcesses() }
    do throws(StoreError) { try await service.start() } catch { tell(error.sentence) }
  }

  /// Saves what is unsaved and ends the replies, for a quit.
  public func shutDown() async {
    await letPicturesGo()
    saveReadingPosition()
    thread?.leave()
    await deletions.carryOut()
    for composer in composers.values { await composer.settle() }
    await work.end()
    // A draft that was still being read may have come to what was typed.
    for composer in composers.values where composer.current != composer.saved { await composer.settle() }
    clock.stop()
    await service.shutDown()
    following?.cancel()
  }

  /// The window got or lost the user's attention.
  public func windowBecame(active: Bool) {
    isWindowActive = active
    thread?.setVisible(active)
    if active { clock.tick() }
  }

  // MARK: Moving between chats

  /// Shows the chat; what was typed in the one before is saved.
  public func open(_ id: ChatID) {
    guard thread?.chat.id != id else { return }
    if let row = list.row(of: id) { return open(row.chat) }
    Task { [before = thread] in if let chat = await openable(id), thread === before { open(chat) } }
  }

  /// The chat, unless it is gone or in the Trash.
  private func openable(_ id: ChatID) async -> Chat? {
    do throws(StoreError) {
      let chat = try await service.chat(id)
      return chat?.trashedAt == nil ? chat : nil
    } catch {
      tell(error.sentence)
      return nil
    }
  }

  /// - Parameter byPerson: somebody wants to see this chat; else it is there because the program has started.
  func open(_ chat: Chat, byPerson: Bool = true) {
    guard thread?.chat.id != chat.id else { return }
    show(ThreadModel(chat: chat, isNew: false, library: self))
    if byPerson { thread?.prepareAgent() }
    change { $0.lastChat = chat.id }
  }

  /// Shows an empty chat, which is saved with its first words.
  ///
  /// - Parameter agent: who answers in it; the agent of the preferences for nil, or the first one where that is not there.
  public func newChat(with agent: String? = nil) {
    guard readOnly == nil else { return }
    if let thread, thread.isNew, thread.isEmpty {
      if let agent { thread.choose(agent: agent) }
      return thread.focusComposer()
    }
    let wanted = agent ?? settings.agentForNewChats
    let id = (agents.first { $0.id == wanted } ?? agents.first)?.id ?? wanted
    show(ThreadModel(chat: service.newChat(agent: id), isNew: true, library: self))
    thread?.prepareAgent()
  }

  /// Leaves the open chat for the list, on a narrow window.
  public func closeThread() {
    if thread != nil { show(nil) }
  }

  private func show(_ next: ThreadModel?) {
    viewer?.close()
    if let old = thread {
      saveReadingPosition()
      old.setVisible(false)
      old.leave()
      work.begin { await old.composer.settle() }
    }
    thread = next
    list.selected = next?.chat.id
    onThreadChange?(next)
    guard let next else { return }
    next.setVisible(isWindowActive)
    reading = work.begin { await next.load() }
  }

  /// What is written in a chat; the same for as long as the program runs.
  func composer(of chat: Chat, isNew: Bool) -> ComposerModel {
    if let composer = composers[chat.id] { return composer }
    let composer = ComposerModel(chat: chat, isNew: isNew, library: self)
    composers[chat.id] = composer
    return composer
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

  /// Own changes of settings that are on their way to the disk.
  @ObservationIgnored private var changesUnderWay = 0

  /// True while the window shows one pane; a chat that goes away then leads back to the list.
  @ObservationIgnored public var isNarrow = false

  // MARK: Settings

  /// Changes settings, at once on screen and then on disk.
  public func change(_ change: @escaping @Sendable (inout Settings) -> Void) {
    var new = settings
    change(&new)
    guard new != settings else { return }
    settings = new
    guard readOnly == nil else { return }
    changesUnderWay += 1
    perform { [self] () throws(StoreError) in
      defer { changesUnderWay -= 1 }
      let saved = try await service.changeSettings(change)
      // What is told of an earlier change must not take a later one off the screen.
      if changesUnderWay == 1 { settings = saved }
    }
  }

  /// Does something that can fail, and says so when it does.
  func perform(_ action: @escaping () async throws(StoreError) -> Void) {
    keep { [self] in
      do throws(StoreError) { try await action() } catch { tell(error.sentence) }
    }
  }

  /// Starts work that a quit has to wait for.
  @discardableResult
  func keep(_ work: @escaping () async -> Void) -> Task<Void, Never> {
    self.work.begin(work)
  }

  /// Starts to take a picture in, which a quit waits for, but not for long.
  func keepPicture(_ source: PictureSource, _ work: @escaping () async -> Void) -> Task<Void, Never> {
    pictureCount += 1
    let number = pictureCount
    let task = keep { [self] in
      await work()
      takingIn[number] = nil
      loading[number] = nil
    }
    if case .remote = source { loading[number] = task } else { takingIn[number] = task }
    return task
  }

  // MARK: What happens elsewhere

  private func take(_ event: ChatEvent) {
    list.take(event)
    trash.take(event)
    thread?.take(event)
    viewer?.take(event)
    switch event {
    case .saved(let chat) where chat.trashedAt != nil: closeAndOpenNext(after: chat.id)
    case .saved(let chat) where chat.id == thread?.chat.id && settings.lastChat != chat.id:
      change { $0.lastChat = chat.id }  // A new chat became a real one.
    case .removed(let id) where thread?.isNew != true: closeAndOpenNext(after: id)
    case .settingsSaved(let saved) where changesUnderWay == 0: settings = saved
    case .jobProgressed(let kind, let progress, let began): take(progress, of: kind, since: began)
    case .jobEnded(let kind) where job?.kind == kind: job = nil
    case .agentsChanged(let entries): agents = entries
    case .failed(let sentence): tell(sentence)
    default: break
    }
  }
}
