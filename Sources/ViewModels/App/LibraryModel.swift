public import Domain
public import Observation
internal import Wording

/// An open library: the chat list, the chat that is open, and the parts that all of its models share.
@Observable
public final class LibraryModel {
  /// The list of chats.
  public let list: ChatListModel
  /// The chats that were deleted.
  public let trash: TrashModel
  /// The demo chats, as the preferences offer them.
  public let demo: DemoModel
  /// The local models.
  public let models: ModelsModel
  /// What is kept of chats that local models have read.
  public let keptChats: KeptChatsModel
  /// Models on the internet.
  public let downloads: DownloadsModel
  /// How much is unread.
  public let unread: UnreadModel
  /// What the desktop says of replies that nobody saw coming.
  @ObservationIgnored public let notifications: NotificationsModel
  /// Long work in the background.
  public let jobs: JobModel
  /// The first page.
  @ObservationIgnored public private(set) lazy var welcome = WelcomeModel(self, localModels, parts)
  /// The open chat; nil on a phone's list page or when there is none.
  public private(set) var thread: ThreadModel?
  /// The settings of the open chat, while their page is open.
  public private(set) var chatSettings: ChatSettingsModel?
  /// The picture that is looked at; nil when none is.
  public var viewer: ViewerModel? { parts.viewer.viewer }
  /// Why nothing can be written, for as long as that is so; nil when all can be.
  public let readOnly: String?
  /// What happened to the library as a whole; stays until the user has read it.
  public var remark: String?
  /// True until the first-run page was left.
  public var isWelcoming: Bool { !settings.isWelcomed && readOnly == nil }
  /// Who can answer, in the order in which they are offered.
  public var agents: [AgentEntry] { parts.agents.entries }
  /// As they are saved; they are changed there, too.
  public var settings: SettingsModel { parts.settings }
  /// Words to the user.
  public var notices: Notices { parts.notices }
  /// What screen readers say of answers that come.
  public var narration: AnswerNarration { parts.narration }
  /// The pictures of all chats.
  public var pictures: LibraryPictures { parts.pictures }
  /// Called at once, in the same turn of the main loop, when another chat is opened or the open one is closed: the next
  /// key belongs to that one.
  @ObservationIgnored public var onThreadChange: ((ThreadModel?) -> Void)?
  /// True while the window shows one pane; a chat that goes away then leads back to the list.
  @ObservationIgnored public var isNarrow = false

  let parts: LibraryParts
  @ObservationIgnored private let localModels: any LocalModels
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var isActive = false
  @ObservationIgnored private var isRemembered = true
  /// The reading of the chat that was opened last.
  @ObservationIgnored private(set) var reading: Task<Void, Never>?

  /// - Parameter demo: read when it is added.
  public init(
    service: ChatService, models: any LocalModels, downloads: any ModelDownloads, clock: MinuteClock,
    settings: Settings, demo: @autoclosure @escaping () -> [DemoChat], readOnly: String? = nil
  ) {
    self.readOnly = readOnly
    parts = LibraryParts(service: service, clock: clock, settings: settings, isReadOnly: readOnly != nil)
    list = ChatListModel(parts)
    trash = TrashModel(service: service, clock: clock)
    self.demo = DemoModel(demo, parts)
    self.models = ModelsModel(models, parts)
    localModels = models
    keptChats = KeptChatsModel(models, parts)
    self.downloads = DownloadsModel(downloads, parts)
    jobs = JobModel(clock: clock)
    unread = UnreadModel(service: service, work: parts.work)
    notifications = NotificationsModel(service: service, settings: parts.settings)
    unread.onRead = { [notifications] in notifications.keepOnly($0) }
    parts.deletions.onChange = { [weak self] in self?.showHiding() }
    parts.settings.onReadingChange = { [weak self] in self?.thread?.rebuild() }
    clock.onTick(of: self) { [weak self] in
      self?.list.refreshStamps()
      self?.trash.refreshStamps()
      self?.thread?.refreshStamps()
    }
  }

