/// The centre of the library: every change goes through it, and it owns every reply in progress.
///
/// A reply belongs to the service, not to a view: it goes on when the user looks elsewhere, and always lands in the
/// chat and the message that it was asked for.
public actor ChatService {
  let store: any ChatStore
  /// Asked directly by whoever shows a picture: decoding need not wait for the service.
  public nonisolated let pictures: any PictureStore
  let surroundings: any Surroundings
  /// Who can answer.
  public nonisolated let agents: any AgentCatalogue
  /// How the list shows what agents write.
  public nonisolated let plainLine: PlainLine

  /// The replies of this process.
  var replies = Replies()
  /// True where due replies that nobody makes are taken on: in the window, not in a short command.
  private(set) var takesOnReplies = false
  /// Chats that someone looks at now, and how many do.
  private var watched: [ChatID: Int] = [:]
  /// Then no job of the library goes on.
  private(set) var isShuttingDown = false
  private var followingOtherProcesses: Task<Void, Never>?
  private var followingAgents: Task<Void, Never>?
  private var agentsHere: Set<String> = []
  private var listeners: [UInt64: AsyncStream<ChatEvent>.Continuation] = [:]
  private var nextListener: UInt64 = 0
  /// Pauses before a reply is saved again that could not be saved, and why it could not.
  var waitsForDisk: [MessageID: (pause: Task<Bool, Never>, reason: StoreError)] = [:]
  private var isCommitting = false
  private var committersWaiting: [CheckedContinuation<Void, Never>] = []
  private var waitingForQuiet: [CheckedContinuation<Void, Never>] = []

  public init(
    store: any ChatStore, pictures: any PictureStore = NoPictures(), agents: any AgentCatalogue,
    surroundings: any Surroundings, plainLine: @escaping PlainLine = Preview.asWritten
  ) {
    self.plainLine = plainLine
    self.store = store
    self.pictures = pictures
    self.surroundings = surroundings
    self.agents = agents
  }

  // MARK: Telling

  /// Everything that happens from now on. Each caller gets its own stream, and none misses an event.
  public func events() -> AsyncStream<ChatEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: ChatEvent.self)
    let id = nextListener
    nextListener += 1
    listeners[id] = continuation
    followAgents()
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forgetListener(id) }
    }
    return stream
  }

  private func forgetListener(_ id: UInt64) { listeners[id] = nil }

  func tell(_ event: ChatEvent) {
    if case .removed(let chat) = event { agents.forget(chat) }
    for listener in listeners.values { listener.yield(event) }
  }

  // MARK: Watching

  /// Someone looks at the chat; replies there are read as they come.
  public func watch(_ id: ChatID) { watched[id, default: 0] += 1 }

  /// Takes one `watch` of the chat back.
  public func unwatch(_ id: ChatID) {
    guard let count = watched[id] else { return }
    watched[id] = count > 1 ? count - 1 : nil
  }

  func isWatched(_ id: ChatID) -> Bool { watched[id] != nil }

  // MARK: Committing

  /// Runs one transaction and tells its events in the order of commits.
  func commit<Value: Sendable>(
    _ body: @Sendable (any StoreWriting) throws(StoreError) -> (Value, [ChatEvent])
  ) async throws(StoreError) -> Value {
    try await inTurn { () throws(StoreError) in
      let (value, events) = try await store.write(body)
      for event in events { tell(event) }
      return value
    }
  }

  /// Does something while no transaction of this process runs. It must not commit: it would wait for itself.
  func inTurn<Value: Sendable>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
    if isCommitting {
      await withCheckedContinuation { committersWaiting.append($0) }
    } else {
      isCommitting = true
    }
    defer {
      // The turn is handed on, so that nobody can slip in between.
      if committersWaiting.isEmpty { rest() } else { committersWaiting.removeFirst().resume() }
    }
    return try await body()
  }

  private func rest() {
    isCommitting = false
    for waiter in waitingForQuiet { waiter.resume() }
    waitingForQuiet = []
  }

  /// Returns when no transaction runs or waits.
  func untilNobodyCommits() async {
    while isCommitting { await withCheckedContinuation { waitingForQuiet.append($0) } }
  }

  // MARK: Life

  /// Reads the settings, takes on the replies that are due, and follows other processes from here on.
  /// A face that stays open calls it once, after its first picture is on screen.
  public func start() async throws(StoreError) {
    takesOnReplies = true
    followOtherProcesses()
    try await takeOnReplies(in: nil)
    try await purgeTrash()
    try await purgeDeletedMessages()
  }

  /// Begins a quit: a reply that waits for the disk is tried once more and waits no longer, nor does who waits for it.
  /// All else goes on until `shutDown`.
  public func beginShutDown() {
    isShuttingDown = true
    for wait in waitsForDisk.values { wait.pause.cancel() }
  }

  /// Ends all replies for a quit: what grew is saved as interrupted, what is due stays due.
  public func shutDown() async {
    beginShutDown()
    followingOtherProcesses?.cancel()
    followingAgents?.cancel()
    for task in replies.close() { await task.value }
    await agents.end()
    for id in replies.takeAllWaiting() { await giveBack(id) }
    for listener in listeners.values { listener.finish() }
  }

  /// Follows other processes without taking on their replies, as a command that waits does.
  public func listenToOtherProcesses() { followOtherProcesses() }

  /// True when others are here than were looked at, and not only more or less ready.
  func areOthers(_ entries: [AgentEntry]) -> Bool { Set(entries.map(\.id)) != agentsHere }

  /// These are the agents for which replies that are due were looked for.
  func look(at agents: Set<String>) { agentsHere = agents }

  private func followAgents() {
    guard followingAgents == nil else { return }
    let changes = agents.changes()
    agentsHere = Set(profiles.map(\.id))
    followingAgents = Task { [weak self] in
      for await entries in changes { await self?.take(entries) }
    }
  }

  private func followOtherProcesses() {
    guard followingOtherProcesses == nil else { return }
    let changes = store.changesByOtherProcesses()
    followingOtherProcesses = Task { [weak self] in
      for await change in changes {
        guard let self else { return }
        await self.take(change)
      }
    }
  }

  // MARK: Settings

  /// The settings as saved.
  public func currentSettings() async throws(StoreError) -> Settings {
    try await store.read { store throws(StoreError) in try Settings(reading: store) }
  }

  /// Notes who answers in new chats where nobody was welcomed and nothing was said yet; what was chosen stays, and so does
  /// the agent of those who were here before that was noted.
  public func welcome(withAgent id: String) async throws(StoreError) {
    guard id != Settings.usualAgent, let entry = agents.entries.first(where: { $0.id == id }) else { return }
    if case .unavailable = entry.status { return }
    let isNew = try await store.read { store throws(StoreError) in try store.isUnused }
    guard isNew else { return }
    try await store.write { store throws(StoreError) in
      // Another process may have been first.
      if try store.isUnused { try Settings.change(in: store) { $0.agentForNewChats = id } }
    }
  }

  /// Changes settings and saves what is different.
  @discardableResult
  public func changeSettings(_ change: @Sendable (inout Settings) -> Void) async throws(StoreError) -> Settings {
    try await commit { store throws(StoreError) in
      let (settings, isDifferent) = try Settings.change(in: store, change)
      return (settings, isDifferent ? [.settingsSaved(settings)] : [])
    }
  }
}

extension StoreReading {
  /// Whether nobody has chosen an agent, was welcomed, or has begun a chat.
  fileprivate var isUnused: Bool {
    get throws(StoreError) {
      guard try !Settings.keeps(\.agentForNewChats, in: self), try !Settings.keeps(\.isWelcomed, in: self),
        try chatCount(on: .list) == 0
      else { return false }
      return try chatCount(on: .trash) == 0
    }
  }
}