  /// Reads what the first picture needs: the list.
  public func load() async {
    let events = await parts.service.events()
    following = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
    await list.load()
  }

  /// Takes on due replies and follows other processes; call it once the first picture is on screen.
  public func start() async {
    parts.clock.start()
    await unread.load()
    guard readOnly == nil else { return await parts.service.listenToOtherProcesses() }
    keptChats.tidy()
    do throws(StoreError) {
      try await parts.service.start()
      try await parts.deletions.offerThoseOfBefore()
    } catch { notices.tell(error.sentence) }
  }

  /// Saves what is unsaved and ends the replies, for a quit.
  public func shutDown() async {
    await parts.letPicturesGo()
    await chatSettings?.settle()
    thread?.saveReadingPosition()
    thread?.leave()
    notifications.end()
    // Before the wait for what was begun: some of that waits for replies, which may wait for the disk.
    await parts.service.beginShutDown()
    await parts.settle()
    // Other programs have their part in it, and drafts wait for none.
    await downloads.shutDown()
    parts.clock.stop()
    await parts.service.shutDown()
    // What was told last is taken, too.
    await following?.value
  }

  /// The face got or lost the user's attention.
  public func setActive(_ isActive: Bool) {
    self.isActive = isActive
    thread?.setVisible(isActive)
    if isActive { parts.clock.tick() }
  }

  /// Opens the settings of the open chat; nil where none is open.
  public func openChatSettings() -> ChatSettingsModel? {
    closeChatSettings()
    chatSettings = thread.map { ChatSettingsModel($0, localModels, parts) }
    return chatSettings
  }

  /// Their page is closed; what is not saved yet is saved now.
  public func closeChatSettings() {
    guard let old = chatSettings else { return }
    chatSettings = nil
    parts.work.begin { await old.settle() }
  }

  /// What can be done where the chat is too long for its model.
  public func overflow(of thread: ThreadModel) -> OverflowModel { OverflowModel(thread, localModels) }

  /// What the chat's model would see.
  public func contextLens(of thread: ThreadModel) -> ContextLensModel { ContextLensModel(thread, localModels) }

  /// Shows a chat, or none.
  ///
  /// - Parameter isRemembered: it is opened again with the next start.
  func show(_ next: ThreadModel?, isRemembered: Bool = true) {
    self.isRemembered = isRemembered
    viewer?.close()
    if let old = thread {
      old.saveReadingPosition()
      old.setVisible(false)
      old.leave()
      parts.work.begin { await old.composer.settle() }
    }
    thread = next
    list.selected = next?.chat.id
    onThreadChange?(next)
    guard let next else { return }
    next.onGone = { [weak self] in self?.closeAndOpenNext(after: $0) }
    next.setVisible(isActive)
    reading = parts.work.begin { await next.load() }
  }

  /// Other messages are hidden than before.
  private func showHiding() {
    if let thread {
      thread.rebuild()
      thread.context.messagesChanged()
    }
    viewer?.closeIfHidden()
  }

  private func take(_ event: ChatEvent) {
    list.take(event)
    unread.take(event)
    notifications.take(event)
    trash.take(event)
    thread?.take(event)
    viewer?.take(event)
    chatSettings?.take(event)
    settings.take(event)
    parts.agents.take(event)
    if case .settingsSaved(let saved) = event {
      keptChats.take(saved)
      models.refresh()
      models.applyIdleTime()
    }
    jobs.take(event)
    switch event {
    case .saved(let chat) where chat.trashedAt != nil: closeAndOpenNext(after: chat.id)
    case .saved(let chat) where chat.id == thread?.chat.id && isRemembered && settings.lastChat != chat.id:
      settings.change { $0.lastChat = chat.id }  // A new chat became a real one.
    case .removed(let id) where thread?.isNew != true: closeAndOpenNext(after: id)
    case .failed(let failure): notices.tell(failure.sentence)
    default: break
    }
  }
}
